// A prompt that is left for something else comes back; one whose question is over closes by itself.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench } from './cli-process.ts';

const WRITE = "await tools.fs.write({ path: 'a.txt', content: 'x' })";

describe('a question in the terminal', () => {
  verifies(
    'terminal/side-quest',
    'is left for another program, typed or from a file, and asked again after it',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', WRITE);
      await bench.write('weather.ts', "return 'sunny ' + (await elicit({ type: 'text', message: 'Where?' })).content");
      const screen = bench.terminal(['run', 'program.ts']);
      await screen.until(asks('Your decision'));
      screen.press(KEY.up + KEY.enter);
      await screen.until(asks('What first?'));
      screen.press(KEY.down.repeat(2) + KEY.enter);
      await screen.until(asks('The program'));
      screen.press(`return 6 * 7${KEY.enter}`);
      await screen.until('42');
      await screen.until('Back to the question you left');
      await screen.until(asks('Your decision'));
      screen.press(KEY.up + KEY.enter);
      await screen.until(asks('What first?'));
      screen.press(KEY.down + KEY.enter);
      await screen.until(asks('The file'));
      screen.press(`weather.ts${KEY.enter}`);
      await screen.until('Where?');
      await screen.until(asks('Your decision'));
      screen.press(KEY.down + KEY.enter);
      await screen.until(asks('Your answer'));
      screen.press(`Tokyo${KEY.enter}`);
      await screen.until('sunny Tokyo');
      await screen.until('a.txt');
      await screen.until(asks('Your decision'));
      screen.press(KEY.down + KEY.enter);
      expect(await screen.exit()).toBe(0);
      expect(await readFile(join(bench.folder, 'a.txt'), 'utf8')).toBe('x');
    },
  );

  verifies(
    'terminal/closes',
    'closes when it expires, when somebody answers elsewhere, and when it is withdrawn',
    async () => {
      await using bench = await openWorkbench();
      const ask = "elicit({ type: 'confirmation', message: 'Sure?', expiresInMs: 1_500 })";
      await bench.write('expires.ts', `return 'it ' + (await ${ask}).action`);
      await bench.write('program.ts', WRITE);
      const [expiring, answered, cancelled] = [
        bench.terminal(['run', 'expires.ts']),
        bench.terminal(['run', 'program.ts', '--session', 'answered']),
        bench.terminal(['run', 'program.ts', '--session', 'cancelled']),
      ];
      await expiring.until('This question has expired: nobody answered in time.');
      await expiring.until('it expired');
      expect(await expiring.exit()).toBe(0);
      await Promise.all([answered, cancelled].map((screen) => screen.until(asks('Your decision'))));
      const { items } = JSON.parse((await bench.toolshed(['pending', '--json'])).stdout);
      const of = (session: string) => items.find((one: { session: string }) => one.session === session);
      const { elicitationId } = of('answered');
      await Promise.all([
        bench.toolshed(['resume', elicitationId, '--approve', '--yes-as-person']),
        bench.toolshed(['cancel', of('cancelled').executionId]),
      ]);
      await answered.until('This question was answered elsewhere: approved by');
      expect(await answered.exit()).toBe(0);
      await cancelled.until('This question was withdrawn');
      expect(await cancelled.exit()).not.toBe(0);
    },
  );
});
