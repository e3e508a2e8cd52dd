// The rows of a group of appends, as the columns that the statement takes.

import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '@toolshed/kernel';
import { AUDIT_ROOT, type AuditFact, chain, factOf, isTerminalStatus } from '@toolshed/kernel/runtime';
import { sha256 } from '../../../digest.js';
import { type EntryText, firstChecksum, writeEntries } from '../../entry-text.js';
import { shareValues, type ValuePlaces } from '../../repeated-values.js';
import { formatOf } from '../entry-formats.js';
import { toStored, toStoredOrNull } from '../../rows/stored-text.js';
import type { JournalEnd } from './journal-ends.js';
import { entriesOf, firstSeq, type PendingWrite, type WriteGroup } from './pending-write.js';
import { type QuestionRows, questionRowsOf } from './question-rows.js';

export interface AuditRow {
  readonly chain: string;
  readonly link: number;
  readonly body: string;
  readonly hash: string;
}

export interface GroupRows {
  readonly group: WriteGroup;
  readonly first: number;
  readonly before: JournalEnd;
  readonly end: JournalEnd;
  readonly mark: string;
  readonly texts: readonly EntryText[];
  /** Large values that are in these texts. */
  readonly places: ValuePlaces;
  readonly lines: readonly AuditRow[];
  readonly questions: QuestionRows;
  readonly entries: readonly JournalEntry[];
  readonly last: PendingWrite;
}

export const noEntries = (execution: string): JournalEnd => ({
  length: 0,
  checksum: firstChecksum(execution),
  auditLines: 0,
  auditHash: AUDIT_ROOT,
});

/** `facts` are those that no entry holds, about the grants that were used; `known` where its large values are. */
export function groupRows(
  group: WriteGroup,
  before: JournalEnd,
  facts: readonly AuditFact[],
  known: ValuePlaces | undefined,
): GroupRows {
  const entries = entriesOf(group);
  const [head] = group.writes;
  const last = group.writes.at(-1);
  if (head === undefined || last === undefined) throw new TypeError('a group has a write');
  const { stored, places } = shareValues(entries, known);
  const texts = writeEntries(stored, before.checksum);
  const about = [...facts, ...entries.flatMap((entry) => factOf(group.execution, entry, sha256) ?? [])];
  const lines = chainLines(group.execution, about, { lines: before.auditLines, hash: before.auditHash });
  return {
    group,
    entries,
    last,
    before,
    first: firstSeq(head),
    mark: randomUUID(),
    texts,
    places,
    lines,
    questions: questionRowsOf(entries),
    end: {
      length: before.length + texts.length,
      checksum: texts.at(-1)?.checksum ?? before.checksum,
      auditLines: before.auditLines + lines.length,
      auditHash: lines.at(-1)?.hash ?? before.auditHash,
    },
  };
}

export interface ChainEnd {
  readonly lines: number;
  readonly hash: string;
}

export function chainLines(name: string, facts: readonly AuditFact[], end: ChainEnd): readonly AuditRow[] {
  let { lines, hash } = end;
  return facts.map((fact) => {
    const line = chain(fact, lines + 1, hash, sha256);
    ({ n: lines, hash } = line);
    return { chain: name, link: lines, body: JSON.stringify(fact), hash };
  });
}

/** Columns of the execution's own row, in the order of `OWN_COLUMNS`. */
const ownRow = ({ group, first, before, end, mark, texts, entries, last }: GroupRows): readonly unknown[] => {
  const { status, updatedAt, wakeAt, calls, openQuestions, length, error, owner } = last.summary;
  return [
    group.execution,
    first,
    before.checksum,
    last.fence?.epoch ?? null,
    status,
    updatedAt,
    wakeAt ?? null,
    calls,
    openQuestions,
    length,
    error === undefined ? null : JSON.stringify(error),
    owner ?? null,
    end.length,
    end.checksum,
    end.auditLines,
    end.auditHash,
    mark,
    formatOf(entries, texts),
  ];
};

/** What only a new execution has, in the order of `NEW_COLUMNS`. */
const newRow = ({ last: { started } }: GroupRows): readonly unknown[] => [
  toStoredOrNull(started?.session),
  toStoredOrNull(started?.agent),
  JSON.stringify(started?.labels ?? {}),
  started?.at ?? null,
  toStoredOrNull(started?.idempotencyKey),
  started?.parent?.elicitation ?? null,
  started?.parent?.execution ?? null,
  started?.placement === undefined ? null : JSON.stringify(started.placement),
];

export interface StatementValues {
  /** Questions or side quests change as well. */
  readonly isFull: boolean;
  readonly values: readonly unknown[];
}

/** The values of the statement that writes these groups, in the order of its parameters. */
export function valuesOf(
  rows: readonly GroupRows[],
  kind: 'create' | 'append',
  extra: readonly number[],
): StatementValues {
  const own = rows.map((row) => (kind === 'create' ? [...ownRow(row), ...newRow(row)] : ownRow(row)));
  const entries = rows.flatMap(({ group, first, texts }) =>
    texts.map(({ body, checksum }, index) => [group.execution, first + index, body, checksum]),
  );
  const lines = rows.flatMap((row) => row.lines.map(({ chain: name, link, body, hash }) => [name, link, body, hash]));
  const also = questionValues(rows);
  const isFull = also.some((column) => column.length > 0);
  const values = [
    ...columns(own, kind === 'create' ? 26 : 18),
    extra,
    ...columns(entries, 4),
    ...columns(lines, 4),
    ...(isFull ? also : []),
  ];
  return { isFull, values };
}

function questionValues(rows: readonly GroupRows[]): readonly (readonly unknown[])[] {
  const opened = rows.flatMap(({ group, questions }) =>
    questions.opened.map(({ elicitation, seq, isOpen, flow }) => [
      elicitation,
      group.execution,
      seq,
      isOpen,
      toStoredOrNull(flow),
    ]),
  );
  const changed = rows.flatMap(({ group, questions }) =>
    questions.changed.map(({ elicitation, revised, closes }) => [
      elicitation,
      group.execution,
      revised?.seq ?? null,
      revised?.flow === undefined ? null : toStored(revised.flow),
      closes,
    ]),
  );
  const closing = rows.flatMap(({ group, questions }) => (questions.closesAll ? [group.execution] : []));
  const reported = rows.flatMap(({ group, questions }) =>
    questions.reportedQuests.map((quest) => [group.execution, quest]),
  );
  const ended = rows.flatMap(({ group, last }) => (isTerminalStatus(last.summary.status) ? [group.execution] : []));
  return [...columns(opened, 5), ...columns(changed, 5), closing, ...columns(reported, 2), ended];
}

const columns = (rows: readonly (readonly unknown[])[], width: number): unknown[][] =>
  Array.from({ length: width }, (_, column) => rows.map((row) => row[column]));
