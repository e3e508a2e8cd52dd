// Writes a batch, and reports to each caller the outcome of its write.

import { ExecutionId, JournalConflictError, StoreUnavailableError } from '@toolshed/kernel';
import { type AuditFact, CannotForkError, GrantUnavailableError } from '@toolshed/kernel/runtime';
import { integerIn, type Row, textIn } from '../../rows/column.js';
import type { Backend, Connection } from '../connection/server-connection.js';
import type { Database } from '../connection/connection-pool.js';
import { isConnectionLost, isRetryable, toStoreError } from '../connection/postgres-failure.js';
import type { TakeUses } from '../grants/grant-uses-taken.js';
import { INDEX_BITS } from '../schema/position-base.js';
import { toStoredOrNull } from '../../rows/stored-text.js';
import type { ValueIndex } from '../../value-index.js';
import type { JournalEnd, JournalEnds } from './journal-ends.js';
import { firstSeq, type PendingWrite, type WriteGroup, type Written } from './pending-write.js';
import { type Outcome, outcomeUnknown } from './unknown-outcome.js';
import type { Batch } from './write-queue.js';
import { type GroupRows, groupRows, noEntries, valuesOf } from './write-rows.js';
import { writeStatement } from './write-statement.js';

export interface JournalWriterDeps {
  readonly database: Database;
  readonly schema: string;
  readonly ends: JournalEnds;
  readonly values: ValueIndex;
  readonly outcomeOf: Outcome;
  readonly takeUses: TakeUses;
  /** Resolves when owners that were entered before are in the store. */
  readonly whenEntered: () => Promise<void> | undefined;
  /** Something can be read that could not be read before. */
  readonly onWritten: () => void;
}

export type WriteBatch = (batch: Batch) => Promise<void>;

/** A group met a row that had changed since it was read, and may fit now. */
const AGAIN = Symbol('again');
type Result = Written | typeof AGAIN | Error;

const ATTEMPTS = 5;

