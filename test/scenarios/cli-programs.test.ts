import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench, type Workbench } from './cli-process.ts';

const WRITE = `// Writes a note.
const { name = 'none' } = input ?? {};
if (name === 'none') return 'nothing to write';
return await tools.fs.write({ path: name, content: 'x' });`;

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const PERSON = '--yes-as-person';

async function saved(bench: Workbench): Promise<void> {
  await bench.write('note.ts', WRITE);
  await bench.write('schema.json', JSON.stringify(SCHEMA));
  const { executionId } = JSON.parse((await bench.toolshed(['run', 'note.ts', '--json'])).stdout);
  const save = ['save', executionId, '--as', 'team.note', '--input', 'schema.json'];
  const alone = await bench.toolshed(save);
  expect([alone.exitCode, alone.stderr]).toEqual([2, expect.stringContaining('was not typed in a terminal')]);
  const done = await bench.toolshed([...save, PERSON]);
  expect(done.stdout).toContain('Saved as team.note, version 1: Writes a note.');
}

describe('toolshed save, programs and run --program', () => {
  verifies(
    ['programs/tool', 'programs/people', 'programs/gated'],
    'save a completed program for a person, list it, run it with its arguments, and ask at each call inside',
    async () => {
      await using bench = await openWorkbench();
      await saved(bench);
      expect((await bench.toolshed(['programs'])).stdout).toContain('team.note');
      const shown = await bench.toolshed(['programs', 'show', 'team.note']);
      expect(shown.stdout).toContain('tools.fs.write({ path: name');
      expect((await bench.toolshed(['tools', 'describe', 'team.note'])).stdout).toContain('name: string');

      const run = ['run', '--program', 'team.note', '--input', '{"name":"a.txt"}', '--session', 's', '--json'];
      const paused = await bench.toolshed(run);
      expect(paused.exitCode).toBe(3);
      const { executionId } = JSON.parse(paused.stdout);
      const done = await bench.toolshed(['resume', executionId, '--approve', PERSON, '--json']);
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'completed' });

      const grant = ['grants', 'add', 'fs.write', '--always', '--program', 'team.note', PERSON];
      const when = ['--when', '{"at":"path","equals":"b.txt"}'];
      expect((await bench.toolshed([...grant, ...when])).stdout).toContain('in team.note, version 1');
      const again = ['run', '--program', 'team.note', '--input', '{"name":"b.txt"}'];
      expect((await bench.toolshed(again)).exitCode).toBe(0);
      expect((await bench.toolshed(run)).exitCode).toBe(3);

      expect((await bench.toolshed(['programs', 'delete', 'team.note'])).exitCode).toBe(2);
      expect((await bench.toolshed(['programs', 'delete', 'team.note', PERSON])).exitCode).toBe(0);
      const gone = await bench.toolshed(again);
      expect([gone.exitCode, gone.stderr]).toEqual([2, expect.stringContaining('no such program is saved')]);
    },
  );

  verifies('programs/tool', 'number the versions that two processes save at once, each its own', async () => {
    await using bench = await openWorkbench();
    await saved(bench);
    const { executionId } = JSON.parse((await bench.toolshed(['run', 'note.ts', '--json'])).stdout);
    const save = () => bench.toolshed(['save', executionId, '--as', 'team.note', PERSON, '--json']);
    const both = await Promise.all([save(), save(), save()]);
    const versions = both.map(({ stdout }) => JSON.parse(stdout).version);
    expect(versions.sort()).toEqual([2, 3, 4]);
    const show = await bench.toolshed(['programs', 'show', 'team.note', '--json']);
    expect(JSON.parse(show.stdout)).toMatchObject({ version: 4 });
  });
});

describe('toolshed schedule', () => {
  verifies('schedules/people', 'adds for a person, shows, pauses, resumes and removes', async () => {
    await using bench = await openWorkbench();
    await saved(bench);
    const add = ['schedule', 'add', 'team.note', '--cron', '* * * * *', '--input', '{"name":"c.txt"}', '--json'];
    expect((await bench.toolshed(add)).exitCode).toBe(2);
    const { id, session } = JSON.parse((await bench.toolshed([...add, PERSON])).stdout);
    expect((await bench.toolshed(['schedule', 'list'])).stdout).toContain('team.note');
    expect((await bench.toolshed(['schedule', 'pause', id])).exitCode).toBe(0);
    expect((await bench.toolshed(['schedule', 'show', id])).stdout).toContain('Paused by');
    expect((await bench.toolshed(['schedule', 'resume', id, PERSON])).stdout).toContain('Next at');
    expect(session).toContain(id);
    const wrong = await bench.toolshed(['schedule', 'add', 'team.note', '--cron', 'monday', PERSON]);
    expect(wrong.stderr).toContain('it has five fields');
    expect((await bench.toolshed(['schedule', 'remove', id])).exitCode).toBe(0);
    expect((await bench.toolshed(['schedule'])).stdout).toContain('No schedules.');
  });
});
