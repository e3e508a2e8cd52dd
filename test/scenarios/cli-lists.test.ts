// Lists in a terminal: what they are about, how many there are, newest first, narrowed by session and tool; and tools by
// group.

import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench, type Workbench } from './cli-process.ts';

const PLAIN = { env: { NO_COLOR: '1' } };

const asking = (...paths: readonly string[]): string =>
  `await Promise.all([${paths.map((path) => `tools.fs.write({ path: '${path}', content: 'x' })`).join(', ')}])`;

async function filled(bench: Workbench): Promise<void> {
  await bench.write('writes.ts', asking('a', 'b', 'c'));
  await bench.write('deletes.ts', "await tools.fs.delete({ path: 'writes.ts' })");
  await bench.write('reads.ts', "return (await tools.fs.read({ path: 'writes.ts' })).bytes");
  await bench.toolshed(['run', 'writes.ts', '--session', 'monday']);
  await bench.toolshed(['run', 'deletes.ts', '--session', 'monday']);
  await bench.toolshed(['run', 'reads.ts', '--session', 'tuesday']);
}

async function shown(bench: Workbench, ...args: readonly string[]): Promise<string> {
  const screen = bench.terminal(args, PLAIN);
  expect(await screen.exit()).toBe(0);
  return screen.shown.replaceAll('\r\n', '\n');
}

describe('pending, list and audit', () => {
  verifies('cli/lists', 'say what they show and how many there are, newest first', async () => {
    await using bench = await openWorkbench();
    await filled(bench);
    const pending = await shown(bench, 'pending');
    expect(pending).toMatch(/^4 questions wait for a person, newest first\n/);
    // Those of one execution in the order of its calls, below the newer one.
    expect([...pending.matchAll(/^\? (.+)$/gm)].map(([, title]) => title)).toEqual([
      'Delete "writes.ts"?',
      ...['a', 'b', 'c'].map((path) => `Write 1 characters to the file "${path}"?`),
    ]);
    expect(await shown(bench, 'list')).toMatch(
      /^3 executions, newest first\nexecution .+\n\S+ +completed .+\n {2}"return .+"\n {2}session "tuesday"\n\S+ +paused /,
    );
    expect(await shown(bench, 'list', '--status', 'paused', '--limit', '1')).toMatch(
      /^2 paused executions, newest first\n[\s\S]+1 of 2; --after exec_\S+ continues, --all shows everything\n$/,
    );
    expect(await shown(bench, 'audit')).toMatch(/^\d+ lines, newest first\n +\d+ {2}\S+Z {2}completed/);
    expect(await shown(bench, 'list', '--session', 'nobody')).toBe('No executions.\n');
  });

  verifies('cli/lists', 'lay long names out for the terminal, and let none look like more than a name', async () => {
    await using bench = await openWorkbench();
    const session = `a long name of a session, " · an approved plan, ${'x'.repeat(60)}`;
    await bench.write('program.ts', `// Ask "first" ${'and then '.repeat(20)}\n${asking('a')}`);
    const start = ['run', 'program.ts', '--session', session, '--agent', 'triage', '--json'];
    const { paused } = JSON.parse((await bench.toolshed(start)).stdout);
    await bench.write('quest.ts', 'return 1');
    await bench.toolshed(['fork', paused.elicitationId, 'quest.ts']);
    const listed = (await shown(bench, 'list')).split('\n');
    for (const line of listed) expect(line.length).toBeLessThanOrEqual(80);
    const text = listed.map((line) => line.replace(/^ {2}/, '')).join('');
    expect(text).toContain('"Ask \\"first\\" and then');
    expect(text.replaceAll('↩', '')).toContain(`session ${JSON.stringify(session)}`.slice(0, 40));
    expect(text).toContain('agent "triage"');
    expect(listed.join(' ')).toMatch(/side quest of\s+elic_/);
  });

  verifies('cli/lists', 'are narrowed by session and tool, with the total of what is left', async () => {
    await using bench = await openWorkbench();
    await filled(bench);
    expect(await shown(bench, 'pending', '--session', 'monday', '--tool', 'fs.write', '--limit', '2')).toMatch(
      /^3 questions wait for a person in session "monday" about fs\.write, newest first\n[\s\S]+2 of 3; --after elic_/,
    );
    const documentOf = async (...args: readonly string[]) =>
      JSON.parse((await bench.toolshed([...args, '--json'])).stdout);
    const first = await documentOf('pending', '--tool', 'fs.write', '--limit', '2');
    expect(first).toMatchObject({ total: 3, next: expect.stringMatching(/^elic_/) });
    const rest = await documentOf('pending', '--tool', 'fs.write', '--after', first.next);
    expect(rest.items).toHaveLength(1);
    expect(rest.next).toBeUndefined();
    expect(await documentOf('pending', '--tool', 'fs.*', '--all')).toMatchObject({ total: 4 });
    expect(await documentOf('list', '--tool', 'fs.delete')).toMatchObject({ total: 1, items: [{ session: 'monday' }] });
    expect(await documentOf('list', '--tool', 'fs.*', '--session', 'tuesday')).toMatchObject({ total: 1 });
    const { items, total } = await documentOf('audit', '--session', 'tuesday', '--all');
    expect(total).toBe(items.length);
    expect(items.map(({ what }: { what: string }) => what)).toEqual([
      'completed',
      'returned',
      'invoking',
      'tool-called',
      'started',
    ]);
    const deleted = await documentOf('audit', '--tool', 'fs.delete');
    expect(deleted.items.map(({ what }: { what: string }) => what)).toEqual(['asked', 'tool-called']);
    expect((await bench.toolshed(['audit', '--tool', 'fs..write'])).exitCode).toBe(2);
    const lost = await bench.toolshed(['pending', '--tool', 'fs.delete', '--after', first.next]);
    expect(lost).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no page of this') });
  });
});

