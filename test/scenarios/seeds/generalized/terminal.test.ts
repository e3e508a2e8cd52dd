// The samples of the page at a keyboard, in one run of the command.

import { describe } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { asks, KEY, openWorkbench } from '../../cli-process.ts';
import { shows } from '../shows.ts';

const PROGRAM = `
const framework = await elicit({ type: 'choice', prompt: 'Which framework should we use?', options: ['FastAPI', 'Django', 'Flask'] });
emit('with ' + framework.data);
await elicit({ type: 'secret', prompt: 'Enter your OpenAI API key:', description: 'Required for the OpenAI integration. Will not be logged.' });
return (await elicit({ type: 'text', prompt: 'Project name?' })).data;
`;

describe('a question at a keyboard', () => {
  verifies(
    ['elicit/kinds', 'secrets/never-written'],
    'is chosen from a list, typed unseen, or left with Ctrl+C',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', PROGRAM);
      const screen = bench.terminal(['run', 'program.ts']);
      await screen.until(asks('Your decision'));
      screen.press(KEY.down + KEY.enter);
      await screen.until(asks('Your choice'));
      screen.press(KEY.down.repeat(2) + KEY.enter);
      await screen.until('with Django');
      shows('code/rich-terminal', screen.shown).toContain('FastAPI');
      await screen.until(asks('Your decision'));
      shows('usage/secret-description', screen.shown).toContain('Required for the OpenAI integration.');
      screen.press(KEY.down + KEY.enter);
      await screen.until('not shown while you type');
      screen.press(`hunter2-hunter2${KEY.enter}`);
      await screen.until('Project name?');
      shows('secret/not-on-screen', screen.shown).not.toContain('hunter2');
      await screen.until(asks('Your decision'));
      screen.press(KEY.ctrlC);
      shows('parts/terminal', await screen.exit()).toBe(3);
      const { items } = JSON.parse((await bench.toolshed(['pending', '--json'])).stdout);
      shows('open/interrupt', items).toMatchObject([{ request: { message: 'Project name?' } }]);
    },
  );
});
