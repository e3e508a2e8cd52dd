// What lists show: executions and open questions, newest first, along indexes.
//
// A row that cannot be read is marked and looked past: the query is made again without it, so that a page is as full as
// it would be if the row were not there.

import {
  ElicitationId,
  type ExecutionFilter,
  type ExecutionSummary,
  type JournalStore,
  type QuestionFilter,
} from '@toolshed/kernel';
import { MORE_THAN_COUNTED } from '@toolshed/kernel/runtime';
import { TERMINAL_SQL } from '../../rows/terminal-sql.js';
import { integerIn, type Row } from '../../rows/column.js';
import { createReadable } from '../../rows/readable-rows.js';
import { toQuestion, toSummary } from '../../rows/stored-summary.js';
import { fromStored, toStored } from '../../rows/stored-text.js';
import { type JournalReadsDeps, placedEntry } from './journal-reads.js';

export type Lists = Pick<
  JournalStore,
  'summary' | 'list' | 'questions' | 'count' | 'countQuestions' | 'oldestQuestion'
>;

const DEFAULT_LIMIT = 50;

/** Whether the process that drove it is known to be dead: its lease has ended. */
const hasLostOwner = (schema: string): string => `(owner IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM ${schema}.nodes WHERE nodes.id = listed.owner AND nodes.lease_until > clock_timestamp()))`;

export const listedExecutions = (schema: string): string => `SELECT listed.position, listed.id, status, listed.session,
    agent, created_at AS "createdAt", updated_at AS "updatedAt", wake_at AS "wakeAt", calls,
    open_questions AS "openQuestions", length, error, owner, damage, parent_elicitation AS "parentElicitation",
    parent_execution AS "parentExecution", placement::text AS placement,
    status = 'running' AND ${hasLostOwner(schema)} AS "hasLostOwner"
  FROM ${schema}.executions AS listed`;

/** A condition with `?` for each of its values. */
type Condition = readonly [sql: string, ...values: unknown[]];

export function createLists({ database, schema, marks }: JournalReadsDeps): Lists {
  const executions = listedExecutions(schema);
  const readable = createReadable(marks, withTexts);
  const counted = `SELECT 1 FROM ${schema}.executions AS listed`;
  // Limited before it is joined: the page is found along one index, whatever the planner knows of the tables.
  const listedQuestions = `SELECT listed.* FROM ${schema}.elicitations AS listed`;
  const questions = (page: string): string => `SELECT e.id, e.session, e.agent, e.labels, ${placedEntry(schema)}
    FROM (${page}) AS listed JOIN ${schema}.executions AS e ON e.id = listed.execution
    JOIN ${schema}.journal AS j ON j.execution = listed.execution AND j.seq = listed.seq
    ORDER BY listed.position DESC`;
  const countedQuestions = `SELECT 1 FROM ${schema}.elicitations AS listed`;
  const openOfDamaged = `SELECT 1 FROM ${schema}.executions AS e
    JOIN ${schema}.elicitations AS listed ON listed.execution = e.id`;

  const pageOf = (
    from: string,
    conditions: readonly Condition[],
    limit: number,
    order: Order,
    direction: 'ASC' | 'DESC' = 'DESC',
  ): Query => {
    const { where, values } = whereOf(conditions);
    const sql = `${from}${where} ORDER BY ${order} ${direction} LIMIT $${values.length + 1}`;
    return { sql, values: [...values, limit] };
  };

  async function count(from: string, conditions: readonly Condition[]): Promise<number> {
    const { where, values } = whereOf(conditions);
    const some = `${from}${where} LIMIT ${MORE_THAN_COUNTED}`;
    const [row = {}] = await database.query('read', `SELECT count(*) AS count FROM (${some}) AS counted`, values);
    return integerIn(row, 'count');
  }

  /** One query per status, merged: each runs along an index, where a query for several would sort them all. */
  async function listExecutions({
    status,
    limit = DEFAULT_LIMIT,
    ...filter
  }: ExecutionFilter): Promise<readonly Row[]> {
    const conditions = conditionsOf(schema, filter);
    const { dueBy, parent, sideQuests, queued } = filter;
    const order = [dueBy, parent, sideQuests, queued].every((few) => few === undefined) ? ALONG_INDEX : SORTED;
    const select = (...more: readonly Condition[]): Promise<readonly Row[]> => {
      const { sql, values } = pageOf(executions, [...more, ...conditions], limit, order);
      return database.query('read', sql, values);
    };
    if (status === undefined) return select();
    const lists = await Promise.all([...new Set(status)].map((one) => select(...statusConditions(one))));
    return lists
      .flat()
      .toSorted((a, b) => integerIn(b, 'position') - integerIn(a, 'position'))
      .slice(0, limit);
  }

  async function countExecutions({ status, before: _, limit: __, ...filter }: ExecutionFilter): Promise<number> {
    const conditions = conditionsOf(schema, filter);
    if (status === undefined) return count(counted, conditions);
    const counts = await Promise.all(
      [...new Set(status)].map((one) => count(counted, [...statusConditions(one), ...conditions])),
    );
    return Math.min(
      MORE_THAN_COUNTED,
      counts.reduce((sum, one) => sum + one, 0),
    );
  }

  /** Without reading each execution: the few that are damaged are counted apart. */
  async function countOpen(filter: QuestionFilter): Promise<number> {
    const open = openBy(filter);
    const [all, damaged] = await Promise.all([
      count(countedQuestions, open),
      count(openOfDamaged, [...open, ['e.damage IS NOT NULL']]),
    ]);
    return all < MORE_THAN_COUNTED ? all - damaged : all;
  }

  return {
    async summary(execution) {
      const [summary] = await readable(
        () => database.query('read', `${executions} WHERE listed.id = $1`, [toStored(execution)]),
        toSummary,
      );
      return summary;
    },
    async list(filter) {
      const listed = await readable(() => listExecutions(filter), toSummary);
      return listed.filter((summary) => summary !== undefined);
    },
    questions(filter) {
      const { limit = DEFAULT_LIMIT, executionId, elicitationId } = filter;
      const order = executionId === undefined && elicitationId === undefined ? ALONG_INDEX : SORTED;
      const { sql, values } = pageOf(listedQuestions, openConditionsOf(schema, filter), limit, order);
      return readable(() => database.query('read', questions(sql), values), toQuestion);
    },
    count: countExecutions,
    countQuestions: countOpen,
    async oldestQuestion() {
      const { sql, values } = pageOf(listedQuestions, openConditionsOf(schema, {}), 1, ALONG_INDEX, 'ASC');
      const [oldest] = await readable(() => database.query('read', questions(sql), values), toQuestion);
      return oldest?.askedAt;
    },
  };
}

