// Imports modules from the bytes that were judged, through Node's own hooks: between the judgement and the import
// nothing is read, so nothing can be swapped.
//
// Invariants
//   M1. A judged module that names a file gets that file's judged bytes, or nothing: what is not in the graph is refused,
//       whether it is named by `import`, `import()`, `require` or a name of its own package.
//   M2. Another content is another module: its address carries the digest, so a config that was trusted again is not
//       mistaken for the one imported before.
//
// Packages (`node_modules`) and Node's own modules are not judged; SECURITY.md says so.

import { findPackageJSON, registerHooks, type LoadHookSync, type ResolveHookSync } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isLocal, type ModuleGraph } from './module-graph.js';
import { isOwnFile, shareOwnPackages } from './own-packages.js';

const MARK = 'toolshed-judged';

const graphs = new Map<string, ModuleGraph>();
/** For what names no digest: `createRequire` knows a file by its path alone. */
const byPath = new Map<string, ModuleGraph>();
let isRegistered = false;

export async function importJudged(graph: ModuleGraph): Promise<Readonly<Record<string, unknown>>> {
  graphs.set(graph.digest, graph);
  for (const path of graph.files.keys()) byPath.set(path, graph);
  await shareOwnPackages();
  if (!isRegistered) registerHooks({ resolve, load });
  isRegistered = true;
  return await import(addressOf(graph.entry, graph));
}

function addressOf(path: string, { digest }: ModuleGraph): string {
  const url = pathToFileURL(path);
  url.searchParams.set(MARK, digest);
  return url.href;
}

const resolve: ResolveHookSync = (specifier, context, nextResolve) => {
  const { parentURL } = context;
  const graph = graphOf(parentURL);
  const resolved = nextResolve(specifier, context);
  if (graph === undefined || parentURL === undefined || resolved.url.startsWith('node:')) return resolved;
  const path = resolved.url.startsWith('file:') ? fileURLToPath(resolved.url) : undefined;
  if (path !== undefined && graph.files.has(path)) return { ...resolved, url: addressOf(path, graph) };
  if (path !== undefined && (isOwnFile(path) || isOfPackage(specifier, path, parentURL))) return resolved;
  throw new Error(
    `Cannot import "${specifier}" in "${fileURLToPath(parentURL)}": it is not among the files that were trusted; ` +
      'name it in an import statement, by its path, and trust the config again',
  );
};

const load: LoadHookSync = (url, context, nextLoad) => {
  const graph = graphs.get(markOf(url) ?? '');
  const path = graph && fileURLToPath(url);
  const bytes = path && graph?.files.get(path);
  if (bytes === undefined || path === undefined) return nextLoad(url, context);
  const isTypeScript = extname(path) === '.ts';
  const format = FORMATS[extname(path)] ?? context.format ?? (isTypeScript ? 'module-typescript' : 'module');
  return { format, source: bytes.toString('utf8'), shortCircuit: true };
};

const FORMATS: Readonly<Record<string, string>> = {
  '.mjs': 'module',
  '.mts': 'module-typescript',
  '.cjs': 'commonjs',
  '.cts': 'commonjs-typescript',
  '.json': 'json',
};

function graphOf(url: string | undefined): ModuleGraph | undefined {
  if (!url?.startsWith('file:')) return undefined;
  return graphs.get(markOf(url) ?? '') ?? byPath.get(fileURLToPath(url));
}

const markOf = (url: string): string | null | undefined => URL.parse(url)?.searchParams.get(MARK);

/** Of another one: a package can name its own files by its own name, and those are as local as a path. */
function isOfPackage(specifier: string, path: string, parentURL: string): boolean {
  if (isLocal(specifier) || specifier.startsWith('#')) return false;
  const own = findPackageJSON(parentURL);
  return own === undefined || own !== findPackageJSON(pathToFileURL(path).href);
}
