// Saved programs as tools of this host: those that are saved now, in namespaces that no tool or source of the host has.
// Notices what other processes saved or deleted by reading the library's stamp.

import type { Tool, ToolLog } from '@toolshed/kernel';
import { type HostCatalog, namespaceOf } from '../catalog/host-catalog.js';
import type { SavedText } from '../ports/saved-text.js';
import type { ProgramLibrary } from './program-library.js';
import { digestOfProgram, programTool } from './program-tool.js';
import type { SavedHead, SavedVersion } from './saved-program.js';

export interface OfferedPrograms {
  /** The program that a tool stands for. */
  savedProgram(tool: Tool): SavedText | undefined;
  /** The text of the program that is offered under a path. */
  sourceOf(path: string): string | undefined;
  /** Offers what is saved now, if it has changed since the last call. */
  look(): Promise<void>;
  /** Whether a namespace has saved programs, and so nothing else. */
  isOffered(namespace: string): boolean;
  /** Why a program cannot be saved in a namespace; undefined if it can. */
  whyTaken(path: string): string | undefined;
}

/** Namespaces of Toolshed's own: of reverts (`execution/undo/revert-tools.ts`) and of what `store` calls. */
const RESERVED: readonly string[] = ['undo', 'toolshed'];

export interface OfferedProgramsDeps {
  /** Undefined where the store keeps no programs. */
  readonly library: ProgramLibrary | undefined;
  readonly hosted: HostCatalog;
  /** First segments of the paths of the host's own tools, and of its sources. */
  readonly taken: { readonly tools: readonly string[]; readonly sources: readonly string[] };
  readonly log: Pick<ToolLog, 'warn'>;
}

export function createOfferedPrograms({ library, hosted, taken, log }: OfferedProgramsDeps): OfferedPrograms {
  const texts = new WeakMap<Tool, SavedText>();
  /** The tool of each version that is offered: one that did not change stays the same tool. */
  let tools = new Map<string, Tool>();
  let offered = new Set<string>();
  let seen: { readonly stamp: string | undefined } | undefined;
  let looking: Promise<void> = Promise.resolve();
  const isTaken = (names: readonly string[], namespace: string): boolean =>
    names.some((name) => name.toLowerCase() === namespace.toLowerCase());

  const whyTaken = (path: string): string | undefined => {
    const namespace = namespaceOf(path);
    if (RESERVED.includes(namespace.toLowerCase())) return `"${namespace}" is Toolshed's own`;
    if (isTaken(taken.tools, namespace)) return `this host has tools under "${namespace}" already`;
    return isTaken(taken.sources, namespace) ? `"${namespace}" is the namespace of a source` : undefined;
  };

  const toolFor = async (head: SavedHead, from: ProgramLibrary): Promise<readonly [string, Tool] | undefined> => {
    const key = `${head.path}@${head.version}`;
    const known = tools.get(key);
    if (known) return [key, known];
    const problem = whyTaken(head.path);
    if (problem !== undefined) {
      log.warn({ program: head.path }, `a saved program is not offered as a tool: ${problem}`);
      return undefined;
    }
    const saved = await from.version(head.path, head.version);
    // Threat: a text that was changed in the store, and would run with the grants of the one that was saved.
    if (saved === undefined || digestOfProgram(saved) !== saved.digest) {
      log.warn({ program: head.path, version: head.version }, 'a saved program is damaged, and is left out');
      return undefined;
    }
    const tool = attemptTool(saved);
    if (tool === undefined) return undefined;
    texts.set(tool, { version: saved.version, digest: saved.digest, source: saved.source });
    return [key, tool];
  };

  const attemptTool = (saved: SavedVersion): Tool | undefined => {
    try {
      return programTool(saved);
    } catch (error) {
      log.warn({ err: error, program: saved.path }, 'offering a saved program as a tool failed; it is left out');
      return undefined;
    }
  };

  const offer = async (from: ProgramLibrary): Promise<void> => {
    const stamp = await from.stamp();
    if (seen !== undefined && stamp === seen.stamp) return;
    const next: (readonly [string, Tool])[] = [];
    for (const head of await from.heads()) {
      const made = await toolFor(head, from);
      if (made) next.push(made);
    }
    tools = new Map(next);
    const groups = Map.groupBy(tools.values(), ({ path }) => namespaceOf(path));
    for (const namespace of new Set([...offered, ...groups.keys()]))
      hosted.offer(namespace, groups.get(namespace) ?? []);
    offered = new Set(groups.keys());
    seen = { stamp };
  };

  return {
    savedProgram: (tool) => texts.get(tool),
    sourceOf(path) {
      const tool = hosted.find(path);
      return tool && texts.get(tool)?.source;
    },
    isOffered: (namespace) => offered.has(namespace),
    whyTaken,
    look() {
      if (library === undefined) return Promise.resolve();
      // One read at a time: a slow one must not offer what a later one has replaced.
      const next = looking.then(() => offer(library));
      looking = next.catch(() => undefined);
      return next;
    },
  };
}
