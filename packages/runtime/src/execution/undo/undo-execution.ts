// Undoes what an execution did: an execution of its own, whose program reverts one call after the other, newest first.
//
// Invariants
//   U1. A call is reverted once. One undo of an execution is under way at a time: the n-th has an idempotency key that
//       nobody else knows, and the next one begins only when it has ended, without what it reverted or may have reverted.
//   U2. Called again, in any process, an undo that has not ended continues: no second one is started.
//   U3. What is undone, and in which order, is decided by the definitions of the tools, which every host has; the undo
//       runs where they are. Where this host lacks a definition, it refuses rather than leave calls out.

import { randomUUID } from 'node:crypto';
import type { AnsweredBy, ExecutionId, JournalEntry, ToolCatalog } from '@toolshed/kernel';
import { ANYWHERE, type Digest, fold, isTerminal, type Purpose } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { LabelElsewhere } from '../../catalog/placed-tools.js';
import type { UndoOptions } from '../../host-api/undo-api.js';
import type { DefinitionOf } from '../../tool-proxy/tool-definition.js';
import { ToolElsewhereError, ToolNotHereError } from '../calls/recheck/same-tool.js';
import { UnknownExecutionError } from '../execution-errors.js';
import type { ExecutionResult } from '../execution-result.js';
import type { Executions } from '../execution-service.js';
import { KeyTakenError } from '../journal/journal-errors.js';
import { type DoneCall, doneCalls } from './done-calls.js';
import { NO_TOOL, revertPathOf, undoes, whyNot } from './revert-tools.js';
import { CannotUndoError } from './undo-errors.js';

export interface UndoDeps {
  readonly executions: Pick<Executions, 'execute' | 'get' | 'goOn' | 'locate'>;
  readonly read: (id: ExecutionId) => Promise<readonly JournalEntry[]>;
  readonly catalog: ToolCatalog;
  readonly labelElsewhere: LabelElsewhere;
  readonly definitionOf: DefinitionOf;
  readonly digest: Digest;
}

interface Skipped {
  readonly call: number;
  readonly path: string;
  readonly why: string;
}

export function createUndo(deps: UndoDeps): (id: string, options: UndoOptions) => Promise<ExecutionResult> {
  const { executions, read, catalog, definitionOf, digest } = deps;

  return async (given, { by, ...options }) => {
    const id = await executions.locate(given);
    const entries = await read(id);
    if (entries.length === 0) throw new UnknownExecutionError(id);
    const { status, started } = fold(entries);
    if (!isTerminal(status))
      throw new CannotUndoError(id, 'undo/not-ended', `it is ${status.kind}; cancel it first, or wait for its end`);
    const done = doneCalls(entries);
    // U3.
    for (const { path, isSafe } of done) {
      const label = isSafe || catalog.find(path) ? undefined : deps.labelElsewhere(path);
      if (label !== undefined) throw new ToolElsewhereError(path, label);
    }
    const undone = new Map<number, string>();
    for (let ordinal = 0; ; ordinal++) {
      const { revertible, skipped } = sort(done, undone, catalog, definitionOf);
      if (revertible.length === 0) throw new CannotUndoError(id, 'undo/nothing', nothingWords(skipped));
      // Older calls must not be reverted before newer ones that only another host can revert (U3).
      const missing = skipped.find(({ why }) => why === NO_TOOL);
      if (missing !== undefined) throw new ToolNotHereError(missing.path);
      const request = randomUUID();
      const purpose: Purpose = { kind: 'undo', of: id, request };
      const { session, agent, labels, placement, seed } = started;
      const start = {
        ...options,
        session,
        labels,
        ...(by === undefined ? {} : { by }),
        ...(agent === undefined ? {} : { agent }),
        placement: [...new Set([...(placement ?? []), ...labelsFor(revertible, catalog)])],
        // U1.
        idempotencyKey: `undo_${digest(`${seed}\n${id}\nundo\n${ordinal}`).slice(0, 32)}`,
      };
      const result = await startOrFind(executions, undoProgram(id, revertible, skipped), start, purpose);
      const undo = await read(result.executionId);
      const [first] = undo;
      if (!undoes(first, id))
        throw new CannotUndoError(id, 'undo/key-taken', `${result.executionId} has the idempotency key of its undo`);
      const isOurs = first.purpose?.kind === 'undo' && first.purpose.request === request;
      if (isOurs) return result;
      // U2.
      if (!isTerminal(fold(undo).status)) return await executions.goOn(result.executionId);
      for (const call of revertedIn(undo)) undone.set(call, result.executionId);
    }
  };
}

async function startOrFind(
  executions: Pick<Executions, 'execute' | 'get'>,
  program: string,
  ...rest: [options: Parameters<Executions['execute']>[1] & { by?: AnsweredBy }, purpose: Purpose]
): Promise<ExecutionResult> {
  try {
    return await executions.execute(program, ...rest);
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    return await executions.get(error.executionId);
  }
}

/** Newest first; what is safe did nothing that could be undone. */
function sort(
  done: readonly DoneCall[],
  undone: ReadonlyMap<number, string>,
  catalog: ToolCatalog,
  definitionOf: DefinitionOf,
): { readonly revertible: readonly DoneCall[]; readonly skipped: readonly Skipped[] } {
  const revertible: DoneCall[] = [];
  const skipped: Skipped[] = [];
  for (const one of done.toReversed()) {
    const { call, path } = one;
    const before = undone.get(call);
    const why =
      before === undefined ? whyNot(one, catalog.find(path), definitionOf) : `${before} has undone it or may have`;
    if (why === undefined) revertible.push(one);
    else if (!one.isSafe) skipped.push({ call, path, why });
  }
  return { revertible, skipped };
}

const labelsFor = (calls: readonly DoneCall[], catalog: ToolCatalog): readonly string[] =>
  calls.flatMap(({ path }) => {
    const { placement = ANYWHERE } = catalog.find(path) ?? {};
    return placement === ANYWHERE ? [] : [placement];
  });

const nothingWords = (skipped: readonly Skipped[]): string =>
  skipped.length === 0
    ? 'it has changed nothing'
    : `nothing is left to undo (${skipped
        .slice(0, 5)
        .map(({ call, path, why }) => `call ${call}, ${path}: ${why}`)
        .join('; ')})`;

const RevertArguments = z.looseObject({ call: z.int() });

/** The calls that an undo reverted, or may have: a revert of unknown outcome is not tried again. */
function revertedIn(undo: readonly JournalEntry[]): readonly number[] {
  return doneCalls(undo).flatMap(({ args, outcome }) => {
    const read = RevertArguments.safeParse(JSON.parse(args));
    return outcome.kind === 'threw' || !read.success ? [] : [read.data.call];
  });
}

/**
 * A person who refuses one revert is asked about the next. A revert that fails ends the undo: an older call may rest on
 * what it left.
 */
function undoProgram(id: ExecutionId, revertible: readonly DoneCall[], skipped: readonly Skipped[]): string {
  const calls = revertible.map(({ call, path }) => [call, path, revertPathOf(path).split('.')]);
  return `// Undoes ${id}, newest call first.
const undone = [];
for (const [call, path, segments] of ${JSON.stringify(calls)}) {
  const revert = segments.reduce((found, segment) => found[segment], tools);
  try {
    await revert({ execution: ${JSON.stringify(id)}, call });
    undone.push({ call, path, undone: true });
  } catch (error) {
    undone.push({ call, path, undone: false, why: error.message });
    if (!['tool/declined', 'tool/denied'].includes(error.code)) break;
  }
}
return { undone, skipped: ${JSON.stringify(skipped)} };
`;
}
