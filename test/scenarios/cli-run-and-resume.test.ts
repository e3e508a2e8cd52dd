import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { EXAMPLES, KEY, openWorkbench, type Workbench } from './cli-process.ts';

const idIn = (text: string): string => /exec_[\w-]+/.exec(text)?.[0] ?? '';
const questionsIn = (text: string): readonly string[] => [...new Set(text.match(/elic_[\w-]+/g) ?? [])];

/** Text without the line breaks of its layout. */
const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');

async function withNotes(bench: Workbench): Promise<void> {
  await cp(EXAMPLES, join(bench.folder, 'examples'), { recursive: true });
}

const allFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort();

describe('toolshed run in a pipe', () => {
  verifies(
    ['start/run-pauses', 'start/resume-elsewhere'],
    'stops at the gate, is listed by another process, and continues in a third',
    async () => {
      await using bench = await openWorkbench();
      await withNotes(bench);
      const before = await allFiles(join(bench.folder, 'examples/notes'));

      const paused = await bench.toolshed(['run', 'examples/tidy-notes.ts']);
      const id = idIn(paused.stdout);
      const scratch = /scratch copy: (\S+)/.exec(paused.stdout)?.[1] ?? '';
      expect(paused).toMatchObject({ exitCode: 3, stderr: '' });
      expect(paused.stdout).toContain('4 questions wait for a person');
      expect(paused.stdout.match(/npx toolshed resume elic_\w+$/gm)).toHaveLength(4);
      expect(paused.stdout).not.toContain('--approve');
      expect(await allFiles(scratch)).toEqual(before);

      const pending = await bench.toolshed(['pending'], { cwd: '/' });
      expect(pending.exitCode).toBe(0);
      expect(questionsIn(pending.stdout)).toHaveLength(4);

      const resumed = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--all'], { cwd: '/' });
      expect(resumed.stderr).toBe('');
      expect(resumed.exitCode).toBe(0);
      expect(resumed.stdout).toContain('Completed');
      expect(resumed.stdout).toContain('"changed": 4');
      expect(resumed.stdout).not.toContain('Read 8 notes');
      expect(await allFiles(scratch)).toHaveLength(before.length - 3);
      expect(await readFile(join(scratch, 'README.md'), 'utf8')).toContain('[Talk about tides](drafts/talk.md)');
      expect(await allFiles(join(bench.folder, 'examples/notes'))).toEqual(before);
      expect((await bench.toolshed(['pending'])).stdout).toContain('Nothing waits');
    },
  );

  verifies(
    ['start/resume-elsewhere', 'pause/parallel'],
    'takes answers one by one, and a refusal reaches the program',
    async () => {
      await using bench = await openWorkbench();
      await withNotes(bench);
      const paused = await bench.toolshed(['run', 'examples/tidy-notes.ts', '--json']);
      const { executionId, pending } = JSON.parse(paused.stdout);
      const [first, second] = pending.map((one: { elicitationId: string }) => one.elicitationId);

      const denied = await bench.toolshed(['resume', first, '--deny', '--reason', 'I need it']);
      expect(denied.exitCode).toBe(3);
      expect(denied.stdout).toContain('3 questions wait');
      const approved = await bench.toolshed([
        'resume',
        executionId,
        '--approve',
        '--yes-as-person',
        '--elicitation',
        second,
      ]);
      expect(approved.stdout).toContain('2 questions wait');
      const done = await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--all']);
      expect(done.exitCode).toBe(0);
      expect(unwrapped(done.stdout)).toContain('(I need it)');
      expect(done.stdout).toContain('"changed": 3');
    },
  );

  verifies(
    'start/scratch',
    'reads a program from standard input and works in the folder it was called in',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('sub/a.txt', 'hello');
      const input = "return (await tools.fs.read({ path: 'a.txt' })).content";
      const result = await bench.toolshed(['run', '-', '--json'], { cwd: 'sub', input });
      expect(result.exitCode).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({ status: 'completed', value: 'hello' });
    },
  );

  verifies(
    'start/resume-elsewhere',
    'resumes in the folder the execution was started in, wherever it is called',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('sub/program.ts', "await tools.fs.write({ path: 'made.txt', content: 'x' })");
      const paused = await bench.toolshed(['run', 'program.ts'], { cwd: 'sub' });
      const resumed = await bench.toolshed(['resume', idIn(paused.stdout), '--approve', '--yes-as-person'], {
        cwd: '/',
      });
      expect(resumed.exitCode).toBe(0);
      expect(await readFile(join(bench.folder, 'sub/made.txt'), 'utf8')).toBe('x');
    },
  );

  it('fails with 1 and the line when the program throws', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "const a: number = 1;\nthrow new Error('no more');\n");
    const result = await bench.toolshed(['run', 'program.ts']);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain('Failed at line 2');
    expect(result.stdout).toContain('no more');
  });

  verifies('durable/idempotent-start', 'starts once for one idempotency key', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "await tools.fs.write({ path: 'a', content: 'x' })");
    const args = ['run', 'program.ts', '--idempotency-key', 'k1', '--json'];
    const first = JSON.parse((await bench.toolshed(args)).stdout);
    const second = JSON.parse((await bench.toolshed(args)).stdout);
    expect(second.executionId).toBe(first.executionId);
  });

  verifies('start/resume-elsewhere', 'answers a choice and a form with --data', async () => {
    await using bench = await openWorkbench();
    await withNotes(bench);
    const asked = await bench.toolshed(['run', 'examples/ask-a-person.ts']);
    const id = idIn(asked.stdout);
    expect(asked.exitCode).toBe(3);
    expect(asked.stdout).toContain('The program asks you something');
    expect(asked.stdout).toMatch(/npx toolshed resume elic_\w+\n/);

    const form = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--data', '"harbour"']);
    expect(form.exitCode).toBe(3);
    expect(form.stdout).toContain('Noted: harbour');
    const [question = ''] = /elic_\w+/.exec(form.stdout) ?? [];
    const data = JSON.stringify({ people: 7, date: '2026-11-06' });
    const done = await bench.toolshed(['resume', question, '--approve', '--yes-as-person', '--data', data, '--json']);
    expect(done.exitCode).toBe(0);
    expect(JSON.parse(done.stdout).value).toMatchObject({ trip: 'harbour', booked: true, details: { people: 7 } });
  });
});

