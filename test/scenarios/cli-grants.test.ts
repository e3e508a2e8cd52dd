import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

const WRITE = "await tools.fs.write({ path: 'a.txt', content: 'x' })";

describe('grants', () => {
  verifies(
    ['session/remember', 'session/scoped'],
    'let calls pass in their session, ask in another, and ask again once cleared',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', WRITE);
      const run = async (session: string): Promise<number | null> =>
        (await bench.toolshed(['run', 'program.ts', '--session', session])).exitCode;

      expect(await run('monday')).toBe(3);
      const added = await bench.toolshed([
        'grants',
        'add',
        'fs.write',
        '--session',
        'monday',
        '--yes-as-person',
        '--json',
      ]);
      expect(JSON.parse(added.stdout)).toMatchObject({ pattern: 'fs.write', scope: 'session', session: 'monday' });
      expect(await run('monday')).toBe(0);
      expect(await run('tuesday')).toBe(3);

      expect((await bench.toolshed(['grants'])).stdout).toContain('session "monday"');
      expect((await bench.toolshed(['grants', 'clear', '--session', 'monday'])).stdout).toContain('Revoked 1 grant');
      expect(await run('monday')).toBe(3);
    },
  );

  verifies('session/remember', 'are given with an answer, and revoked by id', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    const args = ['run', 'program.ts', '--session', 's', '--json'];
    const { executionId } = JSON.parse((await bench.toolshed(args)).stdout);
    await bench.toolshed(['resume', executionId, '--approve', '--yes-as-person', '--remember', 'session']);
    expect((await bench.toolshed(args)).exitCode).toBe(0);

    const [grant] = JSON.parse((await bench.toolshed(['grants', '--json'])).stdout).items;
    expect((await bench.toolshed(['grants', 'revoke', grant.id])).exitCode).toBe(0);
    expect((await bench.toolshed(args)).exitCode).toBe(3);
  });

  verifies('session/exact', 'cover their path and no other', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', WRITE);
    await bench.toolshed(['grants', 'add', 'fs.writ', '--session', 's', '--yes-as-person']);
    await bench.toolshed(['grants', 'add', 'fs.write.x', '--session', 's', '--yes-as-person']);
    expect((await bench.toolshed(['run', 'program.ts', '--session', 's'])).exitCode).toBe(3);
  });
});
