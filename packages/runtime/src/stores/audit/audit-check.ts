// Checks that the audit log, the journals and the grants agree.
//
// Invariants
//   C1. Lines are numbered from 1 without gaps, and each line's hash covers the one before.
//   C2. The last line is the one the head names, so lines cut off at the end are noticed.
//   C3. A line about an entry matches `factOf` of the entry stored now, unless its execution was pruned,
//       and a `pruned` line is bound to the executions it removed.
//   C4. Every stored entry is whole and in its place, and each that should have a line has one.
//   C5. What is kept beside a journal, the row of its execution and its questions, is what the journal says.
//   C6. The stored grants are those added and neither revoked nor pruned, with the uses left that the lines leave.
//
// A problem of one execution or grant is noted, and the check continues with the others; a problem of the chain itself
// ends it, because nothing after that can be checked.
//
// Threat: someone who can write to the store but not redo all of it. Nobody without a copy of the head can notice
// a log that was rewritten from the first line; keep the head elsewhere, and give it as `kept`, to notice that too.

import { AuditLine, type AuditVerdict, JournalCorruptError, type JournalEntry } from '@toolshed/kernel';
import { AUDIT_ROOT, type AuditProblem, type Digest, factOf, isChained, isLineOf } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { digestOfPruned, HEAD_LOST } from './audit-facts.js';
import { createRowCheck, type StoredRows } from '../row-check.js';
import { checkGrants, type GrantLines, type StoredGrant, tallyGrant } from './audit-grants.js';

export interface AuditHead {
  readonly lines: number;
  readonly hash: string;
}

export const EMPTY_HEAD: AuditHead = { lines: 0, hash: AUDIT_ROOT };

export interface AuditEvidence {
  readonly head: AuditHead;
  /** As they lie in the store, in ascending order. */
  lines(): Iterable<unknown>;
  /** Every execution kept, and how many entries its journal should have. */
  executions(): Iterable<{ readonly execution: string; readonly length: number }>;
  /** Throws JournalCorruptError where the stored text is not what was written. */
  entryAt(execution: string, seq: number): JournalEntry | undefined;
  /** What is kept beside its journal; undefined where the journal is all there is. */
  rowsOf(execution: string): StoredRows | undefined;
  /** Rows of questions that belong to no execution. */
  strayQuestions(): number;
  /** The executions that each `pruned` line removed, by the line's number. */
  readonly pruned: ReadonlyMap<number, readonly string[]>;
  /** The text of each grant as it was added, and what is left of its uses now. */
  grants(): Iterable<StoredGrant>;
}

const MAX_PROBLEMS = 100;

/** Yields after each small step, so that its caller decides when to give way to other work. */
export function* checkAudit(evidence: AuditEvidence, kept?: string): Generator<undefined, AuditVerdict> {
  const tally: Tally = { pruned: prunedIn(evidence), entries: new Map(), grants: new Map(), damaged: new Set() };
  const problems: AuditProblem[] = [];
  /** Whether it held. */
  const noting = (check: () => void): boolean => {
    try {
      check();
      return true;
    } catch (error) {
      if (!(error instanceof Discrepancy)) throw error;
      if (problems.length < MAX_PROBLEMS) problems.push({ at: error.at, problem: error.message });
      return false;
    }
  };
  try {
    noting(() => checkPruned(evidence));
    yield* checkLines(evidence, tally, noting, kept);
    yield* checkExecutions(evidence, tally, noting);
    noting(() => {
      if (evidence.strayQuestions() > 0)
        throw new Discrepancy(evidence.head.lines, 'there are questions of executions that do not exist');
    });
    // C6.
    for (const { at, problem } of checkGrants(evidence.grants(), tally.grants, evidence.head.lines))
      noting(() => {
        throw new Discrepancy(at, problem);
      });
  } catch (error) {
    noting(() => {
      throw error;
    });
  }
  const [first] = problems;
  const { lines, hash: head } = evidence.head;
  return first === undefined ? { kind: 'intact', lines, head } : { kind: 'broken', ...first, problems };
}

type Noting = (check: () => void) => boolean;

/** Never leaves this file. */
class Discrepancy extends Error {
  constructor(
    readonly at: number,
    problem: string,
  ) {
    super(problem);
  }
}

interface EntryLines {
  count: number;
  last: number;
}

/** What the lines record, collected while walking them. */
interface Tally {
  readonly pruned: ReadonlySet<string>;
  readonly entries: Map<string, EntryLines>;
  readonly grants: Map<string, GrantLines>;
  /** Executions something was noted about: one problem each is enough. */
  readonly damaged: Set<string>;
}

function* checkLines(
  evidence: AuditEvidence,
  tally: Tally,
  noting: Noting,
  kept: string | undefined,
): Generator<undefined, void> {
  let [count, hash] = [0, AUDIT_ROOT];
  let isThere = kept === undefined || kept === AUDIT_ROOT;
  for (const raw of evidence.lines()) {
    count += 1;
    const line = AuditLine.safeParse(raw).data;
    // C1.
    if (line?.n !== count) throw new Discrepancy(count, `line ${count} is missing`);
    if (!isChained(line, hash, sha256)) throw new Discrepancy(count, `line ${count} was changed or moved`);
    hash = line.hash;
    isThere ||= hash === kept;
    checkLine(line, evidence, tally, noting);
    yield;
  }
  // C2.
  if (count !== evidence.head.lines || hash !== evidence.head.hash) {
    const missing = `the log ends at line ${count}, its head says ${evidence.head.lines}`;
    throw new Discrepancy(Math.min(count, evidence.head.lines) + 1, missing);
  }
  noting(() => {
    if (!isThere) throw new Discrepancy(count, NOT_KEPT);
  });
}

