// The statements that write: one for all appends that wait at the same time, one for all creates. Each is a transaction
// by itself. An execution that is not returned was not written, and nothing of it was: the others of its group were.

import { placeOf } from '../schema/position-base.js';

interface Column {
  readonly name: string;
  readonly type: string;
}

const OWN_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'text' },
  { name: 'first_seq', type: 'int' },
  { name: 'checksum_before', type: 'bigint' },
  { name: 'fence', type: 'bigint' },
  { name: 'status', type: 'text' },
  { name: 'updated_at', type: 'bigint' },
  { name: 'wake_at', type: 'bigint' },
  { name: 'calls', type: 'int' },
  { name: 'open_questions', type: 'int' },
  { name: 'length', type: 'int' },
  { name: 'error', type: 'text' },
  { name: 'owner', type: 'text' },
  { name: 'next_seq', type: 'int' },
  { name: 'checksum', type: 'bigint' },
  { name: 'audit_lines', type: 'int' },
  { name: 'audit_hash', type: 'text' },
  { name: 'mark', type: 'uuid' },
  { name: 'format', type: 'int' },
];

const NEW_COLUMNS: readonly Column[] = [
  { name: 'session', type: 'text' },
  { name: 'agent', type: 'text' },
  { name: 'labels', type: 'text' },
  { name: 'created_at', type: 'bigint' },
  { name: 'idempotency_key', type: 'text' },
  { name: 'parent_elicitation', type: 'text' },
  { name: 'parent_execution', type: 'text' },
  { name: 'placement', type: 'text' },
];

/** Numbers the parameters of a statement in the order they are written down. */
function parameters() {
  let count = 0;
  const next = (type: string): string => `$${++count}::${type}[]`;
  return { next, rows: (types: readonly string[]): string => types.map(next).join(', ') };
}

/** `full`: also what entries do to questions and side quests, which most appends leave alone; it doubles the cost. */
export interface StatementKind {
  readonly kind: 'create' | 'append';
  readonly isFull: boolean;
}

export function writeStatement(schema: string, { kind, isFull }: StatementKind): string {
  const { next, rows } = parameters();
  const given = kind === 'create' ? [...OWN_COLUMNS, ...NEW_COLUMNS] : OWN_COLUMNS;
  const givenRows = rows(given.map(({ type }) => type));
  const extra = next('bigint');
  const place = (i: string): string => placeOf(schema, i, extra);
  const entryRows = rows(['text', 'int', 'text', 'bigint']);
  const lineRows = rows(['text', 'int', 'text', 'text']);

  return `
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest(${givenRows}) WITH ORDINALITY AS g(${given.map(({ name }) => name).join(', ')}, i)
    ), ${kind === 'create' ? inserted(schema, place('i')) : updated(schema)},
    entries AS (
      INSERT INTO ${schema}.journal (execution, seq, position, epoch, mark, checksum, body)
      SELECT w.id, t.seq, ${place('t.i')}, w.epoch, w.mark, t.checksum, t.body
      FROM unnest(${entryRows}) WITH ORDINALITY AS t(execution, seq, body, checksum, i)
      JOIN written AS w ON w.id = t.execution
    ), audited AS (
      INSERT INTO ${schema}.audit (chain, link, position, body, hash)
      SELECT t.chain, t.link, ${place('t.i')}, t.body, t.hash
      FROM unnest(${lineRows}) WITH ORDINALITY AS t(chain, link, body, hash, i)
      JOIN written AS w ON w.id = t.chain
    )${isFull ? `, ${questionsAndQuests(schema, place, { next, rows })}` : ''}
    SELECT id, epoch FROM written`;
}

