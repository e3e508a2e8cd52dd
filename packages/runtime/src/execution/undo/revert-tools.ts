// The reverts of tools, as tools of their own: the revert of `fs.move` is `undo.fs.move`. So a revert is a call like any
// other: gated, by rules about `undo.**`, journaled, attempted once, in doubt after a crash.
//
// Threat: a program that reverts what others did. Only the execution of an undo can call these, and only for calls of the
// execution that it undoes; to any other program there is no such tool. No tool of a host, a source or a saved program is
// found under `undo.`, so that none takes the place of a revert.

import {
  defineTool,
  type EntryOf,
  ExecutionId,
  InvalidOptionsError,
  type JournalEntry,
  type Tool,
  type ToolCatalog,
  ToolError,
} from '@toolshed/kernel';
import { z } from 'zod';
import { canRevert } from '../../tool-proxy/can-revert.js';
import { attempt } from '../../tool-proxy/thrown.js';
import { type DefinitionOf, isDefinedAs } from '../../tool-proxy/tool-definition.js';
import { type DoneCall, doneCalls } from './done-calls.js';

/** No tool of a host or a source, and no saved program, may have it. */
export const REVERT_NAMESPACE = 'undo';
const PREFIX = `${REVERT_NAMESPACE}.`;

export const revertPathOf = (path: string): string => `${PREFIX}${path}`;
/** The path of the tool whose calls this one reverts; of any other tool, its own. */
export const revertedPath = (path: string): string => (path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path);

export interface RevertToolsDeps {
  readonly read: (id: ExecutionId) => Promise<readonly JournalEntry[]>;
  readonly definitionOf: DefinitionOf;
}

export interface RevertTools {
  /** The same catalog, with the reverts of its tools, which no list and no search has. */
  within(catalog: ToolCatalog): ToolCatalog;
}

const Input = z.strictObject({ execution: ExecutionId, call: z.int().positive() });

const REVERTS = new WeakSet<Tool>();
export const isRevert = (tool: Tool): boolean => REVERTS.has(tool);

export function createRevertTools({ read, definitionOf }: RevertToolsDeps): RevertTools {
  const made = new WeakMap<Tool, Tool | undefined>();

  const doneBy = async (tool: Tool, execution: ExecutionId, call: number): Promise<DoneCall> => {
    const done = doneCalls(await read(execution)).find((one) => one.call === call && one.path === tool.path);
    const why = done ? whyNot(done, tool, definitionOf) : 'there is no such call';
    if (done === undefined || why !== undefined)
      throw new ToolError('undo/impossible', `Cannot undo call ${call} of ${execution}: ${why}`);
    return done;
  };

  const revertOf = (tool: Tool): Tool | undefined => {
    const { revert, path } = tool;
    if (revert === undefined) return undefined;
    const defined = defineTool({
      path: revertPathOf(path),
      description: `Undo a call of ${path}. ${tool.description}`,
      input: Input,
      ...(tool.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
      message: ({ call }) => `Undo ${path} (call ${call})?`,
      preview: async (_context, { execution, call }) => {
        const { args, outcome } = await doneBy(tool, execution, call);
        return { kind: 'json', value: { execution, arguments: JSON.parse(args), result: resultOf(outcome) ?? null } };
      },
      handler: async (context, { execution, call }) => {
        const [started] = await read(context.executionId);
        if (!undoes(started, execution))
          throw new ToolError('undo/impossible', `Cannot undo a call of ${execution} here: "toolshed undo" does that`);
        const { args, outcome } = await doneBy(tool, execution, call);
        await revert(context, JSON.parse(args), resultOf(outcome));
      },
    });
    const whole: Tool = { ...defined, origin: tool.origin, isLocal: tool.isLocal, placement: tool.placement };
    REVERTS.add(whole);
    return whole;
  };

  return {
    within: (catalog) => {
      assertFree(catalog.tools);
      return withReverts(catalog);
    },
  };

  function withReverts(catalog: ToolCatalog): ToolCatalog {
    return {
      get tools() {
        return catalog.tools;
      },
      get namespaces() {
        return catalog.namespaces;
      },
      find(path) {
        if (!path.startsWith(PREFIX)) return catalog.find(path);
        const tool = catalog.find(revertedPath(path));
        if (tool === undefined) return undefined;
        // A path may be too long to have a revert.
        if (!made.has(tool))
          made.set(
            tool,
            attempt(() => revertOf(tool), undefined),
          );
        return made.get(tool);
      },
      search: (query, limit, after) => catalog.search(query, limit, after),
      unmatched: (query) => catalog.unmatched(query),
      nearest: (path, limit) => catalog.nearest(path, limit),
      absence: (path) => catalog.absence(revertedPath(path)),
    };
  }
}

/** Differing in case only would be a name that people could not tell apart. */
function assertFree(tools: readonly Tool[]): void {
  const taken = tools.find(({ path }) => path.toLowerCase().startsWith(PREFIX));
  if (taken === undefined) return;
  const message = `"${taken.path}" cannot be registered: "${REVERT_NAMESPACE}" is the namespace of reverts; choose another`;
  throw new InvalidOptionsError('open Toolshed', [{ field: 'tools', message }]);
}

export const NO_TOOL = 'this host does not have its tool';

/** Why a call cannot be undone by this tool; undefined where it can. */
export function whyNot(
  { outcome, tool: recorded, args }: DoneCall,
  tool: Tool | undefined,
  definitionOf: DefinitionOf,
): string | undefined {
  if (outcome.kind === 'unknown') return 'its outcome is unknown';
  if (outcome.kind === 'threw') return 'it failed';
  if (tool === undefined) return NO_TOOL;
  if (!canRevert(tool, JSON.parse(args))) return 'it cannot be undone';
  return isDefinedAs(recorded, tool, definitionOf) ? undefined : 'its tool has changed since';
}

/** Whether an execution was started to undo this one. */
export const undoes = (started: JournalEntry | undefined, execution: ExecutionId): started is EntryOf<'started'> =>
  started?.kind === 'started' && started.purpose?.kind === 'undo' && started.purpose.of === execution;

const resultOf = (outcome: DoneCall['outcome']): unknown =>
  outcome.kind === 'returned' && outcome.value !== undefined ? JSON.parse(outcome.value) : undefined;
