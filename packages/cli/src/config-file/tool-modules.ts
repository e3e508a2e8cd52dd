import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, Tool } from '@toolshed/kernel';
import { UsageError } from '../command/usage-error.js';
import { isOwnFile, shareOwnPackages } from './own-packages.js';

/** Every tool and plugin of a module the person named, which needs no trust. */
export const importTools = async (file: string): Promise<readonly (Tool | Plugin)[]> =>
  toolsOf(file, await importNamed(file));

/** Every tool and plugin among the exports of a module. */
export function toolsOf(file: string, exported: Readonly<Record<string, unknown>>): readonly (Tool | Plugin)[] {
  const found = toolsAmong(Object.values(exported));
  if (found.length > 0) return found;
  throw new UsageError(
    'config/no-tools',
    `Cannot use the module "${file}": it exports no tool and no plugin. Export what defineTool or definePlugin returns`,
  );
}

/** The tools and plugins among some values and lists of values; a tool that its plugin already brings is left out. */
export function toolsAmong(values: readonly unknown[]): readonly (Tool | Plugin)[] {
  const flat = values.flat();
  const plugins = flat.filter(isPlugin);
  const known = new Set(plugins.flatMap(({ tools }) => tools));
  return [...new Set([...plugins, ...flat.filter(isTool).filter((tool) => !known.has(tool))])];
}

export const importNamed = (file: string): Promise<Readonly<Record<string, unknown>>> =>
  importing(file, async () => {
    await shareOwnPackages();
    return await import(pathToFileURL(resolve(file)).href);
  });

/** Long enough for a config that asks a server something. */
const LOADED_WITHIN_MS = 30_000;

/** A failure names the file, the line where Node knows it, and what to write instead of CommonJS. */
export async function importing<T>(file: string, load: () => Promise<T>, withinMs = LOADED_WITHIN_MS): Promise<T> {
  try {
    return await whileItLoads(load(), withinMs);
  } catch (error) {
    throw new UsageError('config/not-loaded', `Cannot load "${file}": ${problemOf(error, file)}`);
  }
}

/**
 * Threat: a module that waits for something that never comes. Node ends such a process without our error once
 * nothing else is left to do, and otherwise waits for ever.
 */
async function whileItLoads<T>(loading: Promise<T>, withinMs: number): Promise<T> {
  const stuck = Promise.withResolvers<never>();
  const onIdle = (): void => {
    // A timer keeps the process alive until the error is reported.
    setImmediate(() => stuck.reject(new Error('it awaits something that never happens; check its top-level await')));
  };
  const onTime = (): void =>
    stuck.reject(new Error(`it did not load within ${withinMs / 1_000} s; check its top-level await`));
  const timer = setTimeout(onTime, withinMs).unref();
  process.once('beforeExit', onIdle);
  try {
    return await Promise.race([loading, stuck.promise]);
  } finally {
    clearTimeout(timer);
    process.off('beforeExit', onIdle);
  }
}

const linesOf = (text: string): readonly string[] => text.split('\n').flatMap((line) => line.trim() || []);

function problemOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  if (isMissing(error, file)) return 'there is no such file';
  const { stack = '' } = error;
  const message = linesOf(error.message).join(' ');
  if (/^(?:require|module|exports|__dirname|__filename) is not defined/.test(message))
    return `${message}. Write an ES module: "import" instead of "require", "export default" instead of "module.exports"`;
  if (!(error instanceof SyntaxError)) return `${message}${placeIn(stack, file)}`;
  const [, line] = /^\S.*:(\d+)\n/.exec(stack) ?? [];
  return line === undefined
    ? `${message}. Run node --check ${JSON.stringify(file)} to see where`
    : `${message} (line ${line})`;
}

/** The file itself, and not one that it imports. */
const isMissing = (error: Error, file: string): boolean =>
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  'url' in error &&
  error.url === pathToFileURL(resolve(file)).href;

/** Where it was thrown, if that is a file of the person's. */
function placeIn(stack: string, file: string): string {
  for (const [, url = '', line] of stack.matchAll(/(file:\/\/[^\s()]+?):(\d+):\d+\)?$/gm)) {
    const path = URL.canParse(url) ? fileURLToPath(new URL(url)) : undefined;
    if (path === undefined || isOwnFile(path)) continue;
    return path === resolve(file) ? ` (line ${line})` : ` (line ${line} of "${path}")`;
  }
  return '';
}

export const isPlugin = (value: unknown): value is Plugin =>
  isRecord(value) && value['kind'] === 'plugin' && Array.isArray(value['tools']);

export const isTool = (value: unknown): value is Tool =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['run'] === 'function';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
