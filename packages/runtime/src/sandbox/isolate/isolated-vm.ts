// The one file that loads isolated-vm (invariant 9 of ARCHITECTURE.md). Only a worker process (or a host that chose
// `isolation: 'thread'`) gets here.

import type ivm from 'isolated-vm';

export type IsolatedVm = typeof ivm;
export type Isolate = ivm.Isolate;
export type Context = ivm.Context;
export type Reference = ivm.Reference;
export type CompiledScript = ivm.Script & ivm.CachedDataResult;

/** The addon can be loaded once in a process, however many hosts it has. */
const loaded = new Map<string, IsolatedVm>();

/** Loads the addon by its own path, so that a process without permission to read files can load it. */
export function loadIsolatedVm(addonPath: string): IsolatedVm {
  const known = loaded.get(addonPath);
  if (known) return known;
  const module = { exports: {} };
  process.dlopen(module, addonPath);
  const ivm = asIsolatedVm(module.exports);
  loaded.set(addonPath, ivm);
  return ivm;
}

/** The addon keeps its interface under `ivm`. */
function asIsolatedVm(exports: object): IsolatedVm {
  const { ivm } = exports as { ivm?: IsolatedVm };
  if (ivm === undefined) throw new TypeError('The addon is not isolated-vm');
  return ivm;
}