function questionsAndQuests(
  schema: string,
  place: (i: string) => string,
  { next, rows }: ReturnType<typeof parameters>,
): string {
  const openedRows = rows(['text', 'text', 'int', 'boolean', 'text']);
  const changedIds = next('text');
  const changedRows = [changedIds, rows(['text', 'int', 'text', 'boolean'])].join(', ');
  const closingRows = next('text');
  const [reportedParents, reportedQuests] = [next('text'), next('text')];
  const endedRows = next('text');
  return `opened AS (
      INSERT INTO ${schema}.elicitations (id, execution, seq, position, session, is_open, flow)
      SELECT t.id, t.execution, t.seq, ${place('t.i')}, w.session, t.is_open, t.flow
      FROM unnest(${openedRows}) WITH ORDINALITY AS t(id, execution, seq, is_open, flow, i)
      JOIN written AS w ON w.id = t.execution
    ), changed AS (
      UPDATE ${schema}.elicitations AS q SET seq = coalesce(t.seq, q.seq), is_open = q.is_open AND NOT t.closes,
        flow = CASE WHEN t.seq IS NULL THEN q.flow ELSE t.flow END
      FROM unnest(${changedRows}) AS t(id, execution, seq, flow, closes) JOIN written AS w ON w.id = t.execution
      WHERE q.id = t.id AND q.execution = t.execution
    ), closed AS (
      UPDATE ${schema}.elicitations AS q SET is_open = false
      FROM unnest(${closingRows}) AS t(execution) JOIN written AS w ON w.id = t.execution
      WHERE q.execution = t.execution AND q.is_open AND q.id <> ALL (${changedIds})
    ), told AS (
      UPDATE ${schema}.side_quests AS s SET untold = false
      FROM unnest(${reportedParents}, ${reportedQuests}) AS t(parent, quest) JOIN written AS w ON w.id = t.parent
      WHERE s.execution = t.quest AND s.parent = t.parent AND s.untold
    ), told_all AS (
      UPDATE ${schema}.side_quests AS s SET untold = false
      FROM unnest(${endedRows}) AS t(parent) JOIN written AS w ON w.id = t.parent
      WHERE s.parent = t.parent AND s.untold AND s.execution <> ALL (${reportedQuests})
    )`;
}

const STAYS = `e.next_seq = g.first_seq AND e.checksum = g.checksum_before AND (g.fence IS NULL OR e.epoch = g.fence)`;

/** Rows are locked in the order of their ids, so that two statements never wait for each other. */
const updated = (schema: string): string => `held AS MATERIALIZED (
      SELECT e.id FROM ${schema}.executions AS e JOIN given AS g ON g.id = e.id
      WHERE ${STAYS} ORDER BY e.id FOR NO KEY UPDATE OF e
    ), written AS (
      UPDATE ${schema}.executions AS e SET status = g.status, updated_at = g.updated_at, wake_at = g.wake_at,
        calls = g.calls, open_questions = g.open_questions, length = g.length, error = g.error,
        owner = CASE WHEN g.fence IS NULL THEN e.owner ELSE g.owner END,
        epoch = e.epoch + CASE WHEN g.fence IS NOT NULL AND e.owner IS DISTINCT FROM g.owner THEN 1 ELSE 0 END,
        next_seq = g.next_seq, checksum = g.checksum, audit_lines = g.audit_lines, audit_hash = g.audit_hash,
        mark = g.mark, format = greatest(e.format, g.format), damage = NULL
      FROM given AS g JOIN held AS h ON h.id = g.id
      WHERE e.id = g.id AND ${STAYS}
      RETURNING e.id, e.epoch, e.session, e.mark
    )`;

/** In the order of keys, for the same reason; of two with one key the first is kept. */
const inserted = (schema: string, place: string): string => `written AS (
      INSERT INTO ${schema}.executions (id, position, session, agent, labels, status, created_at, updated_at, wake_at,
        calls, open_questions, length, error, owner, epoch, format, next_seq, checksum, audit_lines, audit_hash, mark,
        idempotency_key, parent_elicitation, parent_execution, placement)
      SELECT id, ${place}, session, agent, labels, status, created_at, updated_at, wake_at,
        calls, open_questions, length, error, owner, 1, format, next_seq, checksum, audit_lines, audit_hash, mark,
        idempotency_key, parent_elicitation, parent_execution, placement::jsonb
      FROM given ORDER BY session, idempotency_key, i
      ON CONFLICT DO NOTHING
      RETURNING id, epoch, session, mark, parent_execution
    ), quests AS (
      INSERT INTO ${schema}.side_quests (execution, parent, untold)
      SELECT id, parent_execution, true FROM written WHERE parent_execution IS NOT NULL
    )`;
