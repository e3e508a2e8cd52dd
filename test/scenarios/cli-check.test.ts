import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

describe('toolshed check', () => {
  verifies('check/command', 'shows each problem with its line and a caret, and exits with 1', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'wrong.ts',
      `const all = await tools.fs.list({ path: '.' });\nreturn await tools.fs.raed({ path: 'a' });\n`,
    );
    const { stdout, exitCode } = await bench.toolshed(['check', 'wrong.ts']);
    expect(stdout).toMatch(
      /^2:23 {2}There is no tools\.fs\.raed: did you mean tools\.fs\.read.*\n {4}return await .*\n {26}\^$/m,
    );
    expect(exitCode).toBe(1);
    await bench.write('unreadable.ts', 'const a = ;\n');
    expect(await bench.toolshed(['check', 'unreadable.ts'])).toMatchObject({
      exitCode: 1,
      stdout: '1:11  This cannot be read: Expression expected.\n    const a = ;\n              ^\n',
    });
    const json = await bench.toolshed(['check', 'wrong.ts', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ problems: [{ line: 2, column: 23 }] });
  });

  verifies(
    'check/command',
    'exits with 0 for a program that fits, without running it, and with 2 for none',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('right.ts', `return await tools.fs.delete({ path: 'a' })`);
      expect(await bench.toolshed(['check', 'right.ts'])).toMatchObject({ exitCode: 0, stdout: 'No problems.\n' });
      expect((await bench.toolshed(['check', 'none.ts'])).exitCode).toBe(2);
      expect(JSON.parse((await bench.toolshed(['list', '--json'])).stdout)).toMatchObject({ items: [] });
    },
  );
});
