import { chmod, mkdir, readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench, type Workbench } from './cli-process.ts';

const WRITE = "await tools.fs.write({ path: 'a.txt', content: 'x' })";

async function paused(bench: Workbench, source: string): Promise<{ id: string; question: string }> {
  await bench.write('program.ts', source);
  const { stdout } = await bench.toolshed(['run', 'program.ts', '--json']);
  const { executionId, paused: question } = JSON.parse(stdout);
  return { id: executionId, question: question.elicitationId };
}

describe('bad input is refused with 2, a reason, and no loss', () => {
  verifies.each('input/unknown-id', [
    ['an unknown execution', ['show', 'exec_nothing'], 'execution/unknown'],
    ['an unknown execution to resume', ['resume', 'exec_nothing', '--approve', '--yes-as-person'], 'execution/unknown'],
    ['an unknown question', ['resume', 'elic_nothing', '--approve', '--yes-as-person'], 'elicitation/unknown'],
    ['no id at all', ['show', 'banana'], 'execution/unknown'],
    ['a program that is not there', ['run', 'nothing.ts'], 'program/unreadable'],
    ['a store of another kind', ['list', '--store', 'mysql://ada:hunter2@db/shed'], 'usage/store'],
    ['a store that begins with a space', ['list', '--store', ' postgres://ada:hunter2@db/shed'], 'usage/store'],
    ['an unknown command', ['rnu'], 'usage/invalid'],
    ['an unknown flag', ['run', 'x.ts', '--fast'], 'usage/invalid'],
    ['a missing argument', ['resume'], 'usage/invalid'],
    ['two answers at once', ['resume', 'exec_1', '--approve', '--deny'], 'usage/invalid'],
    ['no answer where nobody can be asked', ['resume', 'exec_1'], 'usage/no-answer'],
    [
      'data that is not JSON',
      ['resume', 'exec_1', '--approve', '--yes-as-person', '--data', '{oops'],
      'usage/data-not-json',
    ],
    ['a pattern that is none', ['grants', 'add', 'fs.**.x', '--session', 's'], 'grant/invalid-pattern'],
    ['a grant that is not there', ['grants', 'revoke', 'grant_nothing'], 'grant/unknown'],
    ['a tool that is not there', ['tools', 'describe', 'fs.wriet'], 'tool/unknown'],
    ['a duration without a unit', ['prune', '--older-than', '30'], 'usage/invalid'],
    ['a data folder where none can be made', ['--home', '/proc/toolshed', 'list'], 'home/not-writable'],
    ['a head of the audit log that is none', ['audit', 'verify', '--kept', 'zz'], 'usage/not-a-head'],
    ['no address to listen on', ['serve', '--host', ''], 'usage/invalid'],
    ['a port without a server', ['mcp', '--port', '5'], 'usage/mcp-flags'],
    ['a client beside tokens', ['mcp', '--http', '--client', 'x'], 'usage/mcp-flags'],
    [
      'agents beyond this machine without a token',
      ['mcp', '--http', '--host', '0.0.0.0', '--port', '0'],
      'usage/no-token',
    ],
    ['a schedule that is not there', ['schedule', 'show', 'nothing'], 'schedule/unknown'],
    ['a module that is not there', ['run', '-', '--tools', './nothing.ts'], 'config/not-loaded'],
    [
      'a file of data that is not there',
      ['resume', 'exec_1', '--approve', '--yes-as-person', '--data-file', 'x'],
      'usage/data-file-unreadable',
    ],
    ['a config that is not there', ['list', '--config', 'nothing.json'], 'config/unreadable'],
  ])('%s', async (_what, args, code) => {
    await using bench = await openWorkbench();
    const human = await bench.toolshed(args);
    expect(human).toMatchObject({ exitCode: 2, stdout: '' });
    expect(human.stderr).toMatch(/^✖ Cannot /);
    expect(human.stderr).not.toMatch(/ENOENT|[\\/]dist[\\/]/);
    const machine = await bench.toolshed([...args, '--json']);
    expect(machine).toMatchObject({ exitCode: 2, stderr: '' });
    expect(JSON.parse(machine.stdout)).toEqual({ error: { code, message: expect.any(String) } });
  });

  verifies('input/foreign-id', 'a question of another execution', async () => {
    await using bench = await openWorkbench();
    const one = await paused(bench, WRITE);
    const other = await paused(bench, WRITE);
    const result = await bench.toolshed([
      'resume',
      one.id,
      '--approve',
      '--yes-as-person',
      '--elicitation',
      other.question,
      '--json',
    ]);
    expect(result.exitCode).toBe(2);
    expect(JSON.parse(result.stdout).error.code).toBe('elicitation/foreign');
    expect(JSON.parse((await bench.toolshed(['pending', '--json'])).stdout).items).toHaveLength(2);
  });

  verifies('input/unknown-id', 'several open questions and no word which', async () => {
    await using bench = await openWorkbench();
    const { id } = await paused(
      bench,
      `await Promise.all(['a', 'b'].map((path) => tools.fs.write({ path, content: 'x' })))`,
    );
    const result = await bench.toolshed(['resume', id, '--approve', '--yes-as-person']);
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('elic_');
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
  });

  verifies(
    'input/second-answer',
    'a second answer gets the outcome of the first, or is told of it with a code of its own',
    async () => {
      await using bench = await openWorkbench();
      const { id } = await paused(bench, `${WRITE}; return 'done'`);
      const first = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--json']);
      const other = await bench.toolshed(['resume', id, '--deny', '--json']);
      expect(other.exitCode).toBe(4);
      expect(JSON.parse(other.stdout).error.code).toBe('elicitation/already-answered');
      const second = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--json']);
      expect(second.exitCode).toBe(0);
      expect(JSON.parse(second.stdout)).toMatchObject({ status: 'completed', value: JSON.parse(first.stdout).value });
    },
  );

  verifies('input/bad-data', 'data that does not match the form; the question stays open', async () => {
    await using bench = await openWorkbench();
    const schema = `{ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }`;
    const { id } = await paused(
      bench,
      `return (await elicit({ type: 'form', message: 'How many?', schema: ${schema} })).data`,
    );
    const bad = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--data', '{"n":"many"}']);
    expect(bad.exitCode).toBe(2);
    expect(bad.stderr).toContain('n');
    const good = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--data', '{"n":3}', '--json']);
    expect(JSON.parse(good.stdout).value).toEqual({ n: 3 });
  });

  verifies(
    'pause/args-first',
    'arguments that do not match the schema: the program gets the field, nobody is asked',
    async () => {
      await using bench = await openWorkbench();
      await bench.write(
        'program.ts',
        "try { await tools.fs.write({ path: 5, content: 'x' }) } catch (e) { return e.message }",
      );
      const result = await bench.toolshed(['run', 'program.ts', '--json']);
      expect(result.exitCode).toBe(0);
      expect(JSON.parse(result.stdout).value).toContain('path');
    },
  );

  verifies('input/syntax', 'a program with a syntax error: line and column, and nothing ran', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', `${WRITE};\nconst = 5;\n`);
    const result = await bench.toolshed(['run', 'program.ts']);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain('Failed at line 2, column');
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
  });

  verifies('input/unwritable', 'a data folder that is not writable', async () => {
    await using bench = await openWorkbench();
    const file = await bench.write('file', '');
    const result = await bench.toolshed(['list', '--home', `${file}/home`]);
    expect(result.exitCode).toBe(2);
    expect(result.stderr.replaceAll(/\s+/g, ' ')).toContain('Cannot use the data folder');
    expect(result.stderr).toContain('TOOLSHED_HOME');
  });
});