/** Along the index of positions; or, where a filter leaves few, those found by its own index and then sorted. */
const ALONG_INDEX = 'listed.position';
const SORTED = 'listed.position + 0';
type Order = typeof ALONG_INDEX | typeof SORTED;

interface Query {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function whereOf(conditions: readonly Condition[]): { readonly where: string; readonly values: readonly unknown[] } {
  let count = 0;
  const where = conditions.map(([sql]) => sql.replaceAll('?', () => `$${++count}`)).join(' AND ');
  return {
    where: where === '' ? '' : ` WHERE ${where}`,
    values: conditions.flatMap(([, ...values]) => values),
  };
}

export const withTexts = (row: Row): Row => ({
  ...row,
  session: fromStored(String(row['session'])),
  agent: typeof row['agent'] === 'string' ? fromStored(row['agent']) : row['agent'],
});

/** A damaged execution has no status but that. */
const statusConditions = (status: ExecutionSummary['status']): readonly Condition[] =>
  status === 'damaged' ? [['damage IS NOT NULL']] : [['status = ?', status], ['damage IS NULL']];

const isQuestion = (id: string): boolean => ElicitationId.safeParse(id).success;

function conditionsOf(
  schema: string,
  { session, agent, parent, sideQuests, dueBy, queued, before }: ExecutionFilter,
): readonly Condition[] {
  const conditions: Condition[] = [];
  if (session !== undefined) conditions.push(['listed.session = ?', toStored(session)]);
  if (agent !== undefined) conditions.push(['agent = ?', toStored(agent)]);
  if (parent !== undefined)
    conditions.push([`${isQuestion(parent) ? 'parent_elicitation' : 'parent_execution'} = ?`, parent]);
  if (sideQuests === 'open')
    conditions.push([`parent_execution IS NOT NULL AND status NOT IN ${TERMINAL_SQL} AND damage IS NULL`]);
  if (sideQuests === 'untold')
    conditions.push([
      `listed.id IN (SELECT execution FROM ${schema}.side_quests WHERE untold) AND status IN ${TERMINAL_SQL} AND damage IS NULL`,
    ]);
  if (dueBy !== undefined) conditions.push(['wake_at <= ?', dueBy]);
  if (queued) conditions.push([`status = 'running' AND (owner IS NULL OR ${hasLostOwner(schema)}) AND damage IS NULL`]);
  if (before !== undefined)
    conditions.push([`listed.position < (SELECT position FROM ${schema}.executions WHERE id = ?)`, before]);
  return conditions;
}

function openBy({ elicitationId, executionId, session }: QuestionFilter): readonly Condition[] {
  const conditions: Condition[] = [['listed.is_open']];
  if (elicitationId !== undefined) conditions.push(['listed.id = ?', elicitationId]);
  if (executionId !== undefined) conditions.push(['listed.execution = ?', executionId]);
  if (session !== undefined) conditions.push(['listed.session = ?', toStored(session)]);
  return conditions;
}

function openConditionsOf(schema: string, { before, ...filter }: QuestionFilter): readonly Condition[] {
  const conditions: Condition[] = [
    ...openBy(filter),
    [`listed.execution NOT IN (SELECT id FROM ${schema}.executions WHERE damage IS NOT NULL)`],
  ];
  if (before !== undefined)
    conditions.push([`listed.position < (SELECT position FROM ${schema}.elicitations WHERE id = ?)`, before]);
  return conditions;
}