/** A log that was made again from its first line looks intact; what was kept of the old one is not in it. */
export const NOT_KEPT = 'this log never had the head that was kept: it was rewritten since, or is another one';

/** Believed while the lines are walked; each `pruned` line is then held against its own group. */
const prunedIn = ({ pruned }: AuditEvidence): ReadonlySet<string> => new Set([...pruned.values()].flat());

function checkPruned({ pruned, head }: AuditEvidence): void {
  const stray = [...pruned.keys()].find((line) => line < 1 || line > head.lines);
  if (stray !== undefined)
    throw new Discrepancy(head.lines, `no line ${stray} recorded the removal that the store shows`);
}

function checkLine(line: AuditLine, evidence: AuditEvidence, tally: Tally, noting: Noting): void {
  const removed = evidence.pruned.get(line.n);
  noting(() => {
    if (line.what === HEAD_LOST)
      throw new Discrepancy(
        line.n,
        `the head of the log was damaged before line ${line.n}; lines may have been removed`,
      );
  });
  noting(() => {
    if (line.what === 'pruned' ? digestOfPruned(removed ?? []) !== line.digest : removed !== undefined)
      throw new Discrepancy(line.n, `line ${line.n} names other removed executions than the store`);
  });
  const { execution, seq } = line;
  if (execution === undefined || seq === undefined) {
    tallyGrant(line, line.n, tally.grants);
    return;
  }
  const lines = tally.entries.get(execution) ?? { count: 0, last: 0 };
  tally.entries.set(execution, { count: lines.count + 1, last: line.n });
  if (tally.pruned.has(execution) || tally.damaged.has(execution)) return;
  if (!noting(() => compareEntry(line, execution, seq, evidence))) tally.damaged.add(execution);
}

/** C3. */
function compareEntry(line: AuditLine, execution: string, seq: number, evidence: AuditEvidence): void {
  const { n, previous, hash, ...recorded } = line;
  const entry = entryOrDiscrepancy(evidence, execution, seq, n);
  const kept = entry && factOf(execution, entry, sha256);
  if (kept !== undefined && isLineOf(recorded, kept)) return;
  const problem = entry ? 'is not what the line says' : 'is missing';
  throw new Discrepancy(n, `entry ${seq} of ${execution}, recorded in line ${n}, ${problem}`);
}

function* checkExecutions(evidence: AuditEvidence, tally: Tally, noting: Noting): Generator<undefined, void> {
  const gone = new Map(tally.entries);
  for (const { execution, length } of evidence.executions()) {
    gone.delete(execution);
    if (tally.damaged.has(execution)) continue;
    const lines = tally.entries.get(execution) ?? { count: 0, last: 0 };
    const due = yield* countFacts(evidence, execution, length, lines.last);
    noting(() => {
      if (due instanceof Discrepancy) throw due;
      if (tally.pruned.has(execution)) throw new Discrepancy(lines.last, `${execution} was pruned and exists again`);
      if (due !== lines.count)
        throw new Discrepancy(lines.last, `${execution} has ${due} entries to record, the log has ${lines.count}`);
    });
  }
  for (const [execution, { last }] of gone) {
    if (tally.pruned.has(execution) || tally.damaged.has(execution)) continue;
    noting(() => {
      throw new Discrepancy(last, `${execution} is missing and was never pruned`);
    });
  }
}

/** For facts whose digest is not read. */
const UNREAD: Digest = () => '';

/** How many entries of a journal should have a line, or what is wrong with it (C4). */
function* countFacts(
  evidence: AuditEvidence,
  execution: string,
  length: number,
  line: number,
): Generator<undefined, number | Discrepancy> {
  let due = 0;
  const check = createRowCheck(execution);
  try {
    for (let seq = 0; seq < length; seq += 1) {
      const entry = entryOrDiscrepancy(evidence, execution, seq, line);
      if (entry === undefined) return new Discrepancy(line, `entry ${seq} of ${execution} is missing`);
      if (factOf(execution, entry, UNREAD) !== undefined) due += 1;
      check.take(entry);
      yield;
    }
    if (entryOrDiscrepancy(evidence, execution, length, line) !== undefined)
      return new Discrepancy(line, `${execution} has an entry ${length} that was never appended`);
    // C5.
    const rows = evidence.rowsOf(execution);
    const problem = rows && check.problem(rows);
    return problem === undefined ? due : new Discrepancy(line, problem);
  } catch (error) {
    if (error instanceof Discrepancy) return error;
    if (error instanceof JournalCorruptError) return new Discrepancy(line, error.of(execution).message);
    throw error;
  }
}

function entryOrDiscrepancy(
  evidence: AuditEvidence,
  execution: string,
  seq: number,
  line: number,
): JournalEntry | undefined {
  try {
    return evidence.entryAt(execution, seq);
  } catch (error) {
    if (error instanceof JournalCorruptError) throw new Discrepancy(line, error.of(execution).message);
    throw error;
  }
}
