// The tools of an open host: those it was opened with, which stay, and those of its sources, which come and go.
// Each change makes a new fixed catalog, so a reader never sees half of one.

import { createToolCatalog, type Plugin, type Tool, type ToolCatalog } from '@toolshed/kernel';
import { namespacesOf, pageIn } from '@toolshed/kernel/runtime';
import { readSearch } from '../host-api/known-arguments.js';
import type { Absent } from '../sources/source.js';
import { createToolSearch } from './tool-search.js';

export interface HostCatalog extends ToolCatalog {
  /** Replaces what a source offers, under paths that start with its namespace. */
  offer(namespace: string, tools: readonly Tool[], absent?: Absent): void;
  /** Records why a source offers nothing yet. Its earlier tools stay: a call that waits must find its tool. */
  excuse(namespace: string, reason: string): void;
}

export function createHostCatalog(fixed: readonly (Tool | Plugin)[]): HostCatalog {
  const offered = new Map<string, readonly Tool[]>();
  const excuses = new Map<string, string>();
  const leftOut = new Map<string, ReadonlyMap<string, string>>();
  const words = createToolSearch();
  let now = createToolCatalog(fixed);
  words.add(now.tools);
  let namespaces = now.namespaces;

  return {
    get tools() {
      return now.tools;
    },
    get namespaces() {
      return namespaces;
    },
    find: (path) => now.find(path),
    search(query, limit = 10, after) {
      readSearch({ query, limit, after });
      const found = words.search(query)?.paths.flatMap((path) => now.find(path) ?? []) ?? now.tools;
      return pageIn<Tool, string>(found, { limit, after }, ({ path }) => path);
    },
    unmatched: (query) => words.search(query)?.unmatched ?? [],
    nearest: (path, limit) => now.nearest(path, limit),
    absence: (path) => leftOut.get(namespaceOf(path))?.get(path) ?? excuses.get(namespaceOf(path)),
    offer(namespace, tools, absent = {}) {
      const after = new Map(offered).set(namespace, tools);
      now = createToolCatalog([...fixed, ...[...after.values()].flat()]);
      words.remove(offered.get(namespace) ?? []);
      words.add(tools);
      offered.set(namespace, tools);
      leftOut.set(namespace, absent.leftOut ?? new Map());
      if (absent.others === undefined) excuses.delete(namespace);
      else excuses.set(namespace, absent.others);
      namespaces = namespacesOf(now.tools, excuses);
    },
    excuse(namespace, reason) {
      if (!offered.has(namespace)) excuses.set(namespace, reason);
      namespaces = namespacesOf(now.tools, excuses);
    },
  };
}

/** The same catalog with tools that a program can call but no search finds; throws if a path is taken. */
export function withUnlisted(catalog: ToolCatalog, ...tools: readonly Tool[]): ToolCatalog {
  createToolCatalog([...catalog.tools, ...tools]);
  const unlisted = new Map(tools.map((tool) => [String(tool.path), tool]));
  return {
    get tools() {
      return [...catalog.tools, ...tools];
    },
    get namespaces() {
      return catalog.namespaces;
    },
    find: (path) => unlisted.get(path) ?? catalog.find(path),
    search: (query, limit, after) => catalog.search(query, limit, after),
    unmatched: (query) => catalog.unmatched(query),
    nearest: (path, limit) => catalog.nearest(path, limit),
    absence: (path) => catalog.absence(path),
  };
}

export const namespaceOf = (path: string): string => path.split('.', 1)[0] ?? '';