describe('toolshed show', () => {
  it('marks the lines that wait, and tells calls, questions and logs', async () => {
    await using bench = await openWorkbench();
    await withNotes(bench);
    const id = idIn((await bench.toolshed(['run', 'examples/tidy-notes.ts'])).stdout);
    const shown = await bench.toolshed(['show', id]);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toMatch(/^▶ \d+ │ const deletions = /m);
    expect(shown.stdout).toContain('fs.delete');
    expect(shown.stdout).toContain('waiting');
    expect(shown.stdout).toContain('Read 8 notes');
    const journal = await bench.toolshed(['show', id, '--journal', '--json']);
    expect(JSON.parse(journal.stdout)[0]).toMatchObject({ kind: 'started', seq: 0 });
  });

  it('keeps every line within 80 columns', async () => {
    await using bench = await openWorkbench();
    await withNotes(bench);
    const paused = await bench.toolshed(['run', 'examples/tidy-notes.ts']);
    const lines = paused.stdout
      .split('\n')
      .filter((line) => !line.includes('npx toolshed') && !line.includes('scratch copy'));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('toolshed cancel', () => {
  verifies('durable/cancel', 'ends a paused execution for good', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "await tools.fs.write({ path: 'a', content: 'x' })");
    const id = idIn((await bench.toolshed(['run', 'program.ts'])).stdout);
    const cancelled = await bench.toolshed(['cancel', id, '--reason', 'by mistake']);
    expect(cancelled.exitCode).toBe(0);
    expect(cancelled.stdout).toContain('by mistake');
    expect((await bench.toolshed(['list', '--status', 'cancelled'])).stdout).toContain(id);
    expect(await readdir(bench.folder)).toEqual(['program.ts']);
  });
});

describe('toolshed demo', () => {
  verifies('inbox/first-start', 'leaves the example to the first start of a server', async () => {
    await using bench = await openWorkbench();
    const sessions = async () => {
      const { items } = JSON.parse((await bench.toolshed(['list', '--json'])).stdout);
      return items.map(({ session }: { readonly session: string }) => session);
    };
    expect(await bench.toolshed(['demo'])).toMatchObject({ exitCode: 0 });
    const server = bench.terminal(['serve', '--port', '0']);
    await server.until('Sign a browser in');
    await expect.poll(sessions, { timeout: 20_000 }).toEqual(['example', 'demo']);
    server.press(KEY.ctrlC);
    expect(await server.exit()).toBe(0);
    const again = bench.terminal(['serve', '--port', '0']);
    await again.until('Sign a browser in');
    again.press(KEY.ctrlC);
    expect(await again.exit()).toBe(0);
    expect(await sessions()).toEqual(['example', 'demo']);
  });

  verifies('start/demo', 'shows the pause, answers it, says so, and ends with 0', async () => {
    await using bench = await openWorkbench();
    const demo = await bench.toolshed(['demo']);
    expect(demo.stderr).toBe('');
    expect(demo.exitCode).toBe(0);
    expect(demo.stdout).toContain('4 questions wait for a person');
    expect(demo.stdout).toContain('the demo answers for you');
    expect(demo.stdout).toContain('Completed');
  });
});

describe('two processes on one data folder', () => {
  verifies('input/two-processes', 'both pause at the gate, and both are resumed', async () => {
    await using bench = await openWorkbench();
    await bench.write('a.ts', "await tools.fs.write({ path: 'a.txt', content: 'a' })");
    await bench.write('b.ts', "await tools.fs.write({ path: 'b.txt', content: 'b' })");
    const paused = await Promise.all([bench.toolshed(['run', 'a.ts']), bench.toolshed(['run', 'b.ts'])]);
    expect(paused.map(({ exitCode }) => exitCode)).toEqual([3, 3]);
    const resumed = await Promise.all(
      paused.map(({ stdout }) => bench.toolshed(['resume', idIn(stdout), '--approve', '--yes-as-person'])),
    );
    expect(resumed.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await readdir(bench.folder)).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
  });

  verifies('durable/one-answer', 'carry out one answer when both give it at once', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "return await tools.fs.write({ path: 'a.txt', content: 'a' })");
    const id = idIn((await bench.toolshed(['run', 'program.ts'])).stdout);
    await Promise.all([1, 2].map(() => bench.toolshed(['resume', id, '--approve', '--yes-as-person'])));
    const journal = JSON.parse((await bench.toolshed(['show', id, '--journal', '--json'])).stdout);
    const kinds = journal.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'answered')).toHaveLength(1);
    expect(kinds.filter((kind: string) => kind === 'invoking')).toHaveLength(1);
    expect(kinds.at(-1)).toBe('completed');
  });
});

