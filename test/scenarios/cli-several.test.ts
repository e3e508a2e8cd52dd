// Several questions of one program in a terminal, what came before them, and what `show` tells of it afterwards.

import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench, type Workbench } from './cli-process.ts';

const PLAIN = { env: { NO_COLOR: '1' } };
const MARK = '/* only once */';
const PROGRAM = `for (let i = 0; i < 8; i++) await tools.fs.list({ path: '.' });
const own = await tools.fs.read({ path: 'program.ts' });
const write = (path) => tools.fs.write({ path, content: 'x' }).catch(() => 0); ${MARK}
await Promise.all(['a', 'b', 'c'].map(write));
return 'done'`;

const timesIn = (text: string, part: string): number => text.split(part).length - 1;
/** What the terminal shows of a prompt without colours. */
const plainly = (label: string): string => `◆  ${label}`;

async function paused(bench: Workbench) {
  await bench.write('program.ts', PROGRAM);
  return JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
}

describe('several questions of one program', () => {
  verifies(
    'terminal/list',
    'show the program once, with what it did in a line for each, where they are printed',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', PROGRAM);
      const { exitCode, stdout } = await bench.toolshed(['run', 'program.ts']);
      expect(exitCode).toBe(3);
      expect(timesIn(stdout, MARK)).toBe(1);
      expect(timesIn(stdout, 'so far')).toBe(1);
      expect(timesIn(stdout, 'program    line 3, above')).toBe(3);
      expect(stdout).toMatch(/✔ fs\.list {2}×8 +returned {2}line 1/);
      expect(stdout).toMatch(/✔ fs\.read {2}"program\.ts" +returned {2}line 2/);
    },
  );

  verifies('terminal/list', 'show the program once where they are asked, and call a denial that', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', PROGRAM);
    const screen = bench.terminal(['run', 'program.ts'], PLAIN);
    await screen.until(plainly('Which one?'));
    screen.press(KEY.enter);
    await screen.until(plainly('Your decision'));
    screen.press(KEY.down.repeat(2) + KEY.enter);
    await screen.until(plainly('Reason'));
    screen.press(`too early${KEY.enter}`);
    await screen.until('✖ fs.write  "a"');
    await screen.until('denied');
    await screen.until(plainly('Your decision'));
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    expect(timesIn(screen.shown, MARK)).toBe(1);
  });

  verifies('terminal/list', 'show the program once before all are approved, the whole of it', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', PROGRAM);
    const screen = bench.terminal(['run', 'program.ts'], PLAIN);
    await screen.until(plainly('Which one?'));
    screen.press(KEY.down.repeat(4) + KEY.enter);
    await screen.until(plainly('Approve all 3, as shown?'));
    // In the list, and in the view of everything.
    expect(timesIn(screen.shown, MARK)).toBe(2);
    expect(timesIn(screen.shown, "return 'done'")).toBe(2);
    screen.press(KEY.down + KEY.enter);
    expect(await screen.exit()).toBe(0);
  });

  verifies('terminal/gate', 'have a program that nobody caught called denied, and not failed', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "await tools.fs.write({ path: 'a', content: 'x' })");
    const { paused: question } = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
    const denied = await bench.toolshed(['resume', question.elicitationId, '--deny']);
    expect(denied.exitCode).toBe(1);
    expect(denied.stdout).toContain('✖ Ended by a denial at line 1');
  });
});

describe('toolshed resume of a question that has an answer', () => {
  verifies('terminal/answered', 'says which, by whom and when, asks nothing else, and exits with 4', async () => {
    await using bench = await openWorkbench();
    const { pending } = await paused(bench);
    const [first, second] = pending;
    await bench.toolshed(['resume', first.elicitationId, '--deny']);
    const screen = bench.terminal(['resume', first.elicitationId], PLAIN);
    expect(await screen.exit()).toBe(4);
    expect(screen.shown).toMatch(/It already has an answer: denied by \S+, \ds ago\. That answer counts\./);
    expect(screen.shown).toContain(`npx toolshed resume ${second.elicitationId}`);
    expect(screen.shown).not.toContain('Your decision');
  });

  verifies('terminal/answered', 'refuses another answer, and takes the same one as a repetition', async () => {
    await using bench = await openWorkbench();
    const { pending } = await paused(bench);
    const [{ elicitationId }] = pending;
    await bench.toolshed(['resume', elicitationId, '--deny']);
    const other = await bench.toolshed(['resume', elicitationId, '--approve', '--yes-as-person']);
    expect(other).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/already denied\s+it/) });
    const screen = bench.terminal(['resume', elicitationId, '--deny'], PLAIN);
    expect(await screen.exit()).toBe(3);
    expect(screen.shown).toMatch(/It already had this answer: denied by \S+\. Nothing changed\./);
    expect(screen.shown).not.toContain('Your decision');
  });
});

describe('toolshed show', () => {
  verifies('terminal/show', 'has the arguments, results, times and approvers of every call', async () => {
    await using bench = await openWorkbench();
    const { executionId, pending } = await paused(bench);
    const [first, second] = pending;
    await bench.toolshed(['resume', first.elicitationId, '--deny', '--reason', 'too\u202e early']);
    const approving = bench.terminal(['resume', second.elicitationId, '--approve']);
    await approving.until(asks('Your decision'));
    approving.press(KEY.ctrlC);
    await approving.exit();
    const { stdout } = await bench.toolshed(['show', executionId]);
    expect(stdout).toMatch(
      / 9 {2}fs\.read {2}returned, line 2\n {2}at {9}\S+Z, took \d+ ms\n {2}arguments {2}path {2}"program\.ts"/,
    );
    expect(stdout).toMatch(/fs\.write {2}denied, line 3/);
    expect(stdout).toMatch(/decided {4}denied by \S+, through cli-unattended, \S+Z\n {13}“too‹U\+202E› early”/);
    expect(stdout).toMatch(/decided {4}approved by \S+, through terminal/);
    expect(stdout).toContain('  returned   {"path":"b","bytes":1,"created":true}');
    expect(timesIn(stdout, MARK)).toBe(1);
    const { calls } = JSON.parse((await bench.toolshed(['show', executionId, '--json'])).stdout);
    expect(calls[8]).toMatchObject({ args: { path: 'program.ts' }, outcome: 'returned' });
    expect(calls[9].answers).toMatchObject([{ action: 'decline', isDecision: true }]);
  });

  it('lets nothing of a program or tool into the first column of a narrow terminal', async () => {
    await using bench = await openWorkbench();
    const { executionId } = await paused(bench);
    const screen = bench.terminal(['show', executionId], { ...PLAIN, columns: 40 });
    expect(await screen.exit()).toBe(0);
    for (const line of screen.shown.split('\r\n')) {
      if (/exec_|elic_/.test(line)) continue;
      expect(line.length).toBeLessThanOrEqual(40);
    }
  });
});
