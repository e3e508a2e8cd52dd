import { userInfo } from 'node:os';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench, type Workbench } from './cli-process.ts';

const POLICY = {
  policy: [
    { pattern: 'fs.write', verdict: 'deny', when: { not: { at: 'path', prefix: 'drafts/' } } },
    { pattern: 'fs.delete', verdict: 'ask', approvals: 2 },
    { pattern: 'fs.delte', verdict: 'deny' },
  ],
};

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');

async function withPolicy(): Promise<Workbench> {
  const bench = await openWorkbench();
  await bench.write('toolshed.config.json', JSON.stringify(POLICY));
  await bench.toolshed(['trust', '--yes-as-person']);
  return bench;
}

describe('toolshed policy', () => {
  verifies(
    ['policy/explain', 'policy/unmatched'],
    'lists the rules, and says of one that no tool matches it',
    async () => {
      await using bench = await withPolicy();
      const { stdout, exitCode } = await bench.toolshed(['policy']);
      expect(exitCode).toBe(0);
      expect(unwrapped(stdout)).toContain('deny fs.delte matches no tool here; check the spelling');
      expect(unwrapped(stdout)).toContain('ask fs.delete for 2 approvals matches 1 tool');
      const rules = JSON.parse((await bench.toolshed(['policy', 'list', '--json'])).stdout);
      expect(rules.map(({ tools }: { tools: readonly string[] }) => tools.length)).toEqual([1, 1, 0]);
    },
  );

  verifies('policy/explain', 'explains a decision with each rule and grant and why it applies or not', async () => {
    await using bench = await withPolicy();
    const explain = (...args: readonly string[]) => bench.toolshed(['policy', 'explain', ...args]);
    const denied = unwrapped((await explain('fs.write', '--args', '{"path":"a.md","content":""}')).stdout);
    expect(denied).toContain('deny: the strictest rule that applies is');
    expect(denied).toContain('deny fs.delte: its pattern is about other tools');

    await bench.toolshed(['grants', 'add', 'fs.write', '--session', 's', '--yes-as-person']);
    const args = ['fs.write', '--args', '{"path":"drafts/a.md","content":""}', '--session', 's', '--json'];
    expect(JSON.parse((await explain(...args)).stdout)).toMatchObject({
      decision: { kind: 'allow', because: { kind: 'grant' } },
      rules: [{ judgement: { applies: false, because: { kind: 'condition-fails' } } }, {}, {}],
      grants: [{ judgement: { applies: true } }],
      unmatched: ['deny fs.delte'],
    });

    expect(unwrapped((await explain('fs.write')).stdout)).toContain(
      'its condition cannot be judged: "path" is missing',
    );
    expect(unwrapped((await explain('fs.wrte')).stdout)).toContain('there is no such tool here');
    expect((await explain('fs.write', '--args', '{')).exitCode).toBe(2);
  });

  verifies('policy/unmatched', 'has a doctor who finds the misspelt rule', async () => {
    await using bench = await withPolicy();
    const { findings } = JSON.parse((await bench.toolshed(['doctor', '--json'])).stdout);
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'policy', ok: false, detail: 'no tool here matches "deny fs.delte"' }),
    );
  });
});

describe('toolshed grants', () => {
  verifies('grants/scopes', 'are given for once, for ever and under a condition', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "await tools.fs.write({ path: 'drafts/a.txt', content: String(Math.random()) })");
    await bench.write('drafts/README.md', '');
    await bench.write('other.ts', "await tools.fs.write({ path: 'b.txt', content: 'x' })");
    const run = async (program = 'program.ts') => (await bench.toolshed(['run', program])).exitCode;

    expect((await bench.toolshed(['grants', 'add', 'fs.write', '--once', '--yes-as-person'])).exitCode).toBe(0);
    expect([await run(), await run()]).toEqual([0, 3]);

    const when = '{"at":"path","prefix":"drafts/"}';
    const added = await bench.toolshed([
      'grants',
      'add',
      'fs.write',
      '--always',
      '--when',
      when,
      '--yes-as-person',
      '--json',
    ]);
    expect(JSON.parse(added.stdout)).toMatchObject({
      scope: 'always',
      when: JSON.parse(when),
      tool: expect.any(String),
      grantedBy: userInfo().username,
    });
    expect([await run(), await run(), await run('other.ts')]).toEqual([0, 0, 3]);
    expect(unwrapped((await bench.toolshed(['grants'])).stdout)).toContain('only where "path" begins with "drafts/"');
  });

  verifies(
    'grants/scopes',
    'are refused without a scope, with a condition that is none, and for ever where no tool is',
    async () => {
      await using bench = await openWorkbench();
      const add = async (...args: readonly string[]) =>
        (await bench.toolshed(['grants', 'add', '--yes-as-person', ...args])).exitCode;
      expect(await add('fs.write')).toBe(2);
      expect(await add('fs.write', '--always', '--once')).toBe(2);
      expect(await add('fs.write', '--always', '--when', '{"at":"path","regex":"x"}')).toBe(2);
      expect(await add('fs.wrte', '--always')).toBe(2);
      expect(JSON.parse((await bench.toolshed(['grants', '--json'])).stdout).items).toEqual([]);
    },
  );
});

