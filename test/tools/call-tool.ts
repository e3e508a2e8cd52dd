// Calls a tool of a plugin the way the runtime does: arguments through its input schema, result through its output schema.

import type { Plugin, Preview, Tool, ToolContext } from '@toolshed/kernel';
import { newExecutionId } from '@toolshed/kernel/runtime';

export interface CallOptions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export async function callTool(
  plugin: Plugin,
  path: string,
  args: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  const tool = toolOf(plugin, path);
  const result = await tool.run(contextOf(options), read(tool.input, args));
  return tool.output === undefined ? result : read(tool.output, result);
}

export async function previewTool(
  plugin: Plugin,
  path: string,
  args: unknown,
  options: CallOptions = {},
): Promise<Preview> {
  const { preview, input } = toolOf(plugin, path);
  if (preview === undefined) throw new Error(`${path} has no preview`);
  return await preview(contextOf(options), read(input, args));
}

export const messageOf = (plugin: Plugin, path: string, args: unknown): string => {
  const tool = toolOf(plugin, path);
  return tool.messageFor(read(tool.input, args));
};

export function toolOf(plugin: Plugin, path: string): Tool {
  const tool = plugin.tools.find((one) => one.path === path);
  if (tool === undefined) throw new Error(`There is no tool ${path}`);
  return tool;
}

/** The code and message a program would get. */
export async function failureOf(work: Promise<unknown>): Promise<{ readonly code: unknown; readonly message: string }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error(`It did not fail with an error but gave ${String(error)}`);
  return { code: 'code' in error ? error.code : undefined, message: error.message };
}

function read(schema: Tool['input'], value: unknown): unknown {
  const parsed = schema.parse(value);
  if (parsed.kind === 'invalid') throw new Error(`Invalid: ${JSON.stringify(parsed.issues)}`);
  return parsed.value;
}

const nothing = (): void => undefined;

const contextOf = ({ labels = {}, signal = new AbortController().signal }: CallOptions): ToolContext => ({
  executionId: newExecutionId(0),
  callNumber: 1,
  attempt: 1,
  idempotencyKey: 'key',
  session: 'default',
  agent: undefined,
  labels,
  signal,
  canElicit: () => false,
  elicit: () => Promise.reject(new Error('No tool here asks')),
  reconsider: () => 'unasked',
  flowId: () => 'flow',
  progress: nothing,
  secrets: { get: () => Promise.reject(new Error('No tool here wants a secret')) },
  log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
});
