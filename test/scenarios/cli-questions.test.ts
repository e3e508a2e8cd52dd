// Every kind of question at a keyboard and on a command line.

import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench, type Workbench } from './cli-process.ts';

const KERNEL = new URL('../../packages/kernel/dist/index.js', import.meta.url).href;

/** A program that asks, and gives back how it was answered. */
const asking = (request: object): string => `const { action, content } = await elicit(${JSON.stringify(request)});
return JSON.stringify({ action, content })`;

const ended = (action: string, content?: unknown): string =>
  JSON.stringify(JSON.stringify({ action, ...(content === undefined ? {} : { content }) }));

/** What is on the screen without line breaks, colours and margins. */
const plain = (shown: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and movements of the cursor
  shown.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replaceAll(/⇢?\s*\r?\n\s*/g, '');

async function start(bench: Workbench, request: object) {
  await bench.write('program.ts', asking(request));
  return bench.terminal(['run', 'program.ts']);
}

describe('a question at a keyboard', () => {
  verifies('elicit/forms', 'is a form with every type of field, where only what is wrong is asked again', async () => {
    await using bench = await openWorkbench();
    const screen = await start(bench, {
      type: 'form',
      message: 'New account',
      fields: [
        { type: 'string', name: 'email', title: 'Your email', format: 'email', required: true },
        { type: 'integer', name: 'seats', title: 'How many seats', minimum: 1, default: 2 },
        { type: 'boolean', name: 'news', title: 'Newsletter', default: true },
        {
          type: 'enum',
          name: 'role',
          title: 'Your role',
          required: true,
          enum: [
            ['dev', 'Developer'],
            ['pm', 'Manager'],
          ],
        },
        { type: 'enum', name: 'days', title: 'Which days', enum: ['mon', 'tue', 'wed'], multi: true, min: 1 },
      ],
    });
    await screen.until('Decline to answer');
    screen.press(KEY.down + KEY.enter);
    await screen.until('Your email');
    screen.press(`nowhere${KEY.enter}`);
    await screen.until('How many seats');
    screen.press(KEY.enter);
    await screen.until('Newsletter');
    screen.press(KEY.enter);
    await screen.until('Your role');
    screen.press(KEY.down.repeat(2) + KEY.enter);
    await screen.until('Which days');
    screen.press(` ${KEY.down} ${KEY.enter}`);
    await screen.until('Not quite');
    await screen.until('email: must be an email address');
    await screen.until('Your email');
    screen.press(`\u007f`.repeat(7));
    screen.press(`ada@example.com${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(screen.shown.match(/Not quite/g)).toHaveLength(1);
    const content = { email: 'ada@example.com', seats: 2, news: true, role: 'pm', days: ['mon', 'tue'] };
    for (const [key, value] of Object.entries(content))
      expect(plain(screen.shown)).toContain(JSON.stringify(JSON.stringify({ [key]: value }).slice(1, -1)).slice(1, -1));
  });

  verifies('elicit/kinds', 'is a page: the whole address and its host, and nothing opens by itself', async () => {
    await using bench = await openWorkbench();
    const url = `https://accounts.example.com/sign-in?next=${'x'.repeat(90)}`;
    const screen = await start(bench, { type: 'url', message: 'Sign in there', url });
    await screen.until('at host');
    await screen.until('Agree to open it');
    expect(plain(screen.shown)).toContain(url);
    expect(screen.shown).toContain('accounts.example.com');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(plain(screen.shown)).toContain(ended('accept'));
  });

  verifies('elicit/kinds', 'is a page of a tool’s flow: consent leaves it waiting for the page', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'tools.mjs',
      `import { defineTool, elicitUrl } from '${KERNEL}';
export default [defineTool({
  path: 'app.sign', description: 'Signs in', input: { type: 'object' }, destructive: false,
  handler: (ctx) => ctx.elicit(elicitUrl({ message: 'Sign in', url: 'https://a.example/?f=' + ctx.flowId(), elicitationId: ctx.flowId() })),
})];`,
    );
    await bench.write('program.ts', 'return (await tools.app.sign({})).action');
    const screen = bench.terminal(['run', 'program.ts', '--tools', 'tools.mjs']);
    await screen.until('Agree to open it');
    screen.press(KEY.down + KEY.enter);
    await screen.until('The execution resumes by itself when the page');
    await screen.until('If nothing happens');
    await screen.until('--deny');
    expect(await screen.exit()).toBe(3);
    expect(screen.shown).not.toContain('--approve');
    const { stdout } = await bench.toolshed(['pending', '--json']);
    const [question] = JSON.parse(stdout).items;
    expect((await bench.toolshed(['show', question.executionId])).stdout).toContain('agreed to open it');
  });

  verifies('elicit/kinds', 'is a secret that goes to the vault and is nowhere on the screen', async () => {
    await using bench = await openWorkbench();
    const screen = await start(bench, { type: 'secret', message: 'Your key?', name: 'API_KEY' });
    await screen.until('Decline to answer');
    screen.press(KEY.down + KEY.enter);
    await screen.until('not shown while you type');
    screen.press(`hunter2${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).not.toContain('hunter2');
    expect(plain(screen.shown)).toContain('"action\\":\\"accept');
    const { stdout } = await bench.toolshed(['list', '--json']);
    const journal = await bench.toolshed(['show', JSON.parse(stdout).items[0].id, '--journal', '--json']);
    expect(journal.stdout).toContain('answered');
    expect(journal.stdout).not.toContain('hunter2');
  });

  verifies('elicit/kinds', 'is answered only after all of it was shown', async () => {
    await using bench = await openWorkbench();
    const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const screen = await start(bench, { type: 'text', message });
    await screen.until('needed before you can answer');
    expect(screen.shown).not.toContain('line 20⏎');
    screen.press(KEY.enter);
    await screen.until('line 20⏎');
    await screen.until('Decide later');
    screen.press(KEY.down + KEY.enter);
    await screen.until('Your answer');
    screen.press(`yes${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(plain(screen.shown)).toContain(ended('accept', 'yes'));

    const confirmation = await start(bench, { type: 'confirmation', message });
    await confirmation.until('line 20⏎');
    await confirmation.until('Your answer');
    confirmation.press(KEY.ctrlC);
    expect(await confirmation.exit()).toBe(3);
  });

  verifies('elicit/named', 'is a named kind, answered by a form or refused as the kind allows', async () => {
    await using bench = await openWorkbench();
    const screen = await start(bench, { type: 'location', input: { accuracy: 'high' } });
    await screen.until('Deny access');
    await screen.until('Decide later');
    screen.press(KEY.down + KEY.enter);
    await screen.until(asks('lat'));
    screen.press(`52.5${KEY.enter}`);
    await screen.until(asks('lng'));
    screen.press(`13.4${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(plain(screen.shown)).toContain(ended('accept', { lat: 52.5, lng: 13.4 }));

    const denied = await start(bench, { type: 'location' });
    await denied.until('Deny access');
    denied.press(KEY.down.repeat(2) + KEY.enter);
    expect(await denied.exit()).toBe(0);
    expect(plain(denied.shown)).toContain(ended('denied'));
  });

  verifies('elicit/kinds', 'is something to see', async () => {
    await using bench = await openWorkbench();
    const screen = await start(bench, { type: 'reveal', input: { title: 'Your card', value: { suit: 'hearts' } } });
    await screen.until('hearts');
    await screen.until('I have seen it');
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
    expect(plain(screen.shown)).toContain(ended('accept', {}));
  });

  verifies('elicit/kinds', 'is a choice, or the person’s own words, or something else entirely', async () => {
    await using bench = await openWorkbench();
    const request = {
      type: 'choice-or-input',
      input: { message: 'How to pay?', choices: [{ label: 'Credit Card', value: 'cc' }] },
    };
    const custom = await start(bench, request);
    await custom.until('Your decision');
    custom.press(KEY.down + KEY.enter);
    await custom.until('In my own words');
    custom.press(KEY.down.repeat(2) + KEY.enter);
    await custom.until('Your words');
    custom.press(`shells${KEY.enter}`);
    expect(await custom.exit()).toBe(0);
    expect(plain(custom.shown)).toContain(ended('accept', { text: 'shells', type: 'custom' }));

    const other = await start(bench, request);
    await other.until('Say something else');
    other.press(KEY.down.repeat(4) + KEY.enter);
    await other.until('What instead');
    other.press(`who asks?${KEY.enter}`);
    expect(await other.exit()).toBe(0);
    expect(plain(other.shown)).toContain(ended('other', 'who asks?'));
  });

  verifies('elicit/kinds', 'is what became of a call in doubt, which may be given its result by hand', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'tools.mjs',
      `import { defineTool } from '${KERNEL}';
export default [defineTool({
  path: 'app.charge', description: 'Charges', input: { type: 'object' }, destructive: true,
  handler: () => process.kill(process.pid, 'SIGKILL'),
})];`,
    );
    await bench.write('program.ts', 'return (await tools.app.charge({})).receipt');
    expect((await bench.toolshed(['run', 'program.ts', '--tools', 'tools.mjs'])).exitCode).toBe(3);
    const [{ executionId }] = JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items;
    expect((await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person'])).exitCode).toBe(null);
    const screen = bench.terminal(['resume', executionId]);
    await screen.until('It may or may not have happened');
    screen.press(KEY.down.repeat(2) + KEY.enter);
    await screen.until('Its result, as JSON');
    screen.press(`{"receipt":42}${KEY.enter}`);
    expect(await screen.exit()).toBe(0);
    expect(plain(screen.shown)).toContain('Completedresult     42');
  });
});

describe('a question on a command line', () => {
  verifies('elicit/actions', 'is answered with an action', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', asking({ type: 'text', message: 'Name?' }));
    const run = async () => JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout).executionId;
    const words = ['--action', 'other', '--data', '"ask Ada"', '--yes-as-person', '--json'];
    const said = await bench.toolshed(['resume', await run(), ...words]);
    expect(JSON.parse(JSON.parse(said.stdout).value)).toEqual({ action: 'other', content: 'ask Ada' });
    const open = await run();
    for (const wrong of [
      ['--action', 'expired'],
      ['--action', 'other', '--approve'],
    ])
      expect((await bench.toolshed(['resume', open, ...wrong])).exitCode).toBe(2);
    const empty = await bench.toolshed(['resume', open, '--action', 'other', '--yes-as-person']);
    expect(empty).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/say what\s+instead/) });
  });

  verifies('elicit/actions', 'never advises to write a secret on it', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', asking({ type: 'secret', message: 'Key?' }));
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Decide later');
    screen.press(KEY.ctrlC);
    await screen.until('--secret');
    expect(screen.shown).toMatch(/resume elic_\S+ --approve --secret/);
    expect(screen.shown).not.toContain('--data');
  });
});
