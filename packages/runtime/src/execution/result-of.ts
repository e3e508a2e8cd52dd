// The result of an execution, made from its journal and nothing else, so that every process gives the same one. The
// service, the live executions and the HTTP API get theirs here; `execution-result.ts` is its shape.

import {
  type EntryOf,
  type ExecutionId,
  type JournalEntry,
  type PendingElicitation,
  StoreUnavailableError,
} from '@toolshed/kernel';
import {
  assertNever,
  effectiveEntries,
  type ExecutionState,
  openQuestions,
  pendingElicitation,
  parentQuestion,
} from '@toolshed/kernel/runtime';
import { withoutDefect } from './journal/defects.js';
import { editsOf } from './answers/check-edited-arguments.js';
import { programExcerpt } from './program/program-excerpt.js';
import type { Past } from './journal/past.js';
import type { CallReport, ExecutionPurpose, ExecutionResult, LateOutcomeReport } from './execution-result.js';
import type { IsolationLevel } from '../sandbox/isolation-level.js';

/**
 * The result after something was written. Its sender gets no error if the store has become unavailable since, which would
 * make them send it again: they get the state of the execution as far as this process knows it.
 */
export async function orSoFar(
  follows: Promise<ExecutionResult>,
  soFar: () => ExecutionResult,
): Promise<ExecutionResult> {
  try {
    return await follows;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return soFar();
  }
}

/**
 * Makes the result callers get out of a journal. Its lists are made when they are first read: with thousands of calls,
 * answering one question after the other would otherwise cost the square of them.
 */
export function resultOf(
  id: ExecutionId,
  past: Past,
  sandbox: IsolationLevel | undefined,
  audience: 'anyone' | 'people' = 'anyone',
): ExecutionResult {
  const { state } = past;
  const { status, started } = state;
  const lists = createLists(id, past, audience);
  const common = {
    executionId: id,
    session: started.session,
    parent: started.parent && parentQuestion(started.parent),
    purpose: purposeOf(started),
    get logs() {
      return lists.logs();
    },
    get emitted() {
      return lists.emitted();
    },
    get calls() {
      return lists.calls();
    },
    sandbox,
  };
  switch (status.kind) {
    case 'running':
      return Object.assign(common, { status: 'running' as const });
    case 'sleeping':
      return Object.assign(common, { status: 'sleeping' as const, wakeAt: status.wakeAt });
    case 'completed': {
      const value = status.value === undefined ? undefined : JSON.parse(status.value);
      return Object.assign(common, { status: 'completed' as const, value });
    }
    case 'failed':
      return Object.assign(common, {
        status: 'failed' as const,
        error: status.error,
        excerpt: programExcerpt(started.source, status.error),
      });
    case 'cancelled':
      return Object.assign(common, { status: 'cancelled' as const, reason: status.reason });
    case 'paused':
      if (state.unanswered === 0) return Object.assign(common, { status: 'running' as const });
      return {
        executionId: id,
        session: started.session,
        parent: started.parent && parentQuestion(started.parent),
        purpose: purposeOf(started),
        get logs() {
          return lists.logs();
        },
        get emitted() {
          return lists.emitted();
        },
        get calls() {
          return lists.calls();
        },
        sandbox,
        status: 'paused',
        get paused() {
          return lists.first();
        },
        get pending() {
          return lists.pending();
        },
      };
  }
}

/** Without the permits of a plan: a plan is where they are shown. */
function purposeOf({ purpose }: EntryOf<'started'>): ExecutionPurpose | undefined {
  switch (purpose?.kind) {
    case 'approved-plan': {
      const { kind, plan, by, expiresAt } = purpose;
      return { kind, plan, by, expiresAt };
    }
    case 'undo':
      return { kind: purpose.kind, of: purpose.of };
    default:
      return purpose;
  }
}

function createLists(id: ExecutionId, { entries: journal, state }: Past, audience: 'anyone' | 'people') {
  const entries = once(() => {
    const effective = effectiveEntries(journal);
    return audience === 'people' ? effective : effective.map(withoutDefect);
  });
  const printed = once(() => entries().filter((entry) => entry.kind === 'printed'));
  const calls = once(() => reportsOf(entries(), state));
  const pending = once(() => {
    const questions = openQuestions(state).toSorted((a, b) => a.call - b.call);
    return questions.map((question) => pendingElicitation(id, state.started, question));
  });
  return {
    logs: once(() => printed().flatMap(({ logs }) => logs)),
    emitted: once(() => printed().flatMap(({ emitted }) => emitted.map((json): unknown => JSON.parse(json)))),
    calls,
    pending,
    first(): PendingElicitation {
      const [first] = pending();
      if (first === undefined) throw new TypeError('A paused execution has an open question');
      return first;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function lateReport({ attempt, outcome }: EntryOf<'late-outcome'>): LateOutcomeReport {
  if (outcome.kind === 'threw') {
    const { error, defect } = outcome;
    return { attempt, outcome: 'threw', error, ...(defect === undefined ? {} : { defect }) };
  }
  return { attempt, outcome: 'returned', value: outcome.value === undefined ? undefined : JSON.parse(outcome.value) };
}

function reportsOf(entries: readonly JournalEntry[], state: ExecutionState): readonly CallReport[] {
  const reports = new Map<number, ReportDraft>();
  for (const entry of entries) {
    switch (entry.kind) {
      case 'tool-called':
        reports.set(entry.call, {
          ...begun(entry, entry.path),
          isSafe: entry.decision.kind === 'allow' && entry.decision.because.kind === 'safe',
        });
        break;
      case 'call-refused':
        reports.set(entry.call, begun(entry, entry.path));
        break;
      case 'elicit-called':
        reports.set(entry.call, begun(entry, 'elicit'));
        break;
      case 'returned':
      case 'threw': {
        const report = reports.get(entry.call);
        if (report) report.outcome = entry.kind;
        if (report && entry.kind === 'threw') {
          report.required = entry.error.elicitations ?? [];
          report.error = entry.error;
          report.defect = entry.defect;
        }
        break;
      }
      case 'late-outcome': {
        const report = reports.get(entry.call);
        if (report) report.lateOutcome = lateReport(entry);
        break;
      }
      case 'started':
      case 'tool-changed':
      case 'redecided':
      case 'planned':
      case 'timer-set':
      case 'printed':
      case 'asked':
      case 'approval-given':
      case 'consented':
      case 'revised':
      case 'answered':
      case 'side-quest-ended':
      case 'invoking':
      case 'program-entered':
      case 'fired':
      case 'parked':
      case 'taken-over':
      case 'sandbox-lost':
      case 'reopened':
      case 'completed':
      case 'failed':
      case 'cancelled':
        break;
      default:
        assertNever(entry);
    }
  }
  const change = (call: number, facts: Partial<CallReport>): void => {
    const report = reports.get(call);
    if (report) Object.assign(report, facts);
  };
  for (const { call } of editsOf(entries)) change(call, { isEdited: true });
  for (const { call } of openQuestions(state)) change(call, { outcome: 'waiting' });
  return [...reports.values()];
}

type ReportDraft = { -readonly [Key in keyof CallReport]: CallReport[Key] };

const begun = (
  { call, line, column, within }: EntryOf<'tool-called' | 'call-refused' | 'elicit-called'>,
  path: string,
): ReportDraft => ({
  call,
  path,
  outcome: 'running',
  // The lines of a saved program are not those of the program of the execution.
  line: within === undefined ? line : undefined,
  column: within === undefined ? column : undefined,
  error: undefined,
  defect: undefined,
  isSafe: true,
  isEdited: false,
  required: [],
  lateOutcome: undefined,
});
