// Executions with their journals, entry by entry as they are stored, and their lines of the audit log, which become a
// chain of their own.

import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '@toolshed/kernel';
import { AUDIT_ROOT, chain } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { type EntryText, firstChecksum, readEntries } from '../entry-text.js';
import { formatOf } from '../postgres/entry-formats.js';
import type { ChainEnd } from '../postgres/journal/write-rows.js';
import { toStored } from '../rows/stored-text.js';
import { integerIn, optionalText, type Row, textIn } from '../rows/column.js';
import { toEntryText } from '../rows/placed-entry.js';
import type { ChainedLine, CopySource } from './copy-source.js';
import type { CopyTables } from './copy-tables.js';

/** The lines of one chain after another: the copy asks for them in the order of the chains. */
export interface LineWalk {
  /** Writes the lines of this chain, and returns where it ends. */
  take(name: string, onLine?: (line: ChainedLine, link: number) => void): Promise<ChainEnd>;
}

export function createLineWalk(source: CopySource, { audit }: CopyTables): LineWalk {
  const lines = source.lines()[Symbol.iterator]();
  let next = lines.next();
  return {
    async take(name, onLine) {
      let end: ChainEnd = { lines: 0, hash: AUDIT_ROOT };
      for (; next.done !== true && next.value.chain === name; next = lines.next()) {
        const { n, fact } = next.value;
        const line = chain(fact, end.lines + 1, end.hash, sha256);
        end = { lines: line.n, hash: line.hash };
        onLine?.(next.value, end.lines);
        await audit.add([name, end.lines, n, JSON.stringify(fact), end.hash]);
      }
      return end;
    },
  };
}

/** `hostLinks`: where lines of the old log that removed executions are in the host's chain. */
export async function copyExecutions(
  source: CopySource,
  tables: CopyTables,
  walk: LineWalk,
  hostLinks: ReadonlyMap<number, number>,
): Promise<void> {
  for (const row of source.executions()) {
    const id = textIn(row, 'id');
    const end = await walk.take(id);
    if (row['line'] === null) await copyExecution(source, tables, row, end);
    else await tables.pruned.add([id, hostLinks.get(integerIn(row, 'line')), end.lines, end.hash]);
  }
}

const ENTRIES_PER_PAGE = 500;

async function copyExecution(source: CopySource, tables: CopyTables, row: Row, end: ChainEnd): Promise<void> {
  const id = textIn(row, 'id');
  const mark = randomUUID();
  const journal: Journal = { id, length: 0, checksum: firstChecksum(id), labels: {}, format: 1 };
  let page: Row[] = [];
  const take = async (): Promise<void> => {
    const texts = page.map(toEntryText);
    const entries = readEntries(texts, journal.length, journal.checksum, source.earlierOf(id));
    addTo(journal, entries, texts);
    for (const { seq, position, body, checksum } of page)
      await tables.journal.add([id, seq, position, EPOCH, mark, checksum, body]);
    page = [];
  };
  for (const entry of source.entries(id)) {
    page.push(entry);
    if (page.length >= ENTRIES_PER_PAGE) await take();
  }
  if (page.length > 0) await take();
  const parent = optionalText(row, 'parent_execution');
  if (parent !== undefined) await tables.sideQuests.add([id, parent, row['untold'] === 1]);
  await tables.executions.add([
    id,
    row['position'],
    toStored(textIn(row, 'session')),
    storedOrNull(row, 'agent'),
    JSON.stringify(journal.labels),
    ...KEPT.map((column) => row[column]),
    EPOCH,
    journal.format,
    row['next_seq'],
    row['checksum'],
    end.lines,
    end.hash,
    mark,
    storedOrNull(row, 'idempotency_key'),
    row['parent_elicitation'],
    row['parent_execution'],
    row['placement'],
  ]);
}

/** Nobody drives a copied execution; the first node that claims it raises this. */
const EPOCH = 1;

const KEPT = ['status', 'created_at', 'updated_at', 'wake_at', 'calls', 'open_questions', 'length', 'error'] as const;

interface Journal {
  readonly id: string;
  length: number;
  checksum: number;
  labels: Readonly<Record<string, string>>;
  format: number;
}

function addTo(journal: Journal, entries: readonly JournalEntry[], texts: readonly EntryText[]): void {
  const [first] = entries;
  if (first?.kind === 'started') journal.labels = first.labels;
  journal.format = Math.max(journal.format, formatOf(entries, texts));
  journal.length += entries.length;
  journal.checksum = texts.at(-1)?.checksum ?? journal.checksum;
}

export function storedOrNull(row: Row, column: string): string | null {
  const text = optionalText(row, column);
  return text === undefined ? null : toStored(text);
}
