// `toolshed serve` as a process of its own, which can be stopped, killed and started again on the same data.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTokenFolder } from '@toolshed/server';
import { z } from 'zod';
import { compiledOnce } from './compiled-once.ts';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/toolshed.js', import.meta.url));
const TOOLS = fileURLToPath(new URL('./served-tools.ts', import.meta.url));

/** The address may be that of a proxy, which says nothing of the port. */
const Listening = z.object({ listening: z.url(), port: z.int().optional(), loginUrl: z.string().optional() });

/** All that replies may hold: a test reads what it expects, and fails where that is not there. */
export interface ReplyBody {
  readonly id: string;
  readonly executionId: string;
  readonly planId: string;
  /** Of a plan. */
  readonly digest: string;
  readonly status: string;
  readonly kind: string;
  readonly path: string;
  readonly session: string;
  readonly agent: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly calls: readonly { readonly lateOutcome?: { readonly outcome: string } }[];
  /** A result that a test looks into is checked by it as a whole. */
  readonly value: unknown;
  readonly error: { readonly code: string; readonly message: string };
  readonly paused: { readonly elicitationId: string; readonly request: ReplyRequest };
  readonly pending: readonly { readonly elicitationId: string }[];
  readonly request: ReplyRequest;
  readonly state: string;
  readonly open: readonly string[];
  readonly answer: { readonly by: unknown };
  readonly items: readonly ReplyBody[];
  readonly next: string;
  readonly total: number;
  readonly key: string;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security: readonly unknown[] }>>>>;
}

interface ReplyRequest {
  readonly message: string;
  readonly flow: string;
  readonly url: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the reply is no JSON. */
  readonly body: ReplyBody;
  readonly text: string;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServedHost extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly loginUrl: string;
  readonly folder: string;
  readonly home: string;
  readonly store: string;
  readonly pid: number;
  /** Lines the process wrote to standard output after the first. */
  readonly said: readonly string[];
  call(method: string, path: string, options?: CallOptions): Promise<Answered>;
  /** Makes a token in the data folder. */
  agent(session: string, name?: string): Promise<string>;
  approver(name?: string): Promise<string>;
  command(
    args: readonly string[],
    input?: string,
  ): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }>;
  outbox(): Promise<readonly string[]>;
  /** Ends the process with a signal and resolves with its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>;
  /** Starts it again on the same port and data. */
  start(...args: readonly string[]): Promise<void>;
  /** Starts another process beside it, with the same config, tools and data, on a port of its own. */
  beside(...args: readonly string[]): Promise<NodeBeside>;
}

export interface NodeBeside extends AsyncDisposable, Pick<ServedHost, 'url' | 'pid' | 'call' | 'end'> {}

export interface ServedOptions {
  /** Default: `serve`. */
  readonly command?: readonly string[];
  /** A config, or the text of one that is a module. */
  readonly config?: object | string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function serveHost(options: ServedOptions = {}): Promise<ServedHost> {
  const { command: served = ['serve'], config, args = [], env = {} } = options;
  const base = await realpath(await mkdtemp(join(tmpdir(), 'toolshed-http-')));
  const [folder, home, outbox] = [join(base, 'work'), join(base, 'home'), join(base, 'outbox')];
  await mkdir(folder);
  await writeFile(outbox, '');
  const configFile = join(base, `toolshed.config.${typeof config === 'string' ? 'mjs' : 'json'}`);
  await writeFile(configFile, typeof config === 'string' ? config : JSON.stringify({ tools: {}, ...config }));
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    TMPDIR: base,
    TOOLSHED_HOME: home,
    OUTBOX: outbox,
    ...compiledOnce(),
    ...env,
  };
  const common = ['--config', configFile, '--json'];
  let server: Running = await start(0);

  async function start(port: number, more: readonly string[] = args): Promise<Running> {
    return await running(
      spawn(process.execPath, [BIN, ...common, ...served, '--port', `${port}`, '--tools', TOOLS, ...more], {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  const command: ServedHost['command'] = async (given, input = '') => {
    const child = spawn(process.execPath, [BIN, ...common, ...given], { cwd: folder, env: environment });
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.stdin.end(input);
    const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { exitCode, stdout, stderr };
  };
  const tokens = createTokenFolder({ home });

  return {
    get url() {
      return server.url;
    },
    get port() {
      return server.port;
    },
    get loginUrl() {
      return server.loginUrl;
    },
    get pid() {
      return server.pid;
    },
    get said() {
      return server.said;
    },
    folder,
    home,
    store: join(home, 'shed.db'),
    command,
    agent: async (session, name = 'triage') => (await tokens.create({ kind: 'agent', session, name })).text,
    approver: async (name = 'ada') => (await tokens.create({ kind: 'approver', name })).text,
    call: (method, path, options = {}) => call(server.url, method, path, options),
    outbox: async () => (await readFile(outbox, 'utf8')).split('\n').filter((line) => line !== ''),
    end: (signal) => server.end(signal),
    async start(...more) {
      server = await start(server.port, more);
    },
    async beside(...more) {
      const other = await start(0, [...args, ...more]);
      return {
        url: other.url,
        pid: other.pid,
        call: (method, path, options = {}) => call(other.url, method, path, options),
        end: other.end,
        [Symbol.asyncDispose]: async () => void (await other.end('SIGKILL')),
      };
    },
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      await rm(base, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly url: string;
  readonly port: number;
  readonly loginUrl: string;
  readonly pid: number;
  readonly said: readonly string[];
  end(signal: NodeJS.Signals): Promise<number | null>;
}

async function running(child: ChildProcess): Promise<Running> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new TypeError('it has pipes');
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const complaints = text(stderr);
  const said: string[] = [];
  const first = Promise.withResolvers<string>();
  createInterface({ input: stdout }).on('line', (line) => {
    first.resolve(line);
    said.push(line);
  });
  exited.then(async () => first.reject(new Error(`It did not listen: ${said.join('\n')}${await complaints}`)));
  const line = await first.promise;
  if (!line.endsWith('}')) {
    await exited;
    throw new Error(`It did not listen: ${said.join('\n')}${await complaints}`);
  }
  const { listening, port, loginUrl = '' } = Listening.parse(JSON.parse(line));
  const address = new URL(listening);
  return {
    url: address.origin,
    port: port ?? Number(address.port),
    loginUrl,
    pid: child.pid ?? 0,
    said,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return await exited;
    },
  };
}

async function call(
  url: string,
  method: string,
  path: string,
  { token, body, headers }: CallOptions,
): Promise<Answered> {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: JSON.parse(isJson ? text : '{}'), text };
}