const MANY = `import { defineTool } from 'toolshed';
const tool = (path, description, destructive = false) =>
  defineTool({ path, description, destructive, input: { type: 'object' }, handler: () => 1 });
const long = 'an-operation-with-a-name-that-documents-give-to-machines';
export default [
  ...Array.from({ length: 1_200 }, (_, n) => tool('github.part' + (n % 40) + '.' + long + n, 'What it does. '.repeat(40), n % 2 === 0)),
  ...Array.from({ length: 16 }, (_, n) => tool('mail.send' + n, 'Send a mail\\u001b[2J\\nsafe  EVIL', true)),
];
`;

describe('toolshed tools', () => {
  verifies('cli/tools', 'shows a thousand tools by group and page, a line or two for each', async () => {
    await using bench = await openWorkbench();
    await bench.write('many.ts', MANY);
    const all = ['tools', '--tools', 'many.ts'];
    const page = await shown(bench, ...all);
    expect(page).toMatch(/^1,223 tools in 3 groups: .*github 1,200/);
    expect(page).toMatch(/\ngithub {2}1,200 tools, 600 ask\n/);
    expect(page).toContain('50 of 1,223; --after ');
    expect(page).toContain('npx toolshed tools search <words>');
    // What is to be pasted stays in one line.
    const others = page.split('\n').filter((line) => !line.includes('--after'));
    for (const line of others) expect(line.length).toBeLessThanOrEqual(80);
    expect(page.split('\n').length).toBeLessThan(220);
    const mail = await shown(bench, ...all, '--in', 'mail');
    expect(mail).toMatch(
      /^mail {2}16 tools, 16 ask\n {2}mail\.send0 +asks {2}Send a mail‹U\+001B›\[2J⏎\n {2}mail\.send1 /,
    );
    expect(mail).not.toContain('EVIL');
    const everything = await bench.toolshed([...all, '--all']);
    expect(everything.stdout.length).toBeLessThan(500_000);
    expect(everything.stdout).toContain('mail.send15');
    const narrow = bench.terminal([...all, '--limit', '5'], { ...PLAIN, columns: 30 });
    expect(await narrow.exit()).toBe(0);
    const { total, next, items } = JSON.parse((await bench.toolshed([...all, '--json'])).stdout);
    expect({ total, items: items.length }).toEqual({ total: 1_223, items: 50 });
    expect(next).toBe(items.at(-1).path);
  });
});
