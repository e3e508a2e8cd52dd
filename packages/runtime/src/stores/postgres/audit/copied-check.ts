// Lines that came from a store with one chain for all: their order and content still make that chain.

import { AUDIT_ROOT, type AuditFact, chain } from '@toolshed/kernel/runtime';
import { sha256 } from '../../../digest.js';
import { COPIED } from '../../audit/audit-facts.js';
import { integerIn } from '../../rows/column.js';
import type { Connection } from '../connection/server-connection.js';
import { factIn } from './stored-fact.js';

export interface CopiedCheckDeps {
  readonly connection: Connection;
  readonly schema: string;
  note(position: number, problem: string): void;
}

interface HostLine {
  readonly position: number;
  readonly fact: AuditFact;
}

const PAGE = 1_000;
const UNREADABLE: AuditFact = { at: 0, what: '' };

/** C7 of `verify-audit.ts`. `host` are the lines of the host's chain. Returns the head of the log that was copied, if it is proven. */
export async function checkCopied(
  { connection, schema, note }: CopiedCheckDeps,
  host: readonly HostLine[],
): Promise<string | undefined> {
  const line = host.find(({ fact }) => fact.what === COPIED);
  if (line === undefined) return undefined;
  const select = `SELECT position, body FROM ${schema}.audit WHERE position > $1 AND position < $2
    ORDER BY position LIMIT ${PAGE}`;
  let [n, hash, after] = [0, AUDIT_ROOT, 0];
  for (;;) {
    const rows = await connection.run(select, [after, line.position]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = integerIn(last, 'position');
    for (const row of rows) ({ n, hash } = chain(factIn(row) ?? UNREADABLE, n + 1, hash, sha256));
  }
  if (hash === line.fact.digest) return hash;
  note(line.position, 'the lines before the copy are not those that were copied');
  return undefined;
}
