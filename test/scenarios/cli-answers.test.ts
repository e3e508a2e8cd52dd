import { readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { KEY, openWorkbench, type Workbench } from './cli-process.ts';

const WRITE = "await tools.fs.write({ path: 'a', content: 'x' })";
const TWICE = `${WRITE}; await tools.fs.write({ path: 'b', content: 'y' })`;

interface Paused {
  readonly executionId: string;
  readonly paused: { readonly elicitationId: string; readonly session: string };
}

async function pause(bench: Workbench, program: string, cwd = '.'): Promise<Paused> {
  await bench.write(`${cwd}/program.ts`, program);
  return JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'], { cwd })).stdout);
}

const channelsOf = async (bench: Workbench): Promise<readonly string[]> =>
  JSON.parse((await bench.toolshed(['audit', '--json'])).stdout)
    .items.toReversed()
    .filter(({ what }: { what: string }) => what === 'answered')
    .map(({ who, channel }: { who: string; channel: string }) => `${who} ${channel}`);

describe('an approval without a terminal', () => {
  verifies('cli/unattended', 'is refused, while a refusal counts', async () => {
    await using bench = await openWorkbench();
    const { paused } = await pause(bench, WRITE);
    const answers = JSON.stringify({ [paused.elicitationId]: { approved: true } });
    for (const flags of [
      ['--approve'],
      ['--action', 'accept'],
      ['--answers', answers],
      ['--approve', '--remember', 'always'],
    ]) {
      const refused = await bench.toolshed(['resume', paused.elicitationId, ...flags, '--json']);
      expect(refused.exitCode).toBe(2);
      expect(JSON.parse(refused.stdout).error.code).toBe('answer/unattended');
      expect(refused.stdout).not.toContain('yes-as-person');
    }
    const made = await bench.toolshed(['token', 'create', '--kind', 'approver', '--name', 'me', '--json']);
    expect(JSON.parse(made.stdout).error.code).toBe('answer/unattended');
    const granted = await bench.toolshed(['grants', 'add', 'fs.write', '--always', '--json']);
    expect(JSON.parse(granted.stdout).error.code).toBe('answer/unattended');
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
    expect((await bench.toolshed(['resume', paused.elicitationId, '--deny'])).exitCode).toBe(1);
    expect(await channelsOf(bench)).toEqual([expect.stringMatching(/^person .* cli-unattended$/)]);
  });

  verifies('cli/unattended', 'needs the token of an approver, and the audit log has its name', async () => {
    await using bench = await openWorkbench();
    const { paused } = await pause(bench, TWICE);
    const create = async (...flags: readonly string[]): Promise<string> =>
      JSON.parse((await bench.toolshed(['token', 'create', '--yes-as-person', ...flags, '--json'])).stdout).token;
    const agent = await create('--kind', 'agent', '--name', 'bot', '--session', 's');
    const ada = await create('--kind', 'approver', '--name', 'ada');
    const approve = (id: string, token: string) =>
      bench.toolshed(['resume', id, '--approve', '--token', token, '--json']);
    for (const wrong of [agent, `${ada}x`, 'nonsense'])
      expect(JSON.parse((await approve(paused.elicitationId, wrong)).stdout).error.code).toBe('answer/bad-token');
    const next = await approve(paused.elicitationId, ada);
    expect(next.exitCode).toBe(3);
    const args = ['resume', JSON.parse(next.stdout).paused.elicitationId, '--approve'];
    expect((await bench.toolshed(args, { env: { TOOLSHED_TOKEN: ada } })).exitCode).toBe(0);
    expect(await channelsOf(bench)).toEqual(['person ada cli-token', 'person ada cli-token']);
  });

  verifies('cli/unattended', 'typed in a terminal counts and is recorded as such', async () => {
    await using bench = await openWorkbench();
    const { paused } = await pause(bench, WRITE);
    expect(await bench.terminal(['resume', paused.elicitationId, '--approve']).exit()).toBe(0);
    expect(await channelsOf(bench)).toEqual([expect.stringMatching(/ terminal$/)]);
  });
});

describe('a printed command', () => {
  verifies('cli/named', 'names its question in a terminal, and approves nothing elsewhere', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', TWICE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('Your decision');
    screen.press(KEY.ctrlC);
    expect(await screen.exit()).toBe(3);
    // A person who left before everything was shown is shown it again.
    expect(screen.shown).toMatch(/resume elic_\w+/);
    expect(screen.shown).not.toMatch(/--approve|resume exec_/);
    const [execution] = JSON.parse((await bench.toolshed(['list', '--json'])).stdout).items;
    for (const args of [['run', 'program.ts'], ['pending'], ['show', execution.id]]) {
      const { stdout } = await bench.toolshed(args);
      expect(stdout).not.toMatch(/--approve|--yes-as-person|resume exec_/);
    }
  });

  verifies('cli/named', 'run twice does not answer the next question', async () => {
    await using bench = await openWorkbench();
    const { executionId, paused } = await pause(bench, TWICE);
    for (const id of [paused.elicitationId, paused.elicitationId]) {
      const { stdout } = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ status: 'paused', paused: { args: { path: 'b' } } });
    }
    const stale = await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--json']);
    expect(JSON.parse(stale.stdout).error.code).toBe('elicitation/stale');
    expect(await readdir(bench.folder)).toEqual(expect.not.arrayContaining(['b']));
  });
});

