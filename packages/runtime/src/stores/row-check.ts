// Compares what a database keeps beside a journal, the row of its execution and those of its questions, with what the
// journal says. Takes one entry after the other, so that a check costs as much as reading the journal.
//
// Threat: an edited row. Lists, wake-ups and pruning read rows: an execution that is marked as ended is removed with
// its open questions, one that is moved to another session is shown to its agents.

import { ExecutionId, type JournalEntry } from '@toolshed/kernel';
import { advance, canonicalJson, type ExecutionState, fold, summarize } from '@toolshed/kernel/runtime';
import { questionChangeOf } from './question-change.js';

/** Columns by their names; only those that a store has are compared. */
export type StoredColumns = Readonly<Partial<Record<ExecutionColumn, string | number | undefined>>>;

type ExecutionColumn =
  | 'status'
  | 'session'
  | 'agent'
  | 'created_at'
  | 'wake_at'
  | 'calls'
  | 'open_questions'
  | 'length'
  | 'error'
  | 'idempotency_key'
  | 'parent_elicitation'
  | 'parent_execution'
  | 'placement'
  | 'labels';

export interface StoredQuestion {
  readonly id: string;
  readonly seq: number | undefined;
  readonly session: string;
  readonly isOpen: boolean;
  readonly flow: string | undefined;
}

/** What lies beside one journal. */
export interface StoredRows {
  readonly execution: StoredColumns;
  readonly questions: readonly StoredQuestion[];
}

export interface RowCheck {
  /** Throws JournalCorruptError for an entry that cannot follow. */
  take(entry: JournalEntry): void;
  /** What is wrong with the rows, once every entry was taken. */
  problem(rows: StoredRows): string | undefined;
}

export function createRowCheck(execution: string): RowCheck {
  let state: ExecutionState | undefined;
  const questions = new Map<string, Pick<StoredQuestion, 'seq' | 'isOpen' | 'flow'>>();
  let open = new Set<string>();

  const change = (entry: JournalEntry): void => {
    const made = questionChangeOf(entry);
    switch (made.kind) {
      case 'opens':
        questions.set(made.elicitation, { seq: entry.seq, isOpen: true, flow: made.flow });
        open.add(made.elicitation);
        return;
      case 'revises': {
        const asked = questions.get(made.elicitation);
        if (asked) questions.set(made.elicitation, { ...asked, seq: entry.seq, flow: made.flow });
        return;
      }
      case 'closes':
        open.delete(made.elicitation);
        return;
      case 'closes-all':
        open = new Set();
        return;
      case 'none':
        return;
    }
  };

  const isAsAsked = (session: string, { id, seq, session: stored, isOpen, flow }: StoredQuestion): boolean => {
    const asked = questions.get(id);
    return asked?.seq === seq && asked?.flow === flow && open.has(id) === isOpen && session === stored;
  };

  return {
    take(entry) {
      state = state === undefined ? fold([entry]) : advance(state, entry);
      change(entry);
    },
    problem(rows) {
      if (state === undefined) return undefined;
      const expected = columnsOf(ExecutionId.parse(execution), state);
      const edited = Object.entries(rows.execution).filter(([column, value]) => expected.get(column) !== value);
      if (edited.length > 0)
        return `the row of ${execution} is not what its journal says: ${edited.map(([column]) => column).join(', ')}`;
      const { session } = state.started;
      const isWhole = rows.questions.length === questions.size;
      return isWhole && rows.questions.every((one) => isAsAsked(session, one))
        ? undefined
        : `the questions of ${execution} are not those of its journal`;
    },
  };
}

/** The same, where all entries are at hand. */
export function problemOfRows(
  execution: string,
  entries: readonly JournalEntry[],
  rows: StoredRows,
): string | undefined {
  const check = createRowCheck(execution);
  for (const entry of entries) check.take(entry);
  return check.problem(rows);
}

function columnsOf(id: ExecutionId, state: ExecutionState): ReadonlyMap<string, string | number | undefined> {
  const summary = summarize(id, state, 0);
  const { labels, idempotencyKey } = state.started;
  const columns = {
    status: summary.status,
    session: summary.session,
    agent: summary.agent,
    created_at: summary.createdAt,
    wake_at: summary.wakeAt,
    calls: summary.calls,
    open_questions: summary.openQuestions,
    length: summary.length,
    error: summary.error && canonicalJson(summary.error),
    idempotency_key: idempotencyKey,
    parent_elicitation: summary.parent?.elicitationId,
    parent_execution: summary.parent?.executionId,
    placement: summary.placement && canonicalJson(summary.placement),
    labels: canonicalJson(labels),
  } satisfies Record<ExecutionColumn, string | number | undefined>;
  return new Map(Object.entries(columns));
}

/** JSON of a column, comparable; the text itself if it is not JSON. */
export function comparableJson(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
}
