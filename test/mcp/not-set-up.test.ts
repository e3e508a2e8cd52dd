// A server whose config cannot be used: it starts, runs nothing, and says what a person has to do. What would be an exit
// code to a person is "failed to connect" in a client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createTokenFolder } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { BIN, openWorkbench, type Workbench } from '../scenarios/cli-process.ts';
import { compiledOnce } from '../support/compiled-once.ts';
import { verifies } from '../support/verifies.ts';
import { LEGACY, MODERN, SILENT } from './clients.ts';
import { showing } from './shown-view.ts';

const GOOD = '{ "limits": { "calls": 7 } }';

const environmentOf = (bench: Workbench) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: bench.folder,
  TOOLSHED_HOME: bench.home,
  TOOLSHED_LOG: 'silent',
  npm_config_user_agent: 'npm/11.0.0',
  npm_command: 'exec',
  ...compiledOnce(),
});

async function connect(bench: Workbench, options: ClientOptions = SILENT): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, options);
  const args = [BIN, 'mcp', '--client', 'bench'];
  const env = environmentOf(bench);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: bench.folder, stderr: 'ignore' }),
  );
  return client;
}

const execute = (client: Client) => client.callTool({ name: 'execute', arguments: { code: 'return 6 * 7' } });
const textOf = (result: Awaited<ReturnType<typeof execute>>): string => JSON.stringify(result.content);

/** A person at a terminal. */
const trust = (bench: Workbench) => bench.toolshed(['trust', '--yes-as-person']);

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

describe('a server whose config nobody has trusted', () => {
  verifies.each('config/not-set-up', [
    ['2025', LEGACY],
    ['2026-07-28', MODERN],
  ] as const)(
    'tells a client of %s so in its instructions and in every reply, and works once it is',
    async (_, options) => {
      await using bench = await openWorkbench();
      const proof = join(bench.folder, 'ran');
      await bench.write(
        'toolshed.config.ts',
        `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(proof)}, '');\nexport default {};\n`,
      );
      const client = await connect(bench, options);
      expect(client.getInstructions()).toContain('Toolshed is not set up');
      expect(client.getInstructions()).toContain('`npx toolshed trust` in their own terminal');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('execute');
      for (const [name, args] of [
        ['execute', { code: 'return 1' }],
        ['search_tools', { query: 'x' }],
        ['resume', { execution_id: 'exec_x', approved: true }],
        ['get_execution', {}],
      ] as const) {
        const reply = await client.callTool({ name, arguments: args });
        expect(reply).toMatchObject({ isError: true });
        expect(textOf(reply)).toContain('config/not-set-up: Toolshed is not set up, and nothing was run');
        expect(textOf(reply)).toContain('`npx toolshed trust` in their own terminal');
        expect(textOf(reply)).not.toMatch(/yes-as-person|--approve|--token/);
      }
      expect(await isThere(proof)).toBe(false);
      expect(await isThere(join(bench.home, 'shed.db'))).toBe(false);
      await trust(bench);
      expect(await execute(client)).toMatchObject({ ...showing({ status: 'completed', value: 42 }) });
      expect(await isThere(proof)).toBe(true);
      await client.close();
    },
  );

  verifies('config/not-set-up', 'a server whose config changed since it was trusted says so', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', GOOD);
    await trust(bench);
    await bench.write('toolshed.config.json', '{ "limits": { "calls": 8 } }');
    const client = await connect(bench);
    expect(textOf(await execute(client))).toContain('it changed since you trusted it');
    await trust(bench);
    expect(await execute(client)).toMatchObject({ ...showing({ value: 42 }) });
    await client.close();
  });
});

describe('a server whose config is broken', () => {
  verifies.each('config/not-set-up', [
    ['is not JSON', 'toolshed.config.json', '{ "limits": ', 'JSON'],
    ['has a wrong key', 'toolshed.config.json', '{ "limit": {} }', 'limit'],
    ['throws on import', 'toolshed.config.ts', `throw new Error('no such luck');\n`, 'no such luck'],
  ])('a config that %s names the problem, and works once corrected and trusted', async (_, name, text, problem) => {
    await using bench = await openWorkbench();
    await bench.write(name, text);
    await trust(bench);
    const client = await connect(bench);
    expect(client.getInstructions()).toContain(problem);
    const refused = textOf(await execute(client));
    expect(refused).toContain(problem);
    expect(refused).toContain('`npx toolshed doctor`');
    await bench.write(name, name.endsWith('.json') ? GOOD : `export default ${GOOD};\n`);
    expect(textOf(await execute(client))).toContain('`npx toolshed trust`');
    await trust(bench);
    expect(await execute(client)).toMatchObject({ ...showing({ value: 42 }) });
    await client.close();
  });

  verifies('config/not-set-up', 'says so when a tool module throws on import', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', '{ "modules": ["./tools.ts"] }');
    await bench.write('tools.ts', `throw new Error('tools are out');\n`);
    await trust(bench);
    const client = await connect(bench);
    expect(textOf(await execute(client))).toContain('tools are out');
    await client.close();
  });
});

describe('over HTTP', () => {
  verifies.each('config/not-set-up', [[['mcp', '--http']], [['serve', '--no-example']]])(
    'the server of %j waits, says so, and serves at the same address once the config is trusted',
    async (command) => {
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.json', GOOD);
      const { text: token } = await createTokenFolder({ home: bench.home }).create({
        kind: 'agent',
        session: 'bench',
        name: 'bench',
      });
      const child = spawn(process.execPath, [BIN, '--json', ...command, '--port', '0'], {
        cwd: bench.folder,
        env: environmentOf(bench),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const announced = async () => JSON.parse((await lines.next()).value ?? '{}');
      const { waiting, because } = await announced();
      expect(because).toContain('`npx toolshed trust`');
      const url = new URL(waiting);
      const open = async (options: ClientOptions): Promise<Client> => {
        const client = new Client({ name: 'bench', version: '1' }, options);
        const requestInit = { headers: { authorization: `Bearer ${token}` } };
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
        return client;
      };
      for (const options of [LEGACY, MODERN]) {
        const client = await open(options);
        expect(client.getInstructions()).toContain('Toolshed is not set up');
        expect(textOf(await execute(client))).toContain('`npx toolshed trust`');
        await client.close();
      }
      expect((await fetch(new URL('/healthz', url))).status).toBe(200);
      expect((await fetch(new URL('/readyz', url))).status).toBe(503);
      expect((await fetch(url, { method: 'POST' })).status).toBe(401);
      const modern = await open(MODERN);
      await trust(bench);
      const { listening } = await announced();
      expect(new URL(listening).port).toBe(url.port);
      expect(await execute(modern)).toMatchObject({ ...showing({ value: 42 }) });
      await modern.close();
      child.kill('SIGTERM');
      const [exitCode] = await once(child, 'exit');
      expect(exitCode).toBe(0);
    },
  );

  verifies('config/not-set-up', 'a server that waits ends when it is asked to', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', GOOD);
    const child = spawn(process.execPath, [BIN, '--json', 'serve', '--port', '0'], {
      cwd: bench.folder,
      env: environmentOf(bench),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(createInterface(child.stdout), 'line');
    child.kill('SIGTERM');
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(0);
  });
});
