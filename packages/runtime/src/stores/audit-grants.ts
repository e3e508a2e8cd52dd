// What the lines of the audit log say of grants, compared with the grants that are stored.

import { Grant } from '@toolshed/kernel';
import type { AuditFact, AuditProblem } from '@toolshed/kernel/runtime';
import { sha256 } from '../digest.js';
import { grantNamedBy } from './audit-facts.js';

export interface StoredGrant {
  readonly id: string;
  /** As it was added. */
  readonly text: string;
  /** What is left of its uses now. */
  readonly usesLeft: number | undefined;
}

/** What the lines say of a grant that should be there. */
export interface GrantLines {
  readonly line: number;
  readonly digest: string | undefined;
  uses: number;
}

export function tallyGrant(fact: AuditFact, line: number, grants: Map<string, GrantLines>): void {
  const grant = grantNamedBy(fact);
  if (fact.what === 'grant-added') grants.set(grant, { line, digest: fact.digest, uses: 0 });
  if (fact.what === 'grant-revoked' || fact.what === 'grant-pruned') grants.delete(grant);
  const lines = grants.get(grant);
  if (fact.what === 'grant-used' && lines !== undefined) lines.uses += 1;
}

/** `last` is the line that a grant nothing is said of shows at. */
export function* checkGrants(
  stored: Iterable<StoredGrant>,
  grants: ReadonlyMap<string, GrantLines>,
  last: number,
): Generator<AuditProblem> {
  const missing = new Map(grants);
  for (const one of stored) {
    missing.delete(one.id);
    const told = grants.get(one.id);
    const problem = told === undefined ? `${one.id} was never added, or was revoked` : problemOf(one, told);
    if (problem !== undefined) yield { at: told?.line ?? last, problem };
  }
  for (const [id, { line }] of missing) yield { at: line, problem: `${id} is gone and was never revoked` };
}

/** All that is compared; a newer version may have written more. */
const UsesGiven = Grant.options[1].pick({ usesLeft: true }).loose();

function problemOf({ id, text, usesLeft }: StoredGrant, told: GrantLines): string | undefined {
  if (told.digest !== sha256(text)) return `${id} was changed`;
  const given = UsesGiven.parse(JSON.parse(text)).usesLeft;
  const due = given === undefined ? undefined : given - told.uses;
  return usesLeft === due ? undefined : `${id} has ${usesLeft} uses left, its lines leave ${due}`;
}
