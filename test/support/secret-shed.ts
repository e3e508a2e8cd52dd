// A host whose tools are given secrets and, some of them, give them away; with everything that ever left it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, secret, type Tool, type ToolLog, ToolError } from '@toolshed/kernel';
import type { ExecutionResult, OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from './open-in-thread.ts';

export interface SecretShed extends AsyncDisposable {
  readonly shed: Toolshed;
  /** What handlers were given. */
  readonly given: readonly unknown[];
  /** Everything that was told, logged or listed so far, as one text. */
  said(...results: readonly ExecutionResult[]): Promise<string>;
}

const Key = z.object({ key: secret() });
type Leak = (value: string) => unknown;

/** Tools that get a secret and hand it on, each in its own way. */
const LEAKS: Readonly<Record<string, Leak>> = {
  plain: (value) => `you said ${value}`,
  base64: (value) => ({ basic: Buffer.from(`user:${value}`).toString('base64') }),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  url: (value) => `https://x.example/?${new URLSearchParams({ key: value })}`,
  hex: (value) => Buffer.from(value).toString('hex'),
  json: (value) => JSON.stringify({ inner: JSON.stringify(value) }),
  key: (value) => ({ [value]: { [`${value}!`]: [value] } }),
  bytes: (value) => Buffer.from(value),
  typed: (value) => new Uint8Array(Buffer.from(value)),
  codes: (value) => Uint16Array.from([...value].map((one) => one.charCodeAt(0))),
  words: (value) => new Int32Array(Uint8Array.from({ ...Buffer.from(value), length: 80 }, Number).buffer),
  letters: (value) => [...value],
  pieces: (value) => ({ ...[...value] }),
  dump: (value) =>
    Buffer.from(value)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$&:'),
  wide: (value) => Buffer.from(value, 'utf16le').toString('base64'),
  writing: (value) => ({ toJSON: () => ({ value }) }),
  large: (value) => 'x'.repeat(100_000) + value + 'y'.repeat(100_000),
  error: (value) => {
    throw new ToolError(`api/${value}`, `Cannot log in with ${value}`, `because ${encodeURIComponent(value)}`);
  },
  defect: (value) => {
    throw new Error(`stack with ${value}`, { cause: { value } });
  },
};

export const LEAK_NAMES: readonly string[] = Object.keys(LEAKS);

export function secretTools(given: unknown[], files: Map<string, string>): readonly Tool[] {
  const take = <T>(args: T): T => {
    given.push(structuredClone(args));
    return args;
  };
  return [
    defineTool({
      path: 'api.login',
      description: 'Log in',
      input: z.object({
        key: secret(),
        more: z.array(z.object({ token: secret() })).optional(),
        note: z.string().optional(),
      }),
      destructive: true,
      message: ({ key }) => `Log in with ${key}?`,
      preview: (_context, args) => ({ kind: 'json', value: args }),
      handler: (_context, args) => {
        take(args);
        return { ok: true };
      },
    }),
    ...Object.entries(LEAKS).map(([name, leak]) =>
      defineTool({
        path: `leak.${name}`,
        description: 'Gives a secret away',
        input: Key,
        destructive: false,
        handler: (_context, { key }) => leak(key),
      }),
    ),
    defineTool({
      path: 'leak.aside',
      description: 'Gives a secret away beside its result',
      input: Key,
      destructive: false,
      async handler(context, { key }) {
        context.log.warn({ key, err: new Error(key), deep: [{ key }] }, `using ${key}`);
        context.progress(1, 2, `sent ${key}`);
        const { data } = await context.elicit({
          type: 'text',
          message: `Is ${key} right?`,
          args: { key },
          default: key,
        });
        return data;
      },
    }),
    defineTool({
      path: 'leak.invalid',
      description: 'Breaks its promise with a secret',
      input: Key,
      output: z.object({ id: z.literal('x') }),
      destructive: false,
      handler: (_context, { key }) => JSON.parse(JSON.stringify({ id: key })),
    }),
    defineTool({
      path: 'env.write',
      description: 'Put a secret into an env file',
      input: z.object({ name: z.string(), value: secret() }),
      destructive: true,
      handler: (_context, { name, value }) => {
        files.set('.env', `${name}=${value}\n`);
        return { lines: 1 };
      },
    }),
    defineTool({
      path: 'env.read',
      description: 'Read the env file',
      input: z.object({}),
      destructive: false,
      handler: () => files.get('.env') ?? '',
    }),
    defineTool({
      path: 'env.replace',
      description: 'Replace the env file',
      input: z.object({ text: z.string() }),
      destructive: true,
      preview: (_context, { text }) => ({ kind: 'diff', before: files.get('.env') ?? '', after: text }),
      handler: (_context, { text }) => files.set('.env', text).size,
    }),
    defineTool({
      path: 'env.append',
      description: 'Add a line to the env file',
      input: z.object({ line: z.string() }),
      destructive: true,
      check({ line }) {
        if (line === '') throw new ToolError('env/same', `Cannot add nothing to ${files.get('.env')}`);
      },
      message: () => `Append to ${files.get('.env')}?`,
      handler: () => undefined,
    }),
    defineTool({
      path: 'text.echo',
      description: 'Say it again',
      input: z.object({ text: z.unknown() }),
      destructive: false,
      handler: (_context, { text }) => {
        take({ echoed: text });
        return text;
      },
    }),
    defineTool({
      path: 'host.use',
      description: 'Use a secret of the host',
      input: z.object({ which: z.string() }),
      destructive: false,
      handler: async (context, { which }) => take(await context.secrets.get(which)).length,
    }),
    defineTool({
      path: 'host.ask',
      description: 'Ask for a secret and use it',
      input: z.object({}),
      destructive: false,
      async handler(context) {
        const { action, data } = await context.elicit({ type: 'secret', message: 'Your key?', name: 'asked' });
        if (action !== 'accept' || typeof data !== 'string') return { action };
        return { data, length: take(await context.secrets.get(data)).length, same: data };
      },
    }),
  ];
}

/** What a call of an unmarked tool and the file it wrote leave behind for the next host of a test. */
export const newFiles = (): Map<string, string> => new Map();

export async function openSecretShed(
  options: Partial<OpenOptions> & { readonly folder?: string; readonly files?: Map<string, string> } = {},
): Promise<SecretShed> {
  const { folder, files = newFiles(), ...rest } = options;
  const given: unknown[] = [];
  const told: unknown[] = [];
  const shed = await openInThread({
    tools: secretTools(given, files),
    store: folder === undefined ? 'memory' : { sqlite: join(folder, 'shed.db') },
    log: recordingLog(told),
    wakes: false,
    ...rest,
  });
  const listening = [record(shed.events(), told), record(shed.progress(), told)];
  return {
    shed,
    given,
    async said(...results) {
      const ids = results.map(({ executionId }) => executionId);
      const journals = await Promise.all(ids.map((id) => shed.journal(id)));
      const lists = [
        await shed.list(),
        await shed.pending(),
        await shed.audit.read(1, 1_000),
        await shed.secrets.list().catch(() => []),
      ];
      return JSON.stringify([told, results, journals, lists]) + (folder === undefined ? '' : filesIn(folder));
    },
    async [Symbol.asyncDispose]() {
      await shed[Symbol.asyncDispose]();
      await Promise.all(listening);
    },
  };
}

/** The bytes of every file of the store, write-ahead log included. */
const filesIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

async function record(events: AsyncIterable<unknown>, told: unknown[]): Promise<void> {
  for await (const event of events) told.push(event);
}

/** As a log on disk would have it: errors with their stacks. */
function recordingLog(told: unknown[]): ToolLog {
  const write = (facts: object, message: string): void => {
    told.push(
      message,
      JSON.stringify(facts, (_key, value) => (value instanceof Error ? errorFacts(value) : value)),
    );
  };
  return { debug: write, info: write, warn: write, error: write };
}

const errorFacts = (error: Error): object => ({
  ...error,
  message: error.message,
  stack: error.stack,
  cause: error.cause,
});

/** A value no test's own text can hold by chance, with characters every encoding writes differently. */
export const newCanary = (): string => `canary/${crypto.randomUUID()}+"ö" end`;

/** How often a value is in a text, in any of the usual encodings. */
export function tracesOf(value: string, text: string): readonly string[] {
  const bytes = Buffer.from(value);
  const core = value.slice(7, 43);
  const forms = [
    core,
    value,
    bytes.toString('latin1'),
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    encodeURIComponent(value),
    new URLSearchParams({ q: value }).toString().slice(2),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((shift) => {
      const inner = Buffer.concat([Buffer.alloc(shift), Buffer.from(core)]);
      return [inner.toString('base64'), inner.toString('base64url')].map((form) => form.slice(4, 40));
    }),
  ];
  return forms.filter((form) => text.includes(form));
}
