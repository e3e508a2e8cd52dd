import {
  effectiveEntries,
  type EntryOf,
  type ExecutionId,
  type ExecutionState,
  type JournalEntry,
  openQuestions,
  type Question,
} from '@toolshed/kernel';
import { editsOf } from './edits.js';
import type { Past } from './execution-journal.js';
import type {
  CallReport,
  ExecutionResult,
  GivenApprovals,
  LateOutcomeReport,
  PausedQuestion,
  SandboxWalls,
} from './execution-result.js';

/** What a journal amounts to, for whoever asked. */
export function resultOf(
  id: ExecutionId,
  { entries: journal, state }: Past,
  sandbox: SandboxWalls | undefined,
): ExecutionResult {
  const entries = effectiveEntries(journal);
  const { status, started } = state;
  const printed = entries.filter((entry) => entry.kind === 'printed');
  const common = {
    executionId: id,
    session: started.session,
    parent: started.parent,
    logs: printed.flatMap(({ logs }) => logs),
    emitted: printed.flatMap(({ emitted }) => emitted.map((json) => JSON.parse(json))),
    calls: reportsOf(entries, state),
    sandbox,
  };
  switch (status.kind) {
    case 'running':
      return { ...common, status: 'running' };
    case 'sleeping':
      return { ...common, status: 'sleeping', wakeAt: status.wakeAt };
    case 'completed':
      return {
        ...common,
        status: 'completed',
        value: status.value === undefined ? undefined : JSON.parse(status.value),
      };
    case 'failed':
      return { ...common, status: 'failed', error: status.error };
    case 'cancelled':
      return { ...common, status: 'cancelled', reason: status.reason };
    case 'paused': {
      const positions = positionsOf(entries);
      const late = new Map(common.calls.map(({ call, lateOutcome }) => [call, lateOutcome]));
      const pending = openQuestions(state)
        .toSorted((a, b) => a.call - b.call)
        .map((question) => pausedQuestion(id, state, question, positions.get(question.call), late.get(question.call)));
      const [paused] = pending;
      return paused ? { ...common, status: 'paused', paused, pending } : { ...common, status: 'running' };
    }
  }
}

function pausedQuestion(
  executionId: ExecutionId,
  { started }: ExecutionState,
  question: Question,
  position: Position | undefined,
  late: LateOutcomeReport | undefined,
): PausedQuestion {
  const { elicitation, asker, request, askedAt, expiresAt, consent } = question;
  return {
    executionId,
    elicitationId: elicitation,
    toolPath: request.toolPath,
    message: request.message,
    args: request.args,
    type: request.type,
    asker,
    request,
    session: started.session,
    agent: started.agent,
    labels: started.labels,
    consent,
    line: position?.line,
    column: position?.column,
    askedAt,
    expiresAt,
    approvals: approvalsOf(question, started),
    lateOutcome: asker === 'in-doubt' ? late : undefined,
  };
}

type Position = Pick<EntryOf<'tool-called'>, 'line' | 'column'>;

/** Where the program made each of its calls. */
const positionsOf = (entries: readonly JournalEntry[]): ReadonlyMap<number, Position> =>
  new Map(entries.flatMap((entry) => ('call' in entry && 'line' in entry ? [[entry.call, entry] as const] : [])));

function lateReport({ attempt, outcome }: EntryOf<'late-outcome'>): LateOutcomeReport {
  if (outcome.kind === 'threw') {
    const { error, defect } = outcome;
    return { attempt, outcome: 'threw', error, ...(defect === undefined ? {} : { defect }) };
  }
  return { attempt, outcome: 'returned', value: outcome.value === undefined ? undefined : JSON.parse(outcome.value) };
}

function approvalsOf(
  { approvals, request }: Question,
  { by: starter }: ExecutionState['started'],
): GivenApprovals | undefined {
  if (approvals === undefined) return undefined;
  const { needed, by, args } = approvals;
  return {
    needed,
    by,
    args: args === undefined ? request.args : JSON.parse(args),
    areEdited: args !== undefined,
    ...(starter === undefined ? {} : { startedBy: starter.principal }),
  };
}

function reportsOf(entries: readonly JournalEntry[], state: ExecutionState): readonly CallReport[] {
  const reports = new Map<number, ReportDraft>();
  for (const entry of entries) {
    switch (entry.kind) {
      case 'tool-called':
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
  { call, line }: { readonly call: number; readonly line?: number | undefined },
  path: string,
): ReportDraft => ({
  call,
  path,
  outcome: 'running',
  line,
  error: undefined,
  defect: undefined,
  isEdited: false,
  required: [],
  lateOutcome: undefined,
});
