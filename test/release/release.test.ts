// What a stranger does with what would be published: from a registry on this machine, in an empty folder.

import { execFileSync } from 'node:child_process';
import { cpSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/published.ts';
import { hostExamples, hostFiles, readExample, statedOutput, withoutVariation } from '../support/examples.ts';
import { notShown } from '../support/not-shown.ts';
import { approveExample, approveLeftPause } from './first-approval.ts';
import { openPublished, type PublishedRegistry } from './registry.ts';
import { installAsReadme, meetStranger, nodeFolder, readmeExample, type Stranger } from './stranger.ts';

const MINUTES = 60_000;
/** The goal is a minute. A machine that is busy elsewhere is slow, not wrong; CI says when it is not. */
const GOAL_SECONDS = process.env['TOOLSHED_QUIET_MACHINE'] === '1' ? 60 : 240;
const TSC = join(root, 'node_modules', '.bin', 'tsc');
const BINARIES = join(import.meta.dirname, 'node_modules', '.bin');

/** What bundled CommonJS asks for, and an ES module does not have. */
const REQUIRE =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);";

const APP = `import { openToolshed } from 'toolshed';
await using shed = await openToolshed({ tools: [], store: 'memory' });
const result = await shed.execute('return 1');
console.log(result.status);`;

let registry: PublishedRegistry;
const tarballs = (): readonly string[] => registry.tarballs;

beforeAll(async () => {
  registry = await openPublished();
}, 5 * MINUTES);

afterAll(() => registry?.close());

describe('the packages', () => {
  it(
    'are what publint and Are the Types Wrong find nothing in',
    () => {
      for (const tarball of tarballs()) {
        const lint = execFileSync(join(BINARIES, 'publint'), [tarball, '--strict'], { encoding: 'utf8' });
        expect(lint).toContain('All good!');
        execFileSync(join(BINARIES, 'attw'), [tarball, '--profile', 'esm-only', '--quiet'], { encoding: 'utf8' });
      }
      expect(tarballs()).toHaveLength(publishedPackages().length);
    },
    3 * MINUTES,
  );

  it('have a licence, a README, the changelog and source maps with their sources', () => {
    for (const tarball of tarballs()) {
      const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
      expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/CHANGELOG.md']));
      const map = files.find((file) => file.endsWith('.js.map'));
      const text = map === undefined ? undefined : execFileSync('tar', ['-xzOf', tarball, map], { encoding: 'utf8' });
      if (text !== undefined) expect(JSON.parse(text).sourcesContent).toHaveLength(1);
    }
  });
});

