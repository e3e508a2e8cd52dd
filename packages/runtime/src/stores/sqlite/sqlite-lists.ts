// What lists show: executions and open questions, newest first, from indexes that stay small or in order.
//
// A row that cannot be read is marked and looked past: the query is made again without it, so that a page is as full as
// it would be if the row were not there.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  ElicitationId,
  type ExecutionFilter,
  type ExecutionSummary,
  type JournalStore,
  type QuestionFilter,
} from '@toolshed/kernel';
import { MORE_THAN_COUNTED } from '@toolshed/kernel/runtime';
import { TERMINAL_SQL } from '../rows/terminal-sql.js';
import { integerIn, type Row } from '../rows/column.js';
import { createReadable } from '../rows/readable-rows.js';
import { toQuestion, toSummary } from '../rows/stored-summary.js';
import { safeInteger } from './database/safe-integer.js';
import { reading } from './database/sqlite-failure.js';
import { type JournalReadsDeps, PLACED_ENTRY } from './sqlite-journal-reads.js';

export type Lists = Pick<
  JournalStore,
  'summary' | 'list' | 'questions' | 'count' | 'countQuestions' | 'oldestQuestion'
>;

const DEFAULT_LIMIT = 50;

export function createLists({ database, file, marks }: JournalReadsDeps): Lists {
  const select = createSelect(database);

  /** One query per status, merged: each runs along an index, where a query for several would sort them all. */
  function listExecutions({ status, limit = DEFAULT_LIMIT, ...filter }: ExecutionFilter): readonly Row[] {
    const index = indexFor(filter);
    const from = index === undefined ? EXECUTIONS : `${EXECUTIONS} INDEXED BY ${index}`;
    if (status === undefined) return select.rows(from, conditionsOf(filter), limit);
    const rows = status.flatMap((one) => select.rows(from, [...statusConditions(one), ...conditionsOf(filter)], limit));
    return rows.toSorted((a, b) => integerIn(b, 'position') - integerIn(a, 'position')).slice(0, limit);
  }

  function countExecutions({ status, before: _, limit: __, ...filter }: ExecutionFilter): number {
    const index = indexFor(filter);
    const from = index === undefined ? COUNTED : `${COUNTED} INDEXED BY ${index}`;
    const conditions = conditionsOf(filter);
    if (status === undefined) return select.count(from, conditions);
    const damagedFrom = index === undefined ? `${COUNTED} INDEXED BY executions_damaged` : from;
    const countDamaged = (...more: readonly Condition[]): number =>
      select.count(damagedFrom, [['damage IS NOT NULL'], ...more, ...conditions]);
    // Whether each row is damaged is not in the index of statuses; the few that are damaged are counted apart.
    const countOf = (one: ExecutionSummary['status']): number =>
      one === 'damaged'
        ? countDamaged()
        : without(select.count(from, [['status = ?', one], ...conditions]), () => countDamaged(['status = ?', one]));
    return Math.min(
      MORE_THAN_COUNTED,
      [...new Set(status)].reduce((sum, one) => sum + countOf(one), 0),
    );
  }

  /** Without reading each execution: the few that are damaged are counted apart. */
  function countOpen(filter: QuestionFilter): number {
    const from = `SELECT 1 FROM elicitations AS listed ${openIndex(filter)}`;
    const open = openBy(filter);
    return without(select.count(from, open), () =>
      select.count(OPEN_OF_DAMAGED, [...open, ['damaged.damage IS NOT NULL']]),
    );
  }

  const selectOne = database.prepare(`${EXECUTIONS} WHERE id = ?`);

  const readable = createReadable(marks);
  const readRows = (look: () => readonly Row[]) => async (): Promise<readonly Row[]> => reading(file, look);

  return {
    async summary(execution) {
      const [summary] = await readable(
        readRows(() => [selectOne.get(execution) ?? []].flat()),
        toSummary,
      );
      return summary;
    },
    async list(filter) {
      const listed = await readable(
        readRows(() => listExecutions(filter)),
        toSummary,
      );
      return listed.filter((summary) => summary !== undefined);
    },
    async questions(filter) {
      const { limit = DEFAULT_LIMIT } = filter;
      return readable(
        readRows(() => select.rows(questionsBy(filter), openConditionsOf(filter), limit)),
        toQuestion,
      );
    },
    async count(filter) {
      return reading(file, () => countExecutions(filter));
    },
    async countQuestions(filter) {
      return reading(file, () => countOpen(filter));
    },
    async oldestQuestion() {
      const [oldest] = await readable(
        readRows(() => select.rows(questionsBy({}), openConditionsOf({}), 1, 'oldest first')),
        toQuestion,
      );
      return oldest?.askedAt;
    },
  };
}

/** More than is counted stays so, however few are left out. */
const without = (all: number, left: () => number): number => (all < MORE_THAN_COUNTED ? all - left() : all);

/** A damaged execution has no status but that. */
const statusConditions = (status: ExecutionSummary['status']): readonly Condition[] =>
  status === 'damaged' ? [['damage IS NOT NULL']] : [['status = ?', status], NOT_DAMAGED];
const NOT_DAMAGED: Condition = ['damage IS NULL'];

/** Named where the planner, which does not know how few there are, would walk the whole table in order. */
function indexFor({ dueBy, parent, sideQuests, queued }: ExecutionFilter): string | undefined {
  if (queued) return 'executions_running';
  if (dueBy !== undefined) return 'executions_by_wake';
  if (parent !== undefined) return isQuestion(parent) ? 'executions_by_parent_question' : 'executions_by_parent';
  if (sideQuests !== undefined) return sideQuests === 'untold' ? 'executions_untold' : 'executions_by_parent';
  return undefined;
}

