import { createElicit, definePlugin, defineTool, InvalidOptionsError } from '@toolshed/kernel';
import {
  createMemoryStore,
  fsPlugin,
  httpPlugin,
  openSqliteStore,
  openToolshed,
  shellPlugin,
  sqlPlugin,
  type Toolshed,
} from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

// What a stranger writes, in JavaScript, before having read the documentation; and all that the error says.

const given = (value: unknown) => Object(value);
const words = (text: string) => JSON.parse(JSON.stringify(text));
const open = (options: object) => () => openToolshed(given({ tools: [], store: 'memory', ...options }));
const tool = { path: 'a.b', description: 'A tool', input: z.object({}), handler: () => 1 };
const OPEN = 'Cannot open the toolshed: ';
const STORE =
  '"memory", { sqlite: "path/to/file" }, { postgres: "postgres://…" } or a store made with createMemoryStore, openSqliteStore or openPostgresStore';

type Case = readonly [what: string, call: () => unknown, message: string];

const OPENED: readonly Case[] = [
  ['no options', () => openToolshed(given(undefined)), `${OPEN.trim()}\n  "tools" is missing`],
  ['a list', () => openToolshed(given([])), `${OPEN}the options must be an object, got a list`],
  ['no tools', open({ tools: undefined }), `${OPEN}"tools" is missing: it must be a list of tools and plugins`],
  ['one tool', open({ tools: defineTool(tool) }), `${OPEN}"tools" must be a list of tools and plugins, got an object`],
  ['a bare tool', open({ tools: [tool] }), `${OPEN}"tools.0" must be a tool made with defineTool, or a plugin made`],
  ['a name for a tool', open({ tools: ['fs'] }), 'or sqlPlugin, got "fs"'],
  ['no store', open({ store: undefined }), `${OPEN}"store" is missing: it must be ${STORE}`],
  ['an address', open({ store: 'postgres://ada:pw@db/x' }), `${OPEN}"store" must be ${STORE}, got "postgres://…"`],
  ['null', open({ store: null }), `${OPEN}"store" must be ${STORE}, got null`],
  ['a misspelt store', open({ store: { sqllite: 'x' } }), `${OPEN}"store" must be ${STORE}, got an object`],
  ['a file that is none', open({ store: { sqlite: 5 } }), `${OPEN}"store.sqlite" must be the path of a file, got 5`],
  [
    'a limit of words',
    open({ limits: { heapMb: 'lots' } }),
    `"limits.heapMb" must be a whole number of at least 8, got "lots"`,
  ],
  ['a limit too low', open({ limits: { heapMb: 4 } }), `"limits.heapMb" must be a whole number of at least 8, got 4`],
  ['an unknown limit', open({ limits: { heapMB: 64 } }), `${OPEN}"limits.heapMB" is not known; did you mean "heapMb"?`],
  ['one number for limits', open({ limits: 5 }), `${OPEN}"limits" must be an object, got 5`],
  [
    'a quota',
    open({ quotas: { openQuestions: 0 } }),
    `"quotas.openQuestions" must be a whole number of at least 1, got 0`,
  ],
  ['capacity', open({ capacity: { workers: 1 } }), `"capacity.workers" must be a whole number of at least 2, got 1`],
  [
    'a fraction',
    open({ hibernateAfterMs: 1.5 }),
    `"hibernateAfterMs" must be a whole number from 0 to 2147483647, got 1.5`,
  ],
  [
    'a duration in words',
    open({ toolTimeoutMs: '10s' }),
    `"toolTimeoutMs" must be a whole number from 1 to 2147483647, got "10s"`,
  ],
  ['a policy that is one rule', open({ policy: { pattern: 'a.*' } }), `"policy" must be a list of rules such as`],
  [
    'an unknown verdict',
    open({ policy: [{ pattern: 'a.*', verdict: 'maybe' }] }),
    `"policy.0.verdict" must be "allow", "ask" or "deny", got "maybe"`,
  ],
  [
    'a misspelt rule',
    open({ policy: [{ patern: 'a.*', verdict: 'ask' }] }),
    '"policy.0.patern" is not known; did you mean "pattern"?',
  ],
  ['a bad pattern', open({ policy: [{ pattern: 'a.**.b', verdict: 'ask' }] }), '"policy.0.pattern" '],
  [
    'a channel without a priority',
    open({ channels: [{ name: 'x', ask: () => undefined }] }),
    '"channels.0.priority" is missing: it must be a number',
  ],
  ['one channel', open({ channels: { name: 'x' } }), '"channels" must be a list of channels, got an object'],
  [
    'middleware that is none',
    open({ middleware: ['log'] }),
    '"middleware.0" must be a function (question, next) => answer, got "log"',
  ],
  [
    'one middleware',
    open({ middleware: () => undefined }),
    '"middleware" must be a list of functions (question, next) => answer, got a function',
  ],
  [
    'a kind that is none',
    open({ kinds: [{ name: 'x' }] }),
    '"kinds.0.requestFor" is missing: it must be a function; make the kind with createElicit',
  ],
  ['whenNobody', open({ whenNobody: 'wait' }), `${OPEN}"whenNobody" must be "park" or "cancel", got "wait"`],
  ['an unknown isolation', open({ isolation: 'docker' }), `"isolation" must be "process" or "thread", got "docker"`],
  ['an unknown sandbox', open({ sandbox: 'required' }), `"sandbox" must be an object with os, got "required"`],
  [
    'an unknown trust domain',
    open({ trustDomain: 'user' }),
    `"trustDomain" must be "execution", "session" or "shared", got "user"`,
  ],
  ['a source without an address', open({ sources: [{ namespace: 'gh', mcp: {} }] }), '"sources.0.mcp.command" '],
  [
    'a misspelt source',
    open({ sources: [{ namespace: 'gh', mcp: { url: 'https://x.org', header: {} } }] }),
    '"sources.0.mcp.header" is not known; did you mean "headers"?',
  ],
  [
    'an address of a source',
    open({ sources: [{ namespace: 'gh', mcp: { url: 'x.org' } }] }),
    '"sources.0.mcp.url" must be a URL with http or https',
  ],
  [
    'a source’s namespace',
    open({ sources: [{ namespace: 'g h', openapi: 'a.json' }] }),
    '"sources.0.namespace" must be one segment of a path',
  ],
  [
    'a vault without a key',
    open({ vault: { file: 'v' } }),
    `"vault" must be "memory", { file, key }, { file, passphrase }, { file, keyring }, { in: "store", key } or a vault, got an object`,
  ],
  [
    'a log that is a function',
    open({ log: () => undefined }),
    '"log" must be an object with debug, info, warn and error, got a function',
  ],
  ['a clock that is a function', open({ clock: Date.now }), '"clock" must be an object with now(), got a function'],
  ['true as text', open({ agentsMayAnswer: 'yes' }), '"agentsMayAnswer" must be true or false, got "yes"'],
  ['an old name', open({ around: [] }), `${OPEN}"around" is not known; it takes tools, store`],
];

