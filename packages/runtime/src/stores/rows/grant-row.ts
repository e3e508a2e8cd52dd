// One row of grants, read as far as it can be.
//
// Threat: a refusal that vanishes because its row was damaged, or because a newer version wrote it. A row that is not
// whole becomes a grant that says so, never nothing: see `damage` of a grant. Parts that cannot be read are taken as widely as
// possible: every tool, everywhere, for ever.

import { ExecutionId, Grant, GrantEffect, GrantId } from '@toolshed/kernel';
import { PathPattern } from '@toolshed/kernel/runtime';
import type { z } from 'zod';
import { isUnbound } from '../grant-pruning.js';
import { fieldsOfGrant } from '../grant-text.js';
import type { Row } from './column.js';

/** Statements that select these must read integers as bigints: a damaged one can be of any size. */
export const GRANT_COLUMNS = 'position, id, body, uses_left, expires_at, execution';

export interface GrantRow {
  readonly position: bigint;
  readonly grant: Grant;
}

export function readGrantRow(row: Row): GrantRow {
  const position = typeof row['position'] === 'bigint' ? row['position'] : 0n;
  const body = objectIn(row['body']);
  const usesLeft = integerAt(row, 'uses_left');
  const whole = Grant.safeParse({ ...fieldsOfGrant(body), ...(usesLeft === undefined ? {} : { usesLeft }) });
  const damage = whole.success ? contradiction(whole.data, body, row) : problemOf(body, whole.error);
  return { position, grant: whole.success && damage === undefined ? whole.data : salvage(row, position, body, damage) };
}

type Body = Readonly<Record<string, unknown>>;

const integerAt = (row: Row, column: string): number | undefined => {
  const value = row[column];
  return typeof value === 'bigint' ? Number(value) : undefined;
};

/** Whether the columns hold what `add` put into them. */
function contradiction(grant: Grant, body: Body, row: Row): string | undefined {
  const given = body['usesLeft'];
  const left = integerAt(row, 'uses_left');
  const expiresAt = isUnbound(grant) ? 0 : grant.expiresAt;
  const isCounted = typeof given === 'number' ? left !== undefined && left <= given : left === undefined;
  if (grant.id !== row['id']) return 'its id is not the one it was stored under';
  if (!isCounted) return 'its number of uses is not what was written';
  if (expiresAt !== integerAt(row, 'expires_at')) return 'its expiry is not what was written';
  const execution = grant.scope === 'execution' ? grant.executionId : null;
  return execution === row['execution'] ? undefined : 'its execution is not what was written';
}

function problemOf(body: Body, { issues }: z.ZodError): string {
  if (isEmpty(body)) return 'it is not what was written';
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0 && unknown.length === issues.length)
    return `it holds ${unknown.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')}, as of a newer version`;
  const [first] = issues;
  return `its ${first?.path.join('.') || 'text'} is not what was written`;
}

function salvage(row: Row, position: bigint, body: Body, damage: string | undefined): Grant {
  const pattern = readable(PathPattern, body['pattern']);
  const effect = readable(GrantEffect, body['effect']);
  const when = readable(Grant.options[0].shape.when, body['when']);
  const expiresAt = expiryOf(row, body);
  return Grant.parse({
    id: idOf(row, position, body),
    // A refusal whose pattern is unknown would refuse everything, so it asks.
    effect: effect === 'deny' && pattern === undefined ? 'ask' : (effect ?? 'ask'),
    pattern: pattern ?? '**',
    grantedBy: typeof body['grantedBy'] === 'string' ? body['grantedBy'] : 'unknown',
    grantedAt: Number.isSafeInteger(body['grantedAt']) ? body['grantedAt'] : 0,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(when === undefined ? {} : { when }),
    ...scopeOf(row, body),
    damage: damage ?? 'it is not what was written',
  });
}

/** One to revoke it by, also where its own is damaged. */
const idOf = (row: Row, position: bigint, body: Body): GrantId =>
  readable(GrantId, row['id']) ?? readable(GrantId, body['id']) ?? GrantId.parse(`grant_damaged-${position}`);

/** What its text and its column disagree about counts for nothing; where the text says nothing at all, the column counts. */
function agreed(body: Body, text: unknown, column: unknown): unknown {
  return isEmpty(body) || text === column ? column : undefined;
}

const isEmpty = (body: Body): boolean => Object.keys(body).length === 0;

function scopeOf(row: Row, body: Body): object {
  const execution = readable(ExecutionId, agreed(body, body['execution'], row['execution']));
  if ((isEmpty(body) || body['scope'] === 'execution') && execution !== undefined)
    return { scope: 'execution', executionId: execution };
  if (body['scope'] === 'session' && typeof body['session'] === 'string')
    return { scope: 'session', session: body['session'] };
  return { scope: 'always' };
}

function expiryOf(row: Row, body: Body): number | undefined {
  const expiresAt = agreed(body, body['expiresAt'], integerAt(row, 'expires_at'));
  return Number.isSafeInteger(expiresAt) ? Number(expiresAt) : undefined;
}

function objectIn(text: unknown): Body {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

const readable = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined =>
  schema.safeParse(value).data;
