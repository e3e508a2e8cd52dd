// What a first attempt looks like: a `node:vm` context, host functions handed in, arguments passed as they are.
// It exists to be broken. Runs in a thread of its own, so that what an attack does to it ends with the thread.

import { parentPort, workerData } from 'node:worker_threads';
import vm from 'node:vm';
import type { Attack, Evidence, ToolCall } from './attack.ts';
import { watchIntrinsics } from './host-intrinsics.ts';

interface NaiveTool {
  readonly destructive?: boolean;
  handler(args: unknown): unknown;
}

const { attack, canary }: { readonly attack: Attack; readonly canary: string } = workerData;
const calls: ToolCall[] = [];
const asks: ToolCall[] = [];
const said: unknown[] = [];
const changed = watchIntrinsics();
const { stringify, parse } = JSON;

const registry: Record<string, NaiveTool | undefined> = {
  'notes.read': { handler: () => ({ id: 1, text: 'public', tags: ['a', 'b'], nested: { deep: true } }) },
  'notes.write': { handler: (args) => args },
  'notes.break': {
    handler: () => {
      throw new Error(`no note for ${canary}`, { cause: new Error(canary) });
    },
  },
  'notes.refuse': {
    handler: () => {
      throw Object.assign(new Error('Cannot read the note: it is gone'), { detail: canary });
    },
  },
  'notes.delete': { destructive: true, handler: () => ({ deleted: true }) },
  'vault.read': { destructive: true, handler: () => canary },
};

/** Asks first, works on whatever the object holds by then. */
async function call(path: string, args: unknown): Promise<unknown> {
  const tool = registry[path];
  if (tool === undefined) throw new Error(`There is no tool "${path}"`);
  if (tool.destructive) {
    asks.push({ path, args: copyOf(args ?? {}) });
    if (!attack.approves) return new Promise(() => undefined);
  }
  await new Promise((resolve) => setTimeout(resolve, 2));
  const input = withDefaults({}, args ?? {});
  calls.push({ path, args: copyOf(input) });
  return tool.handler(input);
}

function withDefaults(defaults: Record<string, unknown>, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const target = defaults;
  for (const [key, value] of Object.entries(given)) {
    const own: unknown = target[key];
    target[key] = typeof own === 'object' && own !== null ? withDefaults(Object.assign(own), value) : value;
  }
  return target;
}

function toolsAt(path: string): object {
  return new Proxy(() => undefined, {
    get: (target, key) =>
      key in target ? Reflect.get(target, key) : toolsAt(path ? `${path}.${String(key)}` : String(key)),
    apply: (_target, _self, [args]) => call(path, args),
  });
}

function copyOf(value: unknown): unknown {
  const text = stringify(value);
  return text === undefined ? undefined : parse(text);
}

function toText(value: unknown): string {
  if (value instanceof Error) return `${value.stack} ${stringify({ ...value, cause: String(value.cause) })}`;
  return typeof value === 'string' ? value : `${stringify(value)}`;
}

const print = (...values: unknown[]): void => {
  said.push(...values.map(toText));
};

const context = vm.createContext({
  tools: toolsAt(''),
  console: { log: print, info: print, warn: print, error: print, debug: print },
  emit: print,
  sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
  elicit: (request: unknown) => {
    asks.push({ path: '', args: request });
    return new Promise(() => undefined);
  },
  setTimeout,
  setInterval,
  clearTimeout,
  clearInterval,
});

const SETTLE_MS = 40;
const outcome: { status: string; value: unknown } = { status: 'running', value: undefined };

async function main(): Promise<void> {
  const program = vm.runInContext(`(async () => {${attack.program}\n})`, context, { timeout: 500 });
  const value: unknown = await Promise.race([program(), new Promise((resolve) => setTimeout(resolve, 500))]);
  outcome.status = 'completed';
  outcome.value = copyOf(value);
  said.push(toText(value));
}

/** Late calls show only after the end. */
function report(): void {
  const evidence: Evidence = { ...outcome, said: stringify(said), calls, asks, polluted: changed(), code: undefined };
  parentPort?.postMessage(stringify(evidence));
  setTimeout(() => process.exit(), 5);
}

process.on('uncaughtException', (error) => said.push(toText(error)));
process.on('unhandledRejection', (error) => said.push(toText(error)));
main()
  .catch((error: unknown) => {
    outcome.status = 'failed';
    said.push(toText(error));
  })
  .finally(() => setTimeout(report, SETTLE_MS));
