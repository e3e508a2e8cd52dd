// Uses of grants, taken in the transaction that writes the calls. The rows stay locked until it ends, so that a grant is
// not revoked, nor its last use taken twice, in between (G2 of `postgres-grants.ts`).

import { type AuditFact, GrantUnavailableError } from '@toolshed/kernel/runtime';
import { grantUsed } from '../../audit/audit-facts.js';
import type { GrantUse } from '../../grant-uses.js';
import type { Connection } from '../connection/server-connection.js';
import { GRANTS, toGrantRow } from './stored-grant.js';

/** What the audit log says about them; what it throws undoes the transaction. */
export type TakeUses = (connection: Connection, uses: readonly GrantUse[]) => Promise<readonly AuditFact[]>;

export function createTakeUses(schema: string): TakeUses {
  const select = `${GRANTS(schema)} WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`;
  const take = `UPDATE ${schema}.grants AS g SET uses_left = g.uses_left - t.uses,
      changed = pg_current_xact_id()::text::bigint
    FROM unnest($1::text[], $2::int[]) AS t(id, uses) WHERE g.id = t.id`;
  return async (connection, uses) => {
    if (uses.length === 0) return [];
    const rows = await connection.run(select, [[...new Set(uses.map(({ grant }) => grant))]]);
    const grants = new Map(rows.map(toGrantRow).map(({ grant }) => [grant.id, grant]));
    const taken = new Map<string, number>();
    const facts: AuditFact[] = [];
    for (const use of uses) {
      const grant = grants.get(use.grant);
      const hasExpired = grant?.expiresAt !== undefined && grant.expiresAt <= use.at;
      const before = taken.get(use.grant) ?? 0;
      const isUsedUp = grant?.usesLeft !== undefined && grant.usesLeft <= before;
      if (grant === undefined || grant.damage !== undefined || hasExpired || isUsedUp)
        throw new GrantUnavailableError(use.grant);
      if (grant.usesLeft === undefined) continue;
      taken.set(use.grant, before + 1);
      facts.push(grantUsed(use, grant.pattern));
    }
    if (taken.size > 0) await connection.run(take, [[...taken.keys()], [...taken.values()]]);
    return facts;
  };
}
