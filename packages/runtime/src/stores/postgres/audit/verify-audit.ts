// Checks that the audit log, the journals and the grants agree, page by page in one snapshot, while nodes write.
//
// Invariants
//   C1. The lines of a chain are numbered from 1 without gaps, each line's hash covers the one before, and the last is
//       the one its execution names.
//   C2. The lines of an execution that are about entries say what its entries say now, one for one and in order.
//   C3. A chain whose execution was removed ends where the removal says, and a line of the host is bound to the executions it
//       removed.
//   C4. All lines up to a checkpoint, in their order, have the root that was sealed.
//   C5. The stored grants are those added and neither revoked nor pruned, with the uses left that the lines leave.
//   C6. What is kept beside a journal, the row of its execution and its questions, is what the journal says.
//   C7. The lines before one that says they were copied, in their order, make the chain whose end it names.
//
// An execution with entries of a newer version is not broken: its chain is checked, what it says is not.
//
// Threat: someone who can write to the database but not redo all of it. An execution removed with its lines before a
// seal, and a log rewritten together with its seals, leave no trace here: keep sealed roots elsewhere.

import { type AuditFact, isChained, AUDIT_ROOT, factOf, isLineOf } from '@toolshed/kernel/runtime';
import { type AuditVerdict, JournalCorruptError } from '@toolshed/kernel';
import type { AuditProblem } from '@toolshed/kernel/runtime';
import { sha256 } from '../../../digest.js';
import { checkGrants, type GrantLines, tallyGrant } from '../../audit/audit-grants.js';
import { NOT_KEPT } from '../../audit/audit-check.js';
import { digestOfPruned } from '../../audit/audit-facts.js';
import { problemOfRows } from '../../row-check.js';
import { firstChecksum, readEntries } from '../../entry-text.js';
import { integerIn, optionalInteger, type Row, textIn } from '../../rows/column.js';
import { toEntryText } from '../../rows/placed-entry.js';
import { isOfShape } from '../../rows/row-damage.js';
import type { Connection } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import { HOST_CHAIN } from './host-chain.js';
import { checkCopied } from './copied-check.js';
import { checkSeals } from './seal-check.js';
import { factIn } from './stored-fact.js';
import { ROW_COLUMNS, storedRows } from './stored-rows.js';

export type VerifyAudit = (kept?: string) => Promise<AuditVerdict>;

const MAX_PROBLEMS = 100;
const PAGE = 200;

interface Check {
  readonly connection: Connection;
  readonly schema: string;
  note(position: number, problem: string): void;
  readonly grants: Map<string, GrantLines>;
  readonly uses: Map<string, number>;
  newer: number;
}

/** The end of a chain, as the row beside it says. */
interface ChainEnd {
  readonly chain: string;
  readonly lines: number;
  readonly hash: string;
}

interface Line {
  readonly position: number;
  readonly fact: AuditFact;
}

export function createVerifyAudit(database: Database, schema: string): VerifyAudit {
  return (kept) =>
    database.transaction(async (connection) => {
      const found: { readonly position: number; readonly problem: string }[] = [];
      const check: Check = {
        connection,
        schema,
        note: (position, problem) => void (found.length < MAX_PROBLEMS && found.push({ position, problem })),
        grants: new Map(),
        uses: new Map(),
        newer: 0,
      };
      await checkExecutions(check);
      const host = await checkHost(check);
      await checkPruned(check, host);
      const head = await checkCopied(check, host);
      await checkStrays(check);
      const { root, isKept, ...sealed } = await checkSeals(connection, schema, check.note, kept);
      // A kept head of the log that was copied here counts as well.
      if (!isKept && (head === undefined || head !== kept)) check.note(Number.MAX_SAFE_INTEGER, NOT_KEPT);
      await checkGrantRows(check);
      const [row = {}] = await connection.run(`SELECT count(*) AS lines FROM ${schema}.audit`);
      const lines = integerIn(row, 'lines');
      const problems = await numbered(check, found);
      const [first] = problems;
      if (first !== undefined) return { kind: 'broken', ...first, problems };
      return { kind: 'intact', lines, head: root, sealed, ...(check.newer > 0 ? { newer: check.newer } : {}) };
    }, 'whole tables');
}

/** Problems with the numbers that lists show, in their order. */
async function numbered(
  { connection, schema }: Check,
  found: readonly { readonly position: number; readonly problem: string }[],
): Promise<readonly AuditProblem[]> {
  const problems: AuditProblem[] = [];
  for (const { position, problem } of found.toSorted((a, b) => a.position - b.position)) {
    const [row = {}] = await connection.run(`SELECT count(*) AS n FROM ${schema}.audit WHERE position <= $1`, [
      position,
    ]);
    problems.push({ at: Math.max(1, integerIn(row, 'n')), problem });
  }
  return problems;
}