export function createJournalWriter(deps: JournalWriterDeps): WriteBatch {
  const { database, schema, ends, values, outcomeOf, takeUses, whenEntered, onWritten } = deps;
  const statementsOf = (kind: Batch['kind']) => ({
    plain: writeStatement(schema, { kind, isFull: false }),
    full: writeStatement(schema, { kind, isFull: true }),
  });
  const statements = { create: statementsOf('create'), append: statementsOf('append') };
  const selectByKey = `SELECT id FROM ${schema}.executions WHERE session = $1 AND idempotency_key = $2`;
  const selectOpen = `SELECT is_open AS "isOpen" FROM ${schema}.elicitations WHERE id = $1 FOR SHARE`;
  const takeTransaction = 'SELECT pg_current_xact_id()::text::bigint AS id';

  /** The ends of these journals, from memory where it fits. */
  async function endsOf(
    connection: Connection,
    groups: readonly WriteGroup[],
  ): Promise<ReadonlyMap<string, JournalEnd>> {
    const found = new Map<string, JournalEnd>();
    const unknown: ExecutionId[] = [];
    for (const { execution, writes } of groups) {
      const known = ends.known(execution);
      if (known !== undefined && writes[0] !== undefined && known.length === firstSeq(writes[0]))
        found.set(execution, known);
      else unknown.push(execution);
    }
    for (const [execution, end] of await ends.read(connection, unknown)) found.set(execution, end);
    return found;
  }

  /** Why a group was not written; a connection that is lost over the question changes nothing for the others. */
  async function reasonFor(connection: Connection, group: WriteGroup, refusal: Error | undefined): Promise<Result> {
    try {
      // A write that came too late, or was made before, gets that error first.
      const reason = await conflictOf(connection, group);
      return reason === AGAIN ? (refusal ?? AGAIN) : reason;
    } catch (error) {
      const failure = toStoreError('write to', database.name, error);
      if (failure instanceof Error) return failure;
      throw error;
    }
  }

  async function conflictOf(connection: Connection, { execution, writes }: WriteGroup): Promise<Result> {
    const [head] = writes;
    if (head === undefined) return AGAIN;
    const conflict = new JournalConflictError(execution, firstSeq(head));
    ends.forget(execution);
    values.forget(execution);
    const { started, fence } = head;
    if (started?.idempotencyKey !== undefined) {
      const key = [toStoredOrNull(started.session), toStoredOrNull(started.idempotencyKey)];
      const [earlier] = await connection.run(selectByKey, key);
      if (earlier) return { execution: ExecutionId.parse(textIn(earlier, 'id')), epoch: 0 };
    }
    const end = (await ends.read(connection, [execution])).get(execution);
    if (started !== undefined) return end === undefined ? AGAIN : conflict;
    const isLost = fence !== undefined && fence.epoch !== end?.epoch;
    return end === undefined || end.length !== firstSeq(head) || isLost ? conflict : AGAIN;
  }

  async function prepare(
    connection: Connection,
    batch: Batch,
    facts: readonly AuditFact[],
  ): Promise<readonly GroupRows[]> {
    if (batch.kind === 'create')
      return batch.groups.map((group) => groupRows(group, noEntries(group.execution), facts, undefined));
    const known = await endsOf(connection, batch.groups);
    return batch.groups.flatMap((group) => {
      const end = known.get(group.execution);
      const [head] = group.writes;
      return end === undefined || head === undefined || end.length !== firstSeq(head)
        ? []
        : [groupRows(group, end, facts, values.of(group.execution))];
    });
  }

  function run(
    connection: Connection,
    kind: Batch['kind'],
    rows: readonly GroupRows[],
    extra: readonly number[],
  ): Promise<readonly Row[]> {
    const { isFull, values: parameters } = valuesOf(rows, kind, extra);
    return connection.run(statements[kind][isFull ? 'full' : 'plain'], parameters);
  }

  /** Together in one statement. */
  async function writeTogether(connection: Connection, batch: Batch, sent: Sent): Promise<readonly Row[]> {
    const rows = await prepare(connection, batch, []);
    if (rows.length === 0) return [];
    sent.rows = rows;
    const written = await run(connection, batch.kind, rows, []);
    sent.isKnown = true;
    return written;
  }

  /** One write in a transaction of its own: it uses grants, leaves a question, or has more entries than fit. */
  async function writeAlone(connection: Connection, batch: Batch, sent: Sent): Promise<readonly Row[]> {
    const [write] = batch.groups[0]?.writes ?? [];
    if (write === undefined) return [];
    const parent = write.started?.parent?.elicitation;
    await connection.run('BEGIN');
    try {
      if (parent !== undefined) {
        const [left] = await connection.run(selectOpen, [parent]);
        if (left?.['isOpen'] === false) throw new CannotForkError(parent);
      }
      const facts = await takeUses(connection, write.uses);
      const rows = await prepare(connection, batch, facts);
      const extra = await extraTransactions(connection, write.size);
      const written = rows.length === 0 ? [] : await run(connection, batch.kind, rows, extra);
      // A create that met an earlier one has taken no use; neither has an append that came too late.
      if (written.length === 0) {
        await connection.run('ROLLBACK');
        return [];
      }
      sent.rows = rows;
      await connection.run('COMMIT');
      sent.isKnown = true;
      return written;
    } catch (error) {
      if (!isConnectionLost(error)) await connection.run('ROLLBACK');
      if (!(error instanceof GrantUnavailableError || error instanceof CannotForkError)) throw error;
      sent.refusal = error;
      return [];
    }
  }

  /**
   * More entries than one transaction id has places for get the places of others: ids that are taken after this
   * transaction has its own and while it runs, so that no reader is past them, and that nobody else uses.
   */
  async function extraTransactions(connection: Connection, size: number): Promise<readonly number[]> {
    const extra: number[] = [];
    const count = (size - 1) >> INDEX_BITS;
    if (count > 0) await connection.run(takeTransaction);
    for (let taken = 0; taken < count; taken += 1) {
      const [row = {}] = await database.using((other) => other.run(takeTransaction));
      extra.push(integerIn(row, 'id'));
    }
    return extra;
  }

  /** The outcome of each group, in order. */
  async function attempt(batch: Batch): Promise<readonly Result[]> {
    const sent: Sent = { rows: undefined, isKnown: false, backend: undefined, refusal: undefined };
    try {
      return await database.using(async (connection) => {
        sent.backend = connection.backend;
        const rows = await (batch.isAlone ? writeAlone : writeTogether)(connection, batch, sent);
        const epochs = new Map(rows.map((row) => [textIn(row, 'id'), integerIn(row, 'epoch')]));
        for (const { group, end, places } of sent.rows ?? []) {
          if (!epochs.has(group.execution)) continue;
          ends.remember(group.execution, end);
          values.learn(group.execution, places);
        }
        const results: Result[] = [];
        for (const group of batch.groups) {
          const epoch = epochs.get(group.execution);
          if (epoch !== undefined) results.push({ execution: group.execution, epoch });
          else results.push(await reasonFor(connection, group, sent.refusal));
        }
        return results;
      });
    } catch (error) {
      for (const { execution } of batch.groups) {
        ends.forget(execution);
        values.forget(execution);
      }
      if (!isConnectionLost(error) || sent.rows === undefined || sent.isKnown || sent.backend === undefined)
        throw error;
      const { rows } = sent;
      // B2 of `bounded-writes.ts`: the batch, and so its executions, stays under way until this is known.
      return await outcomeOf(sent.backend, rows).then(
        (epochs) => lostResults(batch, rows, epochs, error),
        (cause: unknown) => unknownResults(batch, rows, cause),
      );
    }
  }

  const untouched = (cause: unknown): Error =>
    new StoreUnavailableError(
      `Cannot write to the store at ${database.name}: the connection was lost and nothing was written; try again`,
      { cause },
    );

  /** The lookup failed as well: the store was closed, or is read-only by now. */
  function unknownResults(batch: Batch, rows: readonly GroupRows[], cause: unknown): readonly Result[] {
    const sent = new Set(rows.map(({ group }) => group));
    const why = 'the connection was lost, and the outcome cannot be looked up';
    return batch.groups.map((group) =>
      sent.has(group) ? outcomeUnknown(database.name, why, group.execution, cause) : untouched(cause),
    );
  }

  function lostResults(
    batch: Batch,
    rows: readonly GroupRows[],
    epochs: readonly (number | undefined)[],
    cause: unknown,
  ): readonly Result[] {
    const written = new Map(rows.map(({ group }, index) => [group, epochs[index]]));
    return batch.groups.map((group) => {
      const epoch = written.get(group);
      return epoch === undefined ? untouched(cause) : { execution: group.execution, epoch };
    });
  }

  async function write(batch: Batch, attempts: number): Promise<void> {
    await whenEntered();
    const again: WriteGroup[] = [];
    let hasWritten = false;
    try {
      const results = await attempt(batch);
      for (const [index, group] of batch.groups.entries()) {
        const result = results[index] ?? AGAIN;
        if (result === AGAIN) again.push(group);
        else settle(group, result);
        hasWritten ||= result !== AGAIN && !(result instanceof Error);
      }
    } catch (error) {
      if (isRetryable(error) && attempts > 1) return write(batch, attempts - 1);
      if (batch.groups.length === 1 || isConnectionLost(error) || error instanceof StoreUnavailableError)
        for (const group of batch.groups) settle(group, toStoreError('write to', database.name, error));
      // W3 of `write-queue.ts`.
      else for (const group of batch.groups) await write({ ...batch, groups: [group] }, attempts);
    }
    if (hasWritten) onWritten();
    if (again.length === 0) return;
    if (attempts > 1) return write({ ...batch, groups: again }, attempts - 1);
    for (const { execution, writes } of again)
      settle({ execution, writes }, new JournalConflictError(execution, writes[0] ? firstSeq(writes[0]) : 0));
  }

  return (batch) => write(batch, ATTEMPTS);
}

/** How far a write got. */
interface Sent {
  /** What was sent; from then on its outcome may be unknown. */
  rows: readonly GroupRows[] | undefined;
  /** The server reported its outcome. */
  isKnown: boolean;
  backend: Backend | undefined;
  /** It fits, but what it relies on no longer exists. */
  refusal: Error | undefined;
}

function settle({ writes }: WriteGroup, result: unknown): void {
  for (const write of writes) settleOne(write, result);
}

const settleOne = (write: PendingWrite, result: unknown): void =>
  isWritten(result) ? write.resolve(result) : write.reject(result);

const isWritten = (result: unknown): result is Written =>
  typeof result === 'object' && result !== null && !(result instanceof Error) && 'epoch' in result;
