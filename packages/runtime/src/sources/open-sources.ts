// Opens every source of a host at once and waits for their tools, but not for ever: one that is slow or unavailable keeps
// connecting, and its tools are offered later.

import { ToolshedError } from '@toolshed/kernel';
import type { Source, SourceHost } from './source.js';
import type { SourceOptions } from './source-options.js';

/** Two sources have the same namespace. */
export class DuplicateSourceError extends ToolshedError {
  override readonly name = 'DuplicateSourceError';
  override readonly code = 'source/duplicate';

  constructor(readonly namespace: string) {
    super(`Cannot open the source "${namespace}": its namespace is taken; give it another one`);
  }
}

const FIRST_WAIT_MS = 15_000;

export async function openSources(
  all: readonly SourceOptions[],
  /** First segments of the host's own tools. */
  taken: readonly string[],
  host: SourceHost,
): Promise<AsyncDisposable> {
  const namespaces = new Set(taken.map((name) => name.toLowerCase()));
  for (const { namespace } of all) {
    if (namespaces.has(namespace.toLowerCase())) throw new DuplicateSourceError(namespace);
    namespaces.add(namespace.toLowerCase());
  }
  const sources = await Promise.all(all.map((options) => openSource(options, host)));
  const wait = Promise.withResolvers<void>();
  const timer = setTimeout(() => wait.resolve(), FIRST_WAIT_MS);
  const close = async (): Promise<void> => {
    await Promise.all(sources.map((source) => source[Symbol.asyncDispose]()));
  };
  try {
    await Promise.race([wait.promise, Promise.all(sources.map(({ ready }) => ready))]);
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { [Symbol.asyncDispose]: close };
}

/** Loaded lazily: a host without sources does not need it. */
async function openSource(options: SourceOptions, host: SourceHost): Promise<Source> {
  if ('mcp' in options) return (await import('./mcp/mcp-source.js')).openMcpSource(options, host);
  if ('graphql' in options) return (await import('./graphql/graphql-source.js')).openGraphqlSource(options, host);
  return (await import('./openapi/openapi-source.js')).openOpenApiSource(options, host);
}
