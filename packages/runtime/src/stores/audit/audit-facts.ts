// What the audit log says about things that no journal holds: grants, removed executions, saved programs, schedules, session state.

import type { AnsweredBy, Grant } from '@toolshed/kernel';
import { type AuditFact, canonicalJson } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { textOfGrant } from '../grant-text.js';
import type { GrantUse } from '../grant-uses.js';

/** Before the session, whose name is anybody's text: nobody can make a line say more uses. */
const usesText = ({ usesLeft }: Grant): string => (usesLeft === undefined ? '' : ` (uses: ${usesLeft})`);

/** How many uses a grant was added with, where its line says so. */
export function usesNamedBy({ detail }: AuditFact): number | undefined {
  const uses = /^\S+ \(uses: (\d+)\) for /.exec(detail ?? '')?.[1];
  return uses === undefined ? undefined : Number(uses);
}

/** Grant lines name their grant first in `detail`; `grantNamedBy` reads it back. */
export function grantAdded(grant: Grant): AuditFact {
  return {
    at: grant.grantedAt,
    what: 'grant-added',
    ...(grant.scope === 'execution' ? { execution: grant.executionId } : {}),
    path: grant.pattern,
    who: grant.grantedBy,
    detail: `${grant.id}${usesText(grant)} for ${grant.scope === 'session' ? `session ${grant.session}` : grant.scope}`,
    digest: sha256(textOfGrant(grant)),
  };
}

export const grantRevoked = (grant: Grant, by: string, at: number): AuditFact => ({
  at,
  what: 'grant-revoked',
  path: grant.pattern,
  who: by,
  detail: grant.id,
});

export const grantUsed = ({ grant, execution, call, at }: GrantUse, pattern: string): AuditFact => ({
  at,
  what: 'grant-used',
  execution,
  call,
  path: pattern,
  detail: grant,
});

export const grantPruned = (grant: Grant, at: number): AuditFact => ({
  at,
  what: 'grant-pruned',
  path: grant.pattern,
  detail: grant.id,
});

/** The digest binds the line to the executions it names, so that none can be added later. */
export const pruned = (executions: readonly string[], endedBefore: number, at: number): AuditFact => ({
  at,
  what: 'pruned',
  detail: `${executions.length} executions before ${endedBefore}`,
  digest: digestOfPruned(executions),
});

/** One that could not be read any more, removed by a person. */
export const retired = (execution: string, { principal, channel }: AnsweredBy, at: number): AuditFact => ({
  at,
  what: 'pruned',
  who: principal,
  channel,
  detail: `${execution}, which was damaged`,
  digest: digestOfPruned([execution]),
});

const byWhom = ({ kind, principal, channel }: AnsweredBy): Pick<AuditFact, 'who' | 'channel'> => ({
  who: `${kind} ${principal}`,
  channel,
});

/** What happened to a saved program; `detail` says which version, `digest` is that of the program. */
export const programChanged = (
  what: 'program-saved' | 'program-deleted',
  facts: Pick<AuditFact, 'at' | 'path' | 'execution' | 'detail' | 'digest'>,
  by: AnsweredBy,
): AuditFact => ({ ...facts, what, ...byWhom(by) });

/** What happened to a schedule. The digest is of what it starts, and when. */
export const scheduleChanged = (
  what: 'schedule-added' | 'schedule-paused' | 'schedule-resumed' | 'schedule-removed',
  { at, id, program, digest }: { readonly at: number } & Readonly<Record<'id' | 'program' | 'digest', string>>,
  by: AnsweredBy,
): AuditFact => ({ at, what, path: program, ...byWhom(by), detail: id, digest });

/** A person forgot what programs of a session keep; `values`: how many, as far as they could be read. */
export const stateCleared = (
  facts: { readonly session: string; readonly agent: string | undefined; readonly values: number | undefined },
  by: AnsweredBy,
  at: number,
): AuditFact => ({
  at,
  what: 'state-cleared',
  ...byWhom(by),
  session: facts.session,
  detail: `${facts.values ?? 'unreadable'} ${facts.values === 1 ? 'value' : 'values'}${facts.agent === undefined ? '' : ` of agent ${facts.agent}`}`,
});

/** Lines may have been removed before this one without a trace: it stays a problem of the log. */
export const HEAD_LOST = 'head-lost';
export const headLost = (at: number): AuditFact => ({
  at,
  what: HEAD_LOST,
  detail: 'the head of this log was damaged; lines before this one may be missing',
});

/** The lines before this one were those of another store's log, which ended with this hash. */
export const COPIED = 'copied';
export const copied = ({ lines, hash }: { readonly lines: number; readonly hash: string }, at: number): AuditFact => ({
  at,
  what: COPIED,
  detail: `${lines} lines, which were one chain`,
  digest: hash,
});

export const digestOfPruned = (executions: readonly string[]): string => sha256(canonicalJson(executions.toSorted()));
export const grantNamedBy = ({ detail }: AuditFact): string => detail?.split(' ', 1)[0] ?? '';