describe('toolshed resume', () => {
  verifies('edit/runs', 'approves with other arguments, and refuses those that do not fit', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "return await tools.fs.write({ path: 'a.txt', content: 'x' })");
    const { executionId } = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
    const resume = (args: string) =>
      bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--args', args, '--json']);
    const refused = await resume('{"path":7,"content":"x"}');
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stdout).error.message).toContain('"args.path"');
    const document = JSON.parse((await resume('{"content":"y","path":"b.txt"}')).stdout);
    expect(document).toMatchObject({ status: 'completed', calls: [{ isEdited: true }] });
    const journal = JSON.parse((await bench.toolshed(['show', executionId, '--journal', '--json'])).stdout);
    expect(journal.find(({ kind }: { kind: string }) => kind === 'answered').args).toContain('b.txt');
  });

  verifies('batch/partial', 'answers several questions with one command, each as it should be', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'program.ts',
      `const write = (path) => tools.fs.write({ path, content: 'x' }).then(() => path, (error) => error.code);
       return await Promise.all([write('a.txt'), write('b.txt')]);`,
    );
    const { executionId, pending } = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
    const [a, b] = pending.map(({ elicitationId }: { elicitationId: string }) => elicitationId);
    const answers = JSON.stringify({ [a]: { approved: true }, [b]: { approved: false } });
    const { stdout } = await bench.toolshed(['resume', executionId, '--answers', answers, '--yes-as-person', '--json']);
    expect(JSON.parse(stdout).value).toEqual(['a.txt', 'tool/declined']);
  });

  verifies('two-person/distinct', 'counts one person once, and says that somebody else has to approve', async () => {
    await using bench = await withPolicy();
    await bench.write('a.txt', 'x');
    await bench.write('program.ts', "return await tools.fs.delete({ path: 'a.txt' })");
    const { executionId } = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
    const own = await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--json']);
    expect(JSON.parse(own.stdout).error.code).toBe('answer/own-execution');
    const create = ['token', 'create', '--yes-as-person', '--kind', 'approver', '--name', 'ada', '--json'];
    const { token } = JSON.parse((await bench.toolshed(create)).stdout);
    const resume = () => bench.toolshed(['resume', executionId, '--approve', '--token', token]);
    for (const { exitCode, stdout } of [await resume(), await resume()]) {
      expect(exitCode).toBe(3);
      expect(unwrapped(stdout)).toContain('1 of 2, by ada; each person counts once');
      expect(unwrapped(stdout)).toContain(`${userInfo().username} started it and does not count`);
    }
    expect(unwrapped((await bench.toolshed(['pending'])).stdout)).toContain('someone else has to approve');
  });

  verifies(
    'two-person/distinct',
    'does not ask the person who started it at the terminal, and leaves it to others',
    async () => {
      await using bench = await withPolicy();
      await bench.write('a.txt', 'x');
      await bench.write('program.ts', "return await tools.fs.delete({ path: 'a.txt' })");
      const terminal = bench.terminal(['run', 'program.ts']);
      await terminal.until('different people have to approve');
      expect(await terminal.exit()).toBe(3);
      expect(terminal.shown).not.toContain('Your decision');
    },
  );
});

describe('a policy made stricter after a question', () => {
  verifies('policy/tightened', 'is reported to the approver: nothing ran', async () => {
    await using bench = await openWorkbench();
    const config = (policy: readonly object[]) =>
      bench
        .write('toolshed.config.json', JSON.stringify({ policy }))
        .then(() => bench.toolshed(['trust', '--yes-as-person']));
    await config([]);
    await bench.write('a.js', `return await tools.fs.write({ path: 'a.md', content: 'x' }).catch(({ code }) => code)`);
    const paused = JSON.parse((await bench.toolshed(['run', 'a.js', '--json'])).stdout);
    await config([{ pattern: 'fs.**', verdict: 'deny' }]);
    const { elicitationId } = paused.paused;
    const { exitCode, stdout, stderr } = await bench.toolshed([
      'resume',
      elicitationId,
      '--approve',
      '--yes-as-person',
    ]);
    expect(exitCode).toBe(1);
    expect(unwrapped(stdout + stderr)).toContain('policy now denies it (deny fs.**)');
    const shown = JSON.parse((await bench.toolshed(['show', paused.executionId, '--json'])).stdout);
    expect(JSON.stringify(shown)).toContain('tool/denied');
  });
});
