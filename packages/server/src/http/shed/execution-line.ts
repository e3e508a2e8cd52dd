// What a list shows about an execution beside its summary: its purpose and its result, each in one line.

import type { EntryOf, ExecutionId, ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import { titleOf } from '../../present/program-title.js';
import type { Shed } from './shed-port.js';

export interface ExecutionLine {
  /** The first comment of the program, or its first line. */
  readonly title?: string;
  /** The beginning of its result, as JSON. */
  readonly result?: string;
  /** What it is for, where it is not simply to run its program. */
  readonly purpose?: Purpose;
  /** The plan it runs, or the execution it undoes. */
  readonly of?: ExecutionId;
}

export type Purpose = 'plan' | 'approved-plan' | 'undo';

const LONGEST = 160;
/** A longer journal is not read for a list. */
const MOST_ENTRIES = 2_000;
const MOST_KNOWN = 2_000;

/** How an execution was started never changes, and neither does how it ended, so each is read once. */
export function createExecutionLines(shed: Pick<Shed, 'journal'>): (one: ExecutionSummary) => Promise<ExecutionLine> {
  const known = new Map<ExecutionId, ExecutionLine>();
  return async ({ id, status, length }) => {
    const line = known.get(id);
    if (line !== undefined && (line.result !== undefined || status !== 'completed')) return line;
    if (length > MOST_ENTRIES || status === 'damaged') return {};
    const read = lineOf(await shed.journal(id));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(id, read);
    return read;
  };
}

function lineOf(journal: readonly JournalEntry[]): ExecutionLine {
  const [started] = journal;
  const ended = journal.findLast((entry) => entry.kind === 'completed');
  return {
    ...(started?.kind === 'started' ? { title: titleOf(started.source) } : {}),
    ...(started?.kind === 'started' ? purposeOf(started) : {}),
    ...(ended?.kind === 'completed' ? { result: (ended.value ?? 'undefined').slice(0, LONGEST) } : {}),
  };
}

function purposeOf({ purpose }: EntryOf<'started'>): Pick<ExecutionLine, 'purpose' | 'of'> {
  switch (purpose?.kind) {
    case undefined:
      return {};
    case 'plan':
      return { purpose: 'plan' };
    case 'approved-plan':
      return { purpose: 'approved-plan', of: purpose.plan };
    case 'undo':
      return { purpose: 'undo', of: purpose.of };
  }
}
