// What the lines of the audit log say about grants, compared with the grants that are stored.

import { Grant } from '@toolshed/kernel';
import type { AuditFact, AuditProblem } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { grantNamedBy, usesNamedBy } from './audit-facts.js';

export interface StoredGrant {
  readonly id: string;
  /** As it was added. */
  readonly text: string;
  /** What is left of its uses now. */
  readonly usesLeft: number | undefined;
}

/** What the lines say about a grant that should exist, or about one that was used too often before it was removed. */
export interface GrantLines {
  readonly line: number;
  readonly digest: string | undefined;
  /** How many uses it was added with, where its line says so. */
  readonly allowed: number | undefined;
  uses: number;
  isGone: boolean;
}

const isOverused = ({ allowed, uses }: GrantLines): boolean => allowed !== undefined && uses > allowed;

export function tallyGrant(fact: AuditFact, line: number, grants: Map<string, GrantLines>): void {
  const grant = grantNamedBy(fact);
  if (fact.what === 'grant-added')
    grants.set(grant, { line, digest: fact.digest, allowed: usesNamedBy(fact), uses: 0, isGone: false });
  const lines = grants.get(grant);
  if (fact.what === 'grant-revoked' || fact.what === 'grant-pruned') {
    // Threat: a grant is given more uses behind the runtime's back, used, and revoked.
    if (lines && isOverused(lines)) lines.isGone = true;
    else grants.delete(grant);
  }
  if (fact.what === 'grant-used' && lines !== undefined) lines.uses += 1;
}

/** `last` is the line reported for a grant that no line mentions. */
export function* checkGrants(
  stored: Iterable<StoredGrant>,
  grants: ReadonlyMap<string, GrantLines>,
  last: number,
): Generator<AuditProblem> {
  const missing = new Map(grants);
  for (const one of stored) {
    missing.delete(one.id);
    const lines = grants.get(one.id);
    const problem =
      lines === undefined || lines.isGone ? `${one.id} was never added, or was revoked` : problemOf(one, lines);
    if (problem !== undefined) yield { at: lines?.line ?? last, problem };
  }
  for (const [id, lines] of missing) {
    const { line, uses, allowed } = lines;
    const overused = `${id} was used ${uses} times, but allowed only ${allowed}`;
    yield { at: line, problem: isOverused(lines) ? overused : `${id} is missing and was never revoked` };
  }
}

/** All that is compared; a newer version may have written more. */
const UsesGiven = Grant.options[1].pick({ usesLeft: true }).loose();

function problemOf({ id, text, usesLeft }: StoredGrant, lines: GrantLines): string | undefined {
  if (lines.digest !== sha256(text)) return `${id} was changed`;
  const given = UsesGiven.parse(JSON.parse(text)).usesLeft;
  const due = given === undefined ? undefined : given - lines.uses;
  return usesLeft === due ? undefined : `${id} has ${usesLeft} uses left, its lines leave ${due}`;
}