describe('a data folder others can write to', () => {
  verifies.each('home/private', [0o777, 0o770, 0o722, 0o1777])(
    'is refused with mode %o, and what to do is said',
    async (mode) => {
      await using bench = await openWorkbench();
      await mkdir(bench.home, { recursive: true });
      await chmod(bench.home, mode);
      const refused = await bench.toolshed(['list', '--json']);
      expect(refused.exitCode).toBe(2);
      expect(JSON.parse(refused.stdout).error).toMatchObject({
        code: 'home/not-private',
        message: expect.stringContaining('chmod go-w'),
      });
      await chmod(bench.home, 0o755);
      expect((await bench.toolshed(['list'])).exitCode).toBe(0);
    },
  );
});

describe('a config with a mistake', () => {
  verifies.each('input/config', [
    ['does not parse', '{\n  "tools": {,}\n}', 'line 2 column 13'],
    ['has a key nobody knows', '{ "tools": { "fss": {} } }', '"tools.fss" is not known; did you mean "fs"?'],
    ['has a wrong type', '{ "limits": { "cpuMs": "fast" } }', '"limits.cpuMs" must be a whole number'],
    ['has a bad rule', '{ "policy": [{ "pattern": "a..b", "verdict": "deny" }] }', '"policy.0.pattern" '],
  ])('a config that %s is named with its file and key', async (_what, content, problem) => {
    await using bench = await openWorkbench();
    const file = await bench.write('my.json', content);
    const result = await bench.toolshed(['list', '--config', 'my.json', '--json']);
    const { message } = JSON.parse(result.stdout).error;
    expect(result.exitCode).toBe(2);
    expect(message).toContain(file);
    expect(message).toContain(problem);
  });
});