describe('the session of a command', () => {
  verifies('cli/session-here', 'is that of the folder and the terminal, and what it remembers expires', async () => {
    await using bench = await openWorkbench();
    const here = await pause(bench, WRITE, 'one');
    const again = await pause(bench, WRITE, 'one');
    const there = await pause(bench, WRITE, 'two');
    expect(again.paused.session).toBe(here.paused.session);
    expect(there.paused.session).not.toBe(here.paused.session);
    expect(here.paused.session).not.toBe('default');
    await bench.toolshed([
      'resume',
      here.paused.elicitationId,
      '--approve',
      '--yes-as-person',
      '--remember',
      'session',
    ]);
    const [grant] = JSON.parse((await bench.toolshed(['grants', '--json'])).stdout).items;
    expect(grant.expiresAt - grant.grantedAt).toBe(8 * 60 * 60 * 1_000);
    expect((await bench.toolshed(['run', 'program.ts'], { cwd: 'one' })).exitCode).toBe(0);
    expect((await bench.toolshed(['run', 'program.ts'], { cwd: 'two' })).exitCode).toBe(3);
    const screen = bench.terminal(['run', 'program.ts'], { cwd: 'one' });
    await screen.until('Your decision');
    screen.press(KEY.ctrlC);
    await screen.exit();
  });

  verifies('cli/session-here', 'may be refused a tool, and given one with the same arguments only', async () => {
    await using bench = await openWorkbench();
    const asked = await pause(bench, WRITE);
    const same = ['--approve', '--yes-as-person', '--remember', 'session', '--same-arguments'];
    await bench.toolshed(['resume', asked.paused.elicitationId, ...same]);
    expect((await bench.toolshed(['run', 'program.ts'])).exitCode).toBe(0);
    const other = await pause(bench, WRITE.replace("'x'", "'z'"));
    await bench.toolshed(['resume', other.paused.elicitationId, '--deny', '--remember', 'session']);
    const refused = await bench.toolshed(['run', 'program.ts', '--json']);
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'failed', error: { code: 'tool/denied' } });
    const [refusal] = JSON.parse((await bench.toolshed(['grants', '--json'])).stdout).items;
    expect((await bench.toolshed(['grants', 'revoke', refusal.id])).exitCode).toBe(2);
  });

  verifies('cli/session-here', 'offers the narrower approval first in a terminal, and a refusal', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until('with these arguments for this session');
    await screen.until('with any arguments for this session');
    await screen.until('Deny fs.write for this session');
    screen.press(KEY.down.repeat(6) + KEY.enter);
    await screen.until('Reason');
    screen.press(KEY.enter);
    expect(await screen.exit()).toBe(1);
    const [grant] = JSON.parse((await bench.toolshed(['grants', '--json'])).stdout).items;
    expect(grant).toMatchObject({ effect: 'deny', pattern: 'fs.write', scope: 'session' });
  });
});