const DEFINED: readonly Case[] = [
  ['no definition', () => defineTool(given(undefined)), 'Cannot define a tool:\n  "path" is missing'],
  [
    'no handler',
    () => defineTool(given({ ...tool, handler: undefined })),
    'Cannot define the tool "a.b": "handler" is missing: it must be a function',
  ],
  [
    'no input',
    () => defineTool(given({ ...tool, input: undefined })),
    '"input" is missing: it must be a zod schema or a JSON Schema document',
  ],
  [
    'destructive as text',
    () => defineTool(given({ ...tool, destructive: 'no' })),
    '"destructive" must be true, false or a function of the arguments, got "no"',
  ],
  [
    'destructive as null',
    () => defineTool(given({ ...tool, destructive: null })),
    '"destructive" must be true, false or a function of the arguments, got null',
  ],
  [
    'a name for a path',
    () => defineTool(given({ ...tool, path: 5 })),
    'Cannot define a tool: "path" must be a path such as "github.issues.create", got 5',
  ],
  [
    'a timeout',
    () => defineTool(given({ ...tool, timeoutMs: -1 })),
    '"timeoutMs" must be a whole number from 1 to 2147483647, got -1',
  ],
  [
    'execute for handler',
    () => defineTool(given({ ...tool, handler: undefined, execute: () => 1 })),
    '"execute" is not known',
  ],
  [
    'a plugin of bare tools',
    () => definePlugin(given({ name: 'a', tools: [tool] })),
    'Cannot define the plugin "a": "tools.0" must be a tool made with defineTool, got an object',
  ],
  [
    'a plugin without tools',
    () => definePlugin(given({ name: 'a' })),
    'Cannot define the plugin "a": "tools" is missing: it must be a list',
  ],
  [
    'a kind in capitals',
    () => createElicit(given({ name: 'Pick', description: 'x', input: z.string(), output: z.string() })),
    'Cannot create the kind "Pick": "name" must be lower case words joined by dashes, got "Pick"',
  ],
  [
    'a kind that exists',
    () => createElicit(given({ name: 'text', description: 'x', input: z.string(), output: z.string() })),
    '"name" must be a new name: a question of that type exists, got "text"',
  ],
  [
    'a kind without output',
    () => createElicit(given({ name: 'pick', description: 'x', input: z.string() })),
    '"output" is missing: it must be a zod schema',
  ],
  [
    'a kind with unknown actions',
    () =>
      createElicit(given({ name: 'pick', description: 'x', input: z.string(), output: z.string(), actions: ['yes'] })),
    '"actions.0" must be "accept", "decline", "cancel", "denied", "other" or "not_supported", got "yes"',
  ],
  [
    'fs without a root',
    () => fsPlugin(given({})),
    'Cannot create the fs plugin: "root" is missing: it must be the path of a folder',
  ],
  [
    'fs with a path',
    () => fsPlugin(words('/tmp')),
    'Cannot create the fs plugin: the options must be an object with root, deny, hardLinks, placement, got "/tmp"',
  ],
  [
    'fs with another word',
    () => fsPlugin(given({ path: '/tmp' })),
    '"path" is not known; it takes root, deny, hardLinks',
  ],
  [
    'http without hosts',
    () => httpPlugin(given({})),
    'Cannot create the http plugin: "hosts" is missing: it must be a list',
  ],
  [
    'http with a URL',
    () => httpPlugin(given({ hosts: ['https://x.org/'] })),
    '"hosts.0" must be a host such as "example.com", "*.example.com" or "example.com:8080"',
  ],
  [
    'shell without a folder',
    () => shellPlugin(given({})),
    'Cannot create the shell plugin: "cwd" is missing: it must be the path of a folder',
  ],
  [
    'shell with a secret in the wrong place',
    () => shellPlugin(given({ cwd: '/', env: 'KEY=hunter2' })),
    '"env" must be an object, got a text',
  ],
  [
    'sql with a name',
    () => sqlPlugin(given({ database: 'x.db' })),
    'Cannot create the sql plugin:\n  "file" is missing: it must be the path of a file\n  "database" is not known',
  ],
  [
    'a store without a file',
    () => openSqliteStore(given({})),
    'Cannot open the store: "file" is missing: it must be the path of a file',
  ],
  [
    'a store with a path',
    () => createMemoryStore(given({ file: 'x' })),
    'Cannot create the store: "file" is not known',
  ],
];

