// The real command as a server in a process of its own, on a pipe or over HTTP, and the SDK's own clients for it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { JournalEntry, ToolLog } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { createTokenFolder } from '@toolshed/server';
import { compiledOnce } from '../support/compiled-once.ts';

export const QUIET: ToolLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const BIN = fileURLToPath(new URL('../../packages/cli/bin/toolshed.js', import.meta.url));
const TOOLS = fileURLToPath(new URL('./mail-tools.ts', import.meta.url));

export type Carrier = 'stdio' | 'http';

export interface McpBench extends AsyncDisposable {
  readonly folder: string;
  readonly home: string;
  /** A client of its own, connected; on a pipe, to a process of its own. */
  connect(options: ClientOptions, prepare?: (client: Client) => void, flags?: readonly string[]): Promise<Client>;
  /** A transport to a server, for what the SDK's client does not know. */
  transport(flags?: readonly string[]): Promise<Transport>;
  /** Kills every server with SIGKILL; over HTTP another one takes its address. */
  restart(): Promise<void>;
  /** Whom mail was sent to, in order. */
  outbox(): Promise<readonly string[]>;
  journal(id: string): Promise<readonly JournalEntry[]>;
  /** Calls the command as a person in a terminal would. */
  person(...args: readonly string[]): Promise<void>;
}

export async function openMcpBench(carrier: Carrier, flags: readonly string[] = []): Promise<McpBench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'toolshed-mcp-')));
  const folder = join(base, 'work');
  const home = join(base, 'home');
  const outbox = join(base, 'outbox');
  await mkdir(folder);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    TMPDIR: base,
    TOOLSHED_HOME: home,
    OUTBOX: outbox,
    ...compiledOnce(),
  };
  const args = [BIN, 'mcp', '--tools', TOOLS, ...flags];
  const pipes = new Set<StdioClientTransport>();
  const token = carrier === 'http' ? await newToken(home) : '';
  let served = carrier === 'http' ? await serve(args, '0', folder, env) : undefined;

  const transport = async (more: readonly string[] = []): Promise<Transport> => {
    if (served === undefined) {
      const command = { command: process.execPath, args: [...args, '--client', 'bench', ...more], env, cwd: folder };
      const pipe = new StdioClientTransport({ ...command, stderr: 'ignore' });
      pipes.add(pipe);
      return pipe;
    }
    return new StreamableHTTPClientTransport(new URL(served.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
  };
  const kill = async (): Promise<void> => {
    for (const { pid } of pipes) if (pid !== null) process.kill(pid, 'SIGKILL');
    pipes.clear();
    if (served === undefined || served.child.exitCode !== null) return;
    served.child.kill('SIGKILL');
    await once(served.child, 'exit');
  };
  return {
    folder,
    home,
    transport,
    async connect(options, prepare, more) {
      const client = new Client({ name: 'bench', version: '1' }, options);
      prepare?.(client);
      await client.connect(await transport(more));
      return client;
    },
    async restart() {
      const port = served && new URL(served.url).port;
      await kill();
      if (port !== undefined) served = await serve(args, port, folder, env);
    },
    async outbox() {
      const lines = await readFile(outbox, 'utf8').catch(() => '');
      return lines.split('\n').filter((line) => line !== '');
    },
    async journal(id) {
      const store = { sqlite: join(home, 'shed.db') };
      await using shed = await openToolshed({ tools: [], store, wakes: false, prepares: false });
      return await shed.journal(id);
    },
    async person(...words) {
      const child = spawn(process.execPath, [BIN, ...words], { cwd: folder, env, stdio: 'ignore' });
      await once(child, 'exit');
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(base, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function newToken(home: string): Promise<string> {
  const wanted = { kind: 'agent', session: 'bench', name: 'bench' } as const;
  return (await createTokenFolder({ home }).create(wanted)).text;
}

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
}

async function serve(args: readonly string[], port: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawn(process.execPath, [...args, '--http', '--port', port], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /Serving MCP on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error('The server ended before it listened');
}
