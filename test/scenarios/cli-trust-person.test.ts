// Trust is a person's word: an agent that writes a config and has a shell, but no terminal, cannot give it.

import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { KEY, openWorkbench } from './cli-process.ts';

const ALLOW = '{ "policy": [{ "pattern": "fs.write", "verdict": "allow" }] }';
const WRITE = 'await tools.fs.write({ path: "owned.txt", content: "x" })';

describe('trust', () => {
  verifies(
    'config/trust-person',
    'is not given without a terminal, and nobody there is told a command that gives it',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.json', ALLOW);
      await bench.write('program.ts', WRITE);
      for (const args of [['run', 'program.ts'], ['trust'], ['trust', '--json'], ['trust', '--token', 'tok']]) {
        const { exitCode, stdout, stderr } = await bench.toolshed(args);
        expect(exitCode).toBe(2);
        expect(stdout + stderr).not.toMatch(/toolshed trust|yes-as-person/);
      }
      const listed = await bench.toolshed(['trust', '--list', '--json']);
      expect(JSON.parse(listed.stdout)).toEqual([]);
    },
  );

  verifies('config/trust-person', 'is recorded with who gave it, when and how', async () => {
    await using bench = await openWorkbench();
    const file = await bench.write('toolshed.config.json', ALLOW);
    expect((await bench.toolshed(['trust', '--yes-as-person'])).exitCode).toBe(0);
    const [record] = JSON.parse((await bench.toolshed(['trust', '--list', '--json'])).stdout);
    expect(record).toMatchObject({ file, channel: 'cli-unattended', at: expect.any(Number) });
    await bench.write('program.ts', 'return 1');
    expect((await bench.toolshed(['run', 'program.ts'])).exitCode).toBe(0);
  });

  verifies(
    'config/trust-person',
    'is asked for in a terminal, with the config in view, and can be refused',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.json', ALLOW);
      const refusing = bench.terminal(['trust']);
      await refusing.until('"verdict": "allow"');
      await refusing.until('Use it?');
      refusing.press(KEY.enter);
      expect(await refusing.exit()).toBe(2);
      const trusting = bench.terminal(['trust']);
      await trusting.until('Use it?');
      trusting.press(KEY.down + KEY.enter);
      expect(await trusting.exit()).toBe(0);
      const [record] = JSON.parse((await bench.toolshed(['trust', '--list', '--json'])).stdout);
      expect(record).toMatchObject({ channel: 'terminal' });
    },
  );
});

describe('a config by another name', () => {
  verifies.each('config/trust-person', ['mjs', 'js', 'mts'])('is read as .%s', async (extension) => {
    await using bench = await openWorkbench();
    await bench.write(`toolshed.config.${extension}`, `export default { limits: { calls: 7 } };`);
    const { exitCode, stderr } = await bench.toolshed(['list']);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('you have not trusted it yet');
    expect((await bench.toolshed(['trust', '--yes-as-person'])).exitCode).toBe(0);
    expect((await bench.toolshed(['list'])).exitCode).toBe(0);
  });

  verifies('config/trust-person', 'is not passed over in silence', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.cjs', 'module.exports = {}');
    const { exitCode, stderr } = await bench.toolshed(['list']);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('toolshed.config.mjs');
  });
});

describe('what an agent reads', () => {
  verifies(['config/trust-person', 'cli/named'], 'names no way to approve without a person', async () => {
    await using bench = await openWorkbench();
    const resumed = await bench.toolshed(['resume', 'elic_x']);
    expect(resumed.exitCode).toBe(2);
    expect(resumed.stderr).not.toMatch(/--approve|--action|yes-as-person/);
    for (const args of [['resume'], ['grants', 'add'], ['token', 'create'], ['trust']]) {
      const { stdout } = await bench.toolshed([...args, '--help']);
      expect(stdout).toContain('Usage:');
      expect(stdout).not.toMatch(/yes-as-person|\$ toolshed resume.*--approve/);
    }
    expect((await bench.toolshed(['--help'])).stdout).toContain('4 answered already');
  });
});

describe('a terminal that does not know its width', () => {
  verifies.each(['config/trust-person', 'cli/narrow'], [0, 1, 5])(
    'a terminal of %i columns shows the whole config',
    async (columns) => {
      await using bench = await openWorkbench();
      await bench.write('program.ts', WRITE);
      const screen = bench.terminal(['run', join(bench.folder, 'program.ts')], { columns });
      await screen.until('owned.txt');
      screen.press(KEY.ctrlC);
      expect(await screen.exit()).not.toBe(1);
      expect(screen.shown).not.toContain('Invalid count');
    },
  );
});