describe('toolshed take-over', () => {
  verifies(
    'owners/take-over',
    'continues an execution whose process hangs, and that process does nothing more about it',
    async () => {
      await using bench = await openWorkbench();
      await bench.write(
        'tools.mjs',
        `import { existsSync, writeFileSync } from 'node:fs';
import { defineTool } from '${import.meta.resolve('@toolshed/kernel')}';
export default [defineTool({
  path: 'app.hold', description: 'Holds the first time', input: { type: 'object' }, destructive: false,
  handler: ({ signal }) => {
    if (existsSync('held')) return 'taken';
    writeFileSync('held', String(process.pid));
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('over'))));
  },
})];`,
      );
      await bench.write('program.ts', 'return await tools.app.hold({})');
      const first = bench.toolshed(['run', 'program.ts', '--tools', 'tools.mjs', '--json']);
      const held = join(bench.folder, 'held');
      await expect.poll(() => readFile(held, 'utf8').catch(() => '')).not.toBe('');
      const pid = Number(await readFile(held, 'utf8'));
      // A safe call may run before its execution is on disk.
      const listed = async () => JSON.parse((await bench.toolshed(['list', '--json'])).stdout).items;
      await expect.poll(async () => (await listed()).length).toBe(1);
      process.kill(pid, 'SIGSTOP');
      try {
        const [{ id }] = await listed();
        const taken = await bench.toolshed(['take-over', id]);
        expect(taken.exitCode).toBe(0);
        expect(taken.stdout).toContain('taken');
        const journal = JSON.parse((await bench.toolshed(['show', id, '--journal', '--json'])).stdout);
        expect(journal).toContainEqual(expect.objectContaining({ kind: 'taken-over' }));
        expect((await bench.toolshed(['take-over', 'exec_none'])).exitCode).toBe(2);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      expect(JSON.parse((await first).stdout)).toMatchObject({ status: 'completed', value: 'taken' });
    },
  );
});