describe.each([24, 26] as const)('with Node %i, in an empty folder,', (major) => {
  const node = nodeFolder(major);
  if (node === undefined) {
    notShown(`what a stranger does with Node ${major}`, 'npm has no such Node for this machine');
    return;
  }
  let stranger: Stranger & AsyncDisposable;
  let installedMs = 0;

  beforeAll(async () => {
    stranger = await meetStranger(registry, node);
    const began = performance.now();
    const { code, stderr } = await installAsReadme(stranger);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('EBADENGINE') });
    installedMs = performance.now() - began;
  }, 5 * MINUTES);
  afterAll(async () => stranger?.[Symbol.asyncDispose]());

  const toolshed = (...args: readonly string[]) => stranger.call('npx', ['toolshed', ...args]);

  it(
    'the example of the README prints what it says, a minute after nothing was there',
    async () => {
      const { source, output } = await readmeExample();
      await stranger.write('example.ts', source);
      const began = performance.now();
      const { stdout, stderr } = await stranger.call('node', ['example.ts']);
      expect(stderr).toBe('');
      expect(stdout.replace(/behind \S+/, 'behind …')).toBe(output.replace(/behind \S+/, 'behind …'));
      const seconds = (installedMs + performance.now() - began) / 1_000;
      process.stdout.write(`Node ${major}: first approved call ${seconds.toFixed(1)} s after an empty folder\n`);
      expect(seconds).toBeLessThan(GOAL_SECONDS);
    },
    2 * MINUTES,
  );

  it(
    'the examples, copied there, print what they say',
    async () => {
      for (const name of hostFiles()) await stranger.write(`examples/${name}`, readExample(name));
      for (const name of hostExamples()) {
        const { stdout, stderr } = await stranger.call('node', [`examples/${name}`]);
        expect({ name, stderr, printed: withoutVariation(stdout) }).toEqual({
          name,
          stderr: '',
          printed: withoutVariation(statedOutput(readExample(name)) ?? ''),
        });
      }
    },
    5 * MINUTES,
  );

  it(
    'npx toolshed demo shows a pause, an answer and a result',
    async () => {
      const { stdout, code } = await toolshed('demo');
      expect(stdout).toContain('Paused');
      expect(code).toBe(0);
    },
    2 * MINUTES,
  );

  it(
    'a pause in one process is answered in another',
    async () => {
      const open = `import { openToolshed } from 'toolshed';
await using shed = await openToolshed({ tools: [], store: { sqlite: 'shed.db' } });`;
      await stranger.write(
        'ask.ts',
        `${open}
const { executionId } = await shed.execute("return (await elicit({ message: 'Go on?' })).action");
console.log(executionId);`,
      );
      await stranger.write(
        'answer.ts',
        `${open}\nconsole.log(JSON.stringify(await shed.resume(process.argv[2], true)));`,
      );
      const paused = await stranger.call('node', ['ask.ts']);
      const resumed = await stranger.call('node', ['answer.ts', paused.stdout.trim()]);
      expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'completed', value: 'accept' });
    },
    2 * MINUTES,
  );

  it(
    'npx toolshed init writes a tool whose test passes, and an entry that starts what was installed',
    async () => {
      await stranger.write('fresh/package.json', '{ "type": "module" }');
      const written = await toolshed('--folder', 'fresh', 'init', '--yes', '--client', 'claude-code');
      expect({ code: written.code, stderr: written.stderr }).toEqual({ code: 0, stderr: '' });
      expect(written.stdout).toContain('npx toolshed --folder fresh trust');
      const tested = await stranger.call('node', ['--test', 'fresh/tools/notes.test.ts']);
      expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/pass 3\b/) });
      const entry = await readFile(join(stranger.folder, 'fresh', '.mcp.json'), 'utf8');
      const { command, args } = JSON.parse(entry).mcpServers.toolshed;
      const cwd = join(stranger.folder, 'fresh');
      const transport = new StdioClientTransport({ command, args, cwd, env: { ...stranger.env }, stderr: 'ignore' });
      const client = new Client({ name: 'stranger', version: '1.0.0' });
      await client.connect(transport);
      expect(client.getInstructions()).toContain('npx toolshed trust');
      expect((await toolshed('--folder', 'fresh', 'trust', '--yes-as-person')).code).toBe(0);
      const found = await client.callTool({ name: 'search_tools', arguments: { query: 'notes' } });
      expect(JSON.stringify(found)).toContain('notes.add');
      await client.close();
    },
    2 * MINUTES,
  );

  it(
    'npx toolshed mcp serves the official client',
    async () => {
      const transport = new StdioClientTransport({
        command: 'npx',
        args: ['toolshed', 'mcp'],
        cwd: stranger.folder,
        env: { ...stranger.env },
        stderr: 'ignore',
      });
      const client = new Client({ name: 'stranger', version: '1.0.0' });
      await client.connect(transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('execute');
      const result = await client.callTool({ name: 'execute', arguments: { code: 'return 6 * 7' } });
      expect(JSON.stringify(result)).toContain('42');
      await client.close();
    },
    2 * MINUTES,
  );

  it(
    'npx toolshed serve signs a browser in and has an example waiting, which it finishes once approved',
    async () => {
      const { page, approved, execution } = await approveExample(stranger);
      expect(page).toContain('<title>');
      expect(approved).toBeGreaterThan(1);
      expect(execution).toMatchObject({ status: 'completed', session: 'example' });
    },
    2 * MINUTES,
  );

  it(
    'a pause that was left in the terminal waits in the browser, and continues there',
    async () => {
      const { approved, execution, file } = await approveLeftPause(stranger);
      expect({ approved, file }).toEqual({ approved: 1, file: 'Buy bread\nBuy milk\n' });
      expect(execution).toMatchObject({ status: 'completed' });
    },
    2 * MINUTES,
  );

  // Once is enough: neither the types nor what a bundler makes depend on the Node that is called.
  if (major !== 26) return;

  it(
    'the example is valid under strict, for Node and for a bundler',
    async () => {
      const { source } = await readmeExample();
      await stranger.write('typed/example.ts', source);
      await stranger.call('npm', ['install', '--no-save', '@types/node@24']);
      const common = [
        '--strict',
        '--noEmit',
        '--target',
        'es2024',
        '--lib',
        'es2024,esnext.disposable',
        '--types',
        'node',
      ];
      for (const resolution of [
        ['--module', 'nodenext'],
        ['--module', 'esnext', '--moduleResolution', 'bundler'],
      ]) {
        const { stdout, code } = await stranger.call(TSC, [...common, ...resolution, 'typed/example.ts']);
        expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
      }
    },
    3 * MINUTES,
  );

  it(
    'a host in one file works where the packages stay external, or with a copy of the worker, and says so where there is neither',
    async () => {
      await stranger.write('app.mjs', APP);
      const esbuild = join(BINARIES, 'esbuild');
      const common = ['--bundle', '--platform=node', '--format=esm', '--log-level=error'];
      const bundle = async (file: string, ...flags: readonly string[]): Promise<void> => {
        expect(await stranger.call(esbuild, [file, ...common, ...flags])).toMatchObject({ code: 0, stderr: '' });
      };
      await bundle('app.mjs', '--packages=external', '--outfile=external.mjs');
      expect(await stranger.call('node', ['external.mjs'])).toMatchObject({ code: 0, stdout: 'completed\n' });

      // All in one file, where nothing is installed but what has binaries of its own.
      const native = ['--external:isolated-vm', '--external:@napi-rs/keyring', `--banner:js=${REQUIRE}`];
      await stranger.write('copied.mjs', APP.replace("store: 'memory'", "store: 'memory', workerFile: WORKER"));
      await bundle('app.mjs', ...native, '--outfile=deploy/app.mjs');
      await bundle('copied.mjs', ...native, `--define:WORKER="./worker.js"`, '--outfile=deploy/copied.mjs');
      const modules = join(stranger.folder, 'node_modules');
      const deployed = join(stranger.folder, '..', 'deployed');
      renameSync(join(stranger.folder, 'deploy'), deployed);
      for (const name of ['isolated-vm', 'node-gyp-build'])
        cpSync(join(modules, name), join(deployed, 'node_modules', name), { recursive: true });
      const call = (file: string) => stranger.call('sh', ['-c', `cd ../deployed && node ${file}`]);
      const left = await call('app.mjs');
      expect(left.code).toBe(1);
      expect(left.stderr).toMatch(/host\/missing-file|MissingEntryError/);
      expect(left.stderr).toMatch(/Mark toolshed and @toolshed\/\* as external.*workerFile/);
      expect((await call('copied.mjs')).stderr).toContain('there is no file');
      cpSync(join(modules, '@toolshed', 'runtime', 'dist', 'worker.js'), join(deployed, 'worker.js'));
      expect(await call('copied.mjs')).toMatchObject({ code: 0, stdout: 'completed\n' });
    },
    3 * MINUTES,
  );

  const oldest = nodeFolder(20);
  if (oldest === undefined) {
    notShown('what the command says with Node 20', 'npm has no such Node for this machine');
    return;
  }

  it(
    'started by Node 20, the command says what to install',
    async () => {
      const command = ['node_modules/toolshed/bin/toolshed.js', 'run', 'x.ts'];
      const { code, stderr } = await stranger.call(join(oldest, 'node'), command);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/needs 24 or newer.*Install Node 26/s),
      });
    },
    3 * MINUTES,
  );
});