async function checkExecutions(check: Check): Promise<void> {
  const select = `SELECT id, next_seq, checksum, audit_lines AS lines, audit_hash AS hash, ${ROW_COLUMNS}
    FROM ${check.schema}.executions WHERE id > $1 ORDER BY id LIMIT ${PAGE}`;
  for (let after = ''; ; ) {
    const rows = await check.connection.run(select, [after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = textIn(last, 'id');
    const ids = rows.map((row) => textIn(row, 'id'));
    const lines = await linesOf(check, ids);
    const entries = await rowsBy(
      check,
      `SELECT execution AS id, seq, body, checksum FROM ${check.schema}.journal
       WHERE execution = ANY ($1::text[]) ORDER BY execution, seq`,
      ids,
    );
    const questions = await rowsBy(
      check,
      `SELECT execution AS id, id AS elicitation, seq, session, is_open, flow FROM ${check.schema}.elicitations
       WHERE execution = ANY ($1::text[])`,
      ids,
    );
    for (const row of rows) {
      const id = textIn(row, 'id');
      const chained = checkChain(check, toEnd(row, id), lines.get(id) ?? []);
      if (chained === undefined) continue;
      checkEntries(check, row, chained, { entries: entries.get(id) ?? [], questions: questions.get(id) ?? [] });
    }
  }
}

const toEnd = (row: Row, chain: string): ChainEnd => ({
  chain,
  lines: integerIn(row, 'lines'),
  hash: textIn(row, 'hash'),
});

const linesOf = (check: Check, chains: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> =>
  rowsBy(
    check,
    `SELECT chain AS id, chain, link, position, body, hash FROM ${check.schema}.audit
     WHERE chain = ANY ($1::text[]) ORDER BY chain, link`,
    chains,
  );

async function rowsBy(check: Check, sql: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  return Map.groupBy(await check.connection.run(sql, [ids]), (row) => textIn(row, 'id'));
}

/** C1. Undefined if it is broken; nothing after that can be checked. */
function checkChain(check: Check, end: ChainEnd, rows: readonly Row[]): readonly Line[] | undefined {
  const about = end.chain === HOST_CHAIN ? 'the log' : end.chain;
  const lines: Line[] = [];
  let hash = AUDIT_ROOT;
  let position = 0;
  for (const [index, row] of rows.entries()) {
    position = optionalInteger(row, 'position') ?? position;
    const fact = factIn(row);
    const line = {
      ...fact,
      at: fact?.at ?? 0,
      what: fact?.what ?? '',
      n: index + 1,
      previous: hash,
      hash: textIn(row, 'hash'),
    };
    if (row['link'] !== index + 1 || fact === undefined || !isChained(line, hash, sha256)) {
      check.note(position, `line ${index + 1} of ${about} was changed, moved or removed`);
      return undefined;
    }
    hash = line.hash;
    lines.push({ position, fact });
  }
  if (lines.length === end.lines && hash === end.hash) return lines;
  check.note(position, `${about} has ${lines.length} lines, its end says ${end.lines}`);
  return undefined;
}

interface ExecutionRows {
  readonly entries: readonly Row[];
  readonly questions: readonly Row[];
}

/** C2 and C6. */
function checkEntries(check: Check, execution: Row, lines: readonly Line[], rows: ExecutionRows): void {
  const id = textIn(execution, 'id');
  const position = lines.at(-1)?.position ?? 0;
  for (const { fact } of lines) tallyUse(check, fact);
  try {
    const texts = rows.entries.map(toEntryText);
    const isWhole = texts.length === integerIn(execution, 'next_seq');
    if (!isWhole || (texts.at(-1)?.checksum ?? firstChecksum(id)) !== integerIn(execution, 'checksum')) {
      check.note(position, `the journal of ${id} does not end where its row says`);
      return;
    }
    const entries = readEntries(texts, 0, firstChecksum(id));
    const due = entries.flatMap((entry) => factOf(id, entry, sha256) ?? []);
    const recorded = lines.filter(({ fact }) => fact.seq !== undefined);
    const wrong = due.findIndex((fact, index) => {
      const line = recorded[index]?.fact;
      return line === undefined || !isLineOf(line, fact);
    });
    if (wrong !== -1)
      check.note(recorded[wrong]?.position ?? position, `entry ${due[wrong]?.seq} of ${id} is not what its line says`);
    else if (recorded.length !== due.length)
      check.note(position, `${id} has ${due.length} entries to record, the log has ${recorded.length}`);
    const problem = problemOfRows(id, entries, storedRows(execution, rows.questions));
    if (problem !== undefined) check.note(position, problem);
  } catch (error) {
    if (error instanceof JournalCorruptError && error.unknownKind !== undefined) check.newer += 1;
    else if (error instanceof JournalCorruptError) check.note(position, error.of(id).message);
    else if (isOfShape(error)) check.note(position, `${id} holds rows that are not what was written`);
    else throw error;
  }
}

function tallyUse({ uses }: Check, fact: AuditFact): void {
  if (fact.what === 'grant-used' && fact.detail !== undefined) uses.set(fact.detail, (uses.get(fact.detail) ?? 0) + 1);
}

/** The lines of the host's chain. */
async function checkHost(check: Check): Promise<readonly Line[]> {
  const { connection, schema, grants } = check;
  const [end = {}] = await connection.run(`SELECT audit_lines AS lines, audit_hash AS hash FROM ${schema}.meta`);
  const lines = checkChain(check, toEnd(end, HOST_CHAIN), (await linesOf(check, [HOST_CHAIN])).get(HOST_CHAIN) ?? []);
  for (const { position, fact } of lines ?? []) tallyGrant(fact, position, grants);
  return lines ?? [];
}

/** C3. */
async function checkPruned(check: Check, host: readonly Line[]): Promise<void> {
  const { connection, schema } = check;
  const groups = new Map<number, string[]>();
  const select = `SELECT p.execution AS id, p.line, p.audit_lines AS lines, p.audit_hash AS hash, e.id AS again
    FROM ${schema}.pruned AS p LEFT JOIN ${schema}.executions AS e ON e.id = p.execution
    WHERE p.execution > $1 ORDER BY p.execution LIMIT ${PAGE}`;
  for (let after = ''; ; ) {
    const rows = await connection.run(select, [after]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = textIn(last, 'id');
    const lines = await linesOf(
      check,
      rows.map((row) => textIn(row, 'id')),
    );
    for (const row of rows) {
      const id = textIn(row, 'id');
      const line = integerIn(row, 'line');
      groups.set(line, [...(groups.get(line) ?? []), id]);
      if (row['again'] !== null) check.note(host[line - 1]?.position ?? 0, `${id} was pruned and exists again`);
      for (const { fact } of checkChain(check, toEnd(row, id), lines.get(id) ?? []) ?? []) tallyUse(check, fact);
    }
  }
  for (const [index, { position, fact }] of host.entries()) {
    const removed = groups.get(index + 1);
    groups.delete(index + 1);
    if (fact.what === 'pruned' ? digestOfPruned(removed ?? []) !== fact.digest : removed !== undefined)
      check.note(position, `a line about pruning names other removed executions than the store`);
  }
  if (groups.size > 0) check.note(0, 'no line records what the store shows as removed');
}

async function checkStrays({ connection, schema, note }: Check): Promise<void> {
  const [unowned] = await connection.run(
    `SELECT 1 FROM ${schema}.elicitations AS q
     WHERE NOT EXISTS (SELECT 1 FROM ${schema}.executions AS e WHERE e.id = q.execution) LIMIT 1`,
  );
  if (unowned !== undefined) note(0, 'there are questions of executions that do not exist');
  const rows = await connection.run(
    `SELECT a.chain, a.position FROM ${schema}.audit AS a WHERE a.link = 1 AND a.chain <> '${HOST_CHAIN}'
       AND NOT EXISTS (SELECT 1 FROM ${schema}.executions AS e WHERE e.id = a.chain)
       AND NOT EXISTS (SELECT 1 FROM ${schema}.pruned AS p WHERE p.execution = a.chain) LIMIT ${MAX_PROBLEMS}`,
  );
  for (const row of rows) note(integerIn(row, 'position'), `${textIn(row, 'chain')} is missing and was never pruned`);
}

/** C5. */
async function checkGrantRows({ connection, schema, grants, uses, note }: Check): Promise<void> {
  for (const [id, count] of uses) {
    const lines = grants.get(id);
    if (lines !== undefined) lines.uses = count;
  }
  const rows = await connection.run(`SELECT id, body AS text, uses_left AS "usesLeft" FROM ${schema}.grants`);
  const stored = rows.map((row) => ({
    id: textIn(row, 'id'),
    text: textIn(row, 'text'),
    usesLeft: optionalInteger(row, 'usesLeft'),
  }));
  for (const { at, problem } of checkGrants(stored, grants, 0)) note(at, problem);
}
