// What PostgreSQL keeps beside a journal, as `row-check.ts` compares it.

import { comparableJson, type StoredRows } from '../../row-check.js';
import { integerIn, optionalInteger, optionalText, type Row, textIn } from '../../rows/column.js';
import { fromStored } from '../../rows/stored-text.js';

/** The columns of the row of an execution. */
export const ROW_COLUMNS = `status, session, agent, created_at, wake_at, calls, open_questions, length, error,
  idempotency_key, parent_elicitation, parent_execution, placement::text AS placement, labels`;

export const storedRows = (row: Row, questions: readonly Row[]): StoredRows => ({
  execution: {
    status: textIn(row, 'status'),
    session: fromStored(textIn(row, 'session')),
    agent: storedText(row, 'agent'),
    created_at: integerIn(row, 'created_at'),
    wake_at: optionalInteger(row, 'wake_at'),
    calls: integerIn(row, 'calls'),
    open_questions: integerIn(row, 'open_questions'),
    length: integerIn(row, 'length'),
    error: comparableJson(optionalText(row, 'error')),
    idempotency_key: storedText(row, 'idempotency_key'),
    parent_elicitation: optionalText(row, 'parent_elicitation'),
    parent_execution: optionalText(row, 'parent_execution'),
    placement: comparableJson(optionalText(row, 'placement')),
    labels: comparableJson(textIn(row, 'labels')),
  },
  questions: questions.map((question) => ({
    id: textIn(question, 'elicitation'),
    seq: integerIn(question, 'seq'),
    session: fromStored(textIn(question, 'session')),
    isOpen: question['is_open'] === true,
    flow: storedText(question, 'flow'),
  })),
});

function storedText(row: Row, column: string): string | undefined {
  const text = optionalText(row, column);
  return text === undefined ? undefined : fromStored(text);
}
