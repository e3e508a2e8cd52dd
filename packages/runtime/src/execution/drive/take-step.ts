// Takes what the program did in a step: journals it, and then acts on it (D1).

import type { JournalEntry } from '@toolshed/kernel';
import {
  type ExecutionState,
  GrantUnavailableError,
  isIssued,
  joinSegments,
  type NewEntry,
} from '@toolshed/kernel/runtime';
import type { StepOutput } from '../../tool-proxy/guest-boundary.js';
import { assertNamespacesHere, calledElsewhere } from '../calls/recheck/same-tool.js';
import { issueCalls } from './issue-calls.js';
import { savedOutcome } from './saved-programs.js';
import { holdEntries, isQuiet, type Loop, post } from './loop-state.js';
import { endOf, isPause, parkedEntry } from './step-entries.js';

export async function takeStep(loop: Loop, output: StepOutput): Promise<void> {
  const { journal, calls, deps } = loop;
  if (mayBeOutdated(output, deps)) await deps.lookForPrograms();
  const elsewhere = calledElsewhere(output, deps);
  if (elsewhere) {
    // The host that continues it finds everything it did here.
    await journal.append(() => []);
    throw elsewhere;
  }
  assertNamespacesHere(output, journal.state.started, deps);
  const entries = await issue(loop, output);
  if (loop.trace) for (const entry of entries) if (entry.kind === 'tool-called') loop.trace.issued(entry);
  const kindOf = (call: number): string | undefined => journal.state.open.get(call)?.kind;
  for (const entry of entries) if (entry.kind === 'invoking') calls.start(entry.call);
  for (const entry of entries) if (isIssued(entry) && kindOf(entry.call) !== 'invoking') calls.advance(entry.call);
  for (const call of output.cleared) if (kindOf(call) === 'sleeping') post(loop, { kind: 'fired', call });
  for (const { call, outcome } of output.saved ?? [])
    if (outcome) post(loop, savedOutcome(journal.state, call, outcome));
}

/**
 * Whether a call is of a saved program, or of no tool that is known. That there is no such tool would be journaled, and a
 * program that a person has deleted would be entered.
 */
const mayBeOutdated = ({ calls }: StepOutput, { catalog, savedProgram }: Loop['deps']): boolean =>
  calls.some((call) => {
    const path = call.op === 'tool' ? joinSegments(call.segments) : undefined;
    const tool = path && catalog.find(path);
    return path !== undefined && (tool === undefined || savedProgram(tool) !== undefined);
  });

/** Decides again if a grant that a call relied on was revoked, or its last use taken, before the call was written. */
async function issue(loop: Loop, output: StepOutput): Promise<readonly JournalEntry[]> {
  const { journal, deps } = loop;
  for (;;) {
    const issued = issueCalls(output, journal.state, journal.id, deps);
    const safe = typeof issued === 'function' ? safeEntries(loop, issued(journal.state)) : undefined;
    if (safe) return holdEntries(loop, () => safe);
    const draft = typeof issued === 'function' ? issued : await issued;
    try {
      return await journal.append((state) => withRest(loop, state, output, draft(state)));
    } catch (error) {
      if (!(error instanceof GrantUnavailableError)) throw error;
    }
  }
}

/**
 * What a step issued, if it may be acted on before it is on disk (D1): calls whose handlers may be run again, and calls
 * that were refused. Nobody outside can observe anything that follows from it: whatever the program does next that
 * reaches outside is written after it.
 */
function safeEntries({ journal, program, deps }: Loop, entries: readonly NewEntry[]): readonly NewEntry[] | undefined {
  if (deps.durability === 'every-call' || program.outcome !== undefined || !journal.canHold) return undefined;
  return entries.some(({ kind }) => kind === 'invoking') && entries.every(isSafeEntry) ? entries : undefined;
}

/** Kinds that are not here are written first, so one that is forgotten costs time and no more. */
function isSafeEntry(entry: NewEntry): boolean {
  if (entry.kind === 'tool-called') return entry.decision.kind === 'allow' && entry.decision.because.kind === 'safe';
  return entry.kind === 'invoking' || entry.kind === 'call-refused' || entry.kind === 'printed';
}

/** Adds the pause or the end of the execution where it is certain already, so that it costs no write of its own. */
function withRest(
  loop: Loop,
  state: ExecutionState,
  output: StepOutput,
  entries: readonly NewEntry[],
): readonly NewEntry[] {
  const { program, deps } = loop;
  if (!isQuiet(loop)) return entries;
  if (program.outcome === undefined && deps.expiresInMs === undefined && isPause(state, entries))
    return [...entries, parkedEntry(program.used, undefined)];
  const isOver = output.calls.length === 0 && output.cleared.length === 0;
  const end = isOver ? endOf(state, program.outcome) : undefined;
  return end ? [...entries, ...end] : entries;
}