const errorOf = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
  } catch (error) {
    return error;
  }
};

describe('wrong options', () => {
  verifies.each('input/strict-options', OPENED)('are named by openToolshed: %s', async (_what, call, message) => {
    const error = await errorOf(call);
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });

  it.each(DEFINED)('are named by definitions: %s', async (_what, call, message) => {
    const error = await errorOf(call);
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('are all named at once, one a line', async () => {
    const error = await errorOf(open({ tools: 5, polcy: [], limits: { heapMb: 1, cpu: 5 } }));
    expect(error).toMatchObject({
      message: `Cannot open the toolshed:
  "tools" must be a list of tools and plugins, got 5
  "limits.heapMb" must be a whole number of at least 8, got 1
  "limits.cpu" is not known; did you mean "cpuMs"?
  "polcy" is not known; did you mean "policy"?`,
    });
  });

  it('are not quoted where they may be secret', async () => {
    const vault = { file: 5, passphrase: 'hunter2' };
    for (const options of [{ vault }, { store: 'postgres://ada:hunter2@db' }, { sharedSecrets: 'hunter2' }])
      expect(String(await errorOf(open(options)))).not.toContain('hunter2');
  });
});

const manyLabels = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`label-${index}`, 'x'.repeat(length)]));

describe('wrong options of an open host', () => {
  let host: Awaited<ReturnType<typeof openMailShed>>;
  let shed: Toolshed;
  beforeAll(async () => {
    host = await openMailShed();
    shed = host.shed;
  });
  afterAll(() => host[Symbol.asyncDispose]());

  it.each<readonly [string, () => unknown, string]>([
    [
      'execute',
      () => shed.execute('return 1', given({ session: 5 })),
      'Cannot start the execution: "session" must be a text, got 5',
    ],
    ['execute', () => shed.execute('return 1', given({ timeout: 5 })), '"timeout" is not known'],
    [
      'execute',
      () => shed.execute('return 1', given({ signal: {} })),
      '"signal" must be an AbortSignal, got an object',
    ],
    ['execute', () => shed.execute('return 1', given({ labels: { a: 1 } })), '"labels.a" must be a text, got 1'],
    ['execute', () => shed.execute('return 1', { labels: manyLabels(65, 1) }), 'must be 64 labels at most'],
    ['execute', () => shed.execute('return 1', { labels: manyLabels(8, 3_000) }), 'must be 16384 bytes at most'],
    ['execute', () => shed.execute('return 1', words('default')), 'the options must be an object'],
    [
      'resume',
      () => shed.resume('exec_x', true, given({ waitForChannels: 'yes' })),
      'Cannot resume: "waitForChannels" must be true or false, got "yes"',
    ],
    [
      'list',
      () => shed.list(given({ status: 'running' })),
      'Cannot list executions: "status" must be a list, got "running"',
    ],
    ['list', () => shed.list(given({ limit: -1 })), '"limit" must be a whole number of at least 0, got -1'],
    [
      'pending',
      () => shed.pending(given({ sesion: 'a' })),
      'Cannot list questions: "sesion" is not known; did you mean "session"?',
    ],
    [
      'grants.add',
      () => shed.grants.add(given({ pattern: 'mail.*', scope: 'session' })),
      'Cannot grant: "scope" must be "once", "always", { session } or { executionId }, got "session"',
    ],
    [
      'grants.add',
      () => shed.grants.add(given({ scope: 'always' })),
      '"pattern" is missing: it must be a path or a pattern such as "mail.*"',
    ],
    [
      'grants.add',
      () => shed.grants.add(given({ pattern: 'mail.*', scope: 'always', uses: 0 })),
      '"uses" must be a whole number of at least 1, got 0',
    ],
    [
      'grants.list',
      () => shed.grants.list(given({ limit: 'all' })),
      'Cannot list grants: "limit" must be a whole number of at least 0, got "all"',
    ],
    [
      'policy.explain',
      () => shed.policy.explain('mail.send', {}, given({ agent: 5 })),
      'Cannot explain the policy: "agent" must be a text, got 5',
    ],
  ])('are named by %s', async (_name, call, message) => {
    const error = await errorOf(call);
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });
});