const isQuestion = (id: string): boolean => ElicitationId.safeParse(id).success;

type Condition = readonly [sql: string, ...values: SQLInputValue[]];

export const EXECUTIONS = `
  SELECT ${safeInteger('position')} AS position, id, status, session, agent, ${safeInteger('created_at')} AS createdAt,
    ${safeInteger('updated_at')} AS updatedAt, ${safeInteger('wake_at')} AS wakeAt, ${safeInteger('calls')} AS calls,
    ${safeInteger('open_questions')} AS openQuestions, ${safeInteger('length')} AS length, error, owner, damage,
    parent_elicitation AS parentElicitation, parent_execution AS parentExecution, placement
  FROM executions AS listed`;

const COUNTED = 'SELECT 1 FROM executions AS listed';
const OPEN_OF_DAMAGED = `SELECT 1 FROM executions AS damaged INDEXED BY executions_damaged
  CROSS JOIN elicitations AS listed INDEXED BY elicitations_by_execution ON listed.execution = damaged.id`;

// Indexes are named where the planner, which does not know how few are due or open, would walk a whole table in order.
const questionsBy = (filter: QuestionFilter): string => `
  SELECT executions.id, executions.session, executions.agent, ${PLACED_ENTRY},
    (SELECT iif(json_valid(first.body), json_extract(first.body, '$.labels'), NULL) FROM journal AS first
     WHERE first.execution = listed.execution AND first.seq = 0) AS labels
  FROM elicitations AS listed ${openIndex(filter)}
  JOIN executions ON executions.id = listed.execution
  JOIN journal ON journal.execution = listed.execution AND journal.seq = listed.seq`;

function openIndex({ elicitationId, executionId, session }: QuestionFilter): string {
  if (elicitationId !== undefined) return '';
  if (executionId !== undefined) return 'INDEXED BY elicitations_by_execution';
  return `INDEXED BY ${session === undefined ? 'elicitations_open' : 'elicitations_open_by_session'}`;
}

function conditionsOf({
  session,
  agent,
  parent,
  sideQuests,
  dueBy,
  queued,
  before,
}: ExecutionFilter): readonly Condition[] {
  const conditions: Condition[] = [];
  if (session !== undefined) conditions.push(['session = ?', session]);
  if (agent !== undefined) conditions.push(['agent = ?', agent]);
  if (parent !== undefined)
    conditions.push([`${isQuestion(parent) ? 'parent_elicitation' : 'parent_execution'} = ?`, parent]);
  if (sideQuests !== undefined) conditions.push(...SIDE_QUESTS[sideQuests]);
  if (dueBy !== undefined) conditions.push(['wake_at <= ?', dueBy]);
  if (queued) conditions.push(["status = 'running'"], ['owner IS NULL'], NOT_DAMAGED);
  if (before !== undefined) conditions.push(['position < (SELECT position FROM executions WHERE id = ?)', before]);
  return conditions;
}

const SIDE_QUESTS = {
  open: [['parent_execution IS NOT NULL'], [`status NOT IN ${TERMINAL_SQL}`], NOT_DAMAGED],
  untold: [['untold = 1'], [`status IN ${TERMINAL_SQL}`], NOT_DAMAGED],
} as const satisfies Record<NonNullable<ExecutionFilter['sideQuests']>, readonly Condition[]>;

function openBy({ elicitationId, executionId, session }: QuestionFilter): readonly Condition[] {
  const conditions: Condition[] = [['listed.is_open = 1']];
  if (elicitationId !== undefined) conditions.push(['listed.id = ?', elicitationId]);
  if (executionId !== undefined) conditions.push(['listed.execution = ?', executionId]);
  if (session !== undefined) conditions.push(['listed.session = ?', session]);
  return conditions;
}

function openConditionsOf({ before, ...filter }: QuestionFilter): readonly Condition[] {
  const conditions: Condition[] = [...openBy(filter), ['executions.damage IS NULL']];
  if (before !== undefined) {
    conditions.push(['listed.position < (SELECT position FROM elicitations WHERE id = ?)', before]);
  }
  return conditions;
}

interface Select {
  /** Default: newest first. */
  rows(from: string, conditions: readonly Condition[], limit: number, order?: 'oldest first'): readonly Row[];
  count(from: string, conditions: readonly Condition[]): number;
}

/** There are few shapes of filter, so each is prepared once. */
function createSelect(database: DatabaseSync): Select {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const whereOf = (conditions: readonly Condition[]): string =>
    conditions.length === 0 ? '' : ` WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  const valuesOf = (conditions: readonly Condition[]): readonly SQLInputValue[] =>
    conditions.flatMap(([, ...values]) => values);
  return {
    rows: (from, conditions, limit, order) =>
      prepare(
        `${from}${whereOf(conditions)} ORDER BY listed.position ${order === undefined ? 'DESC' : 'ASC'} LIMIT ?`,
      ).all(...valuesOf(conditions), limit),
    count(from, conditions) {
      const some = `${from}${whereOf(conditions)} LIMIT ${MORE_THAN_COUNTED}`;
      const row = prepare(`SELECT count(*) AS count FROM (${some})`).get(...valuesOf(conditions));
      return row === undefined ? 0 : integerIn(row, 'count');
    },
  };
}
