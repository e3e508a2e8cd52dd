// What a statement may do, asked by SQLite itself for every step of every statement, triggers included.
//
// Threats: reaching another file (ATTACH, VACUUM INTO, load_extension), ending the transaction a preview
// rolls back (COMMIT), settings that outlive the statement or write at once (most PRAGMAs), and learning
// the host's paths (PRAGMA database_list).

import { constants, type DatabaseSync } from 'node:sqlite';

export type Rights = 'read' | 'change';

export interface Authorizer {
  /** What was refused last, in words. */
  refused(): string | undefined;
  /** Tables the statement itself changes, or drops. */
  readonly targets: ReadonlyMap<string, ReadonlySet<ChangeKind>>;
}

export type ChangeKind = 'insert' | 'update' | 'delete' | 'drop';

export function authorize(db: DatabaseSync, rights: Rights): Authorizer {
  let refused: string | undefined;
  const targets = new Map<string, Set<ChangeKind>>();
  db.setAuthorizer((action, subject, detail, _database, trigger) => {
    const change = CHANGES.get(action);
    if (change !== undefined && subject !== null && trigger === null && !subject.startsWith('sqlite_')) {
      targets.set(subject, (targets.get(subject) ?? new Set()).add(change));
    }
    if (isAllowed(rights, action, subject, detail)) return constants.SQLITE_OK;
    refused ??= describe(action, subject, detail);
    return constants.SQLITE_DENY;
  });
  return { refused: () => refused, targets };
}

const CHANGES: ReadonlyMap<number, ChangeKind> = new Map([
  [constants.SQLITE_INSERT, 'insert'],
  [constants.SQLITE_UPDATE, 'update'],
  [constants.SQLITE_DELETE, 'delete'],
  [constants.SQLITE_DROP_TABLE, 'drop'],
]);

const READING: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
]);

const NEVER: ReadonlyMap<number, string> = new Map([
  [constants.SQLITE_ATTACH, 'another file (ATTACH or VACUUM)'],
  [constants.SQLITE_DETACH, 'DETACH'],
  [constants.SQLITE_TRANSACTION, 'a transaction of its own'],
  [constants.SQLITE_SAVEPOINT, 'a savepoint'],
]);

/** Those that only describe the schema. */
const PRAGMAS: ReadonlySet<string> = new Set([
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
]);

const FUNCTIONS_REFUSED: ReadonlySet<string> = new Set(['load_extension', 'fts3_tokenizer']);

function isAllowed(rights: Rights, action: number, subject: string | null, detail: string | null): boolean {
  if (action === constants.SQLITE_PRAGMA) return PRAGMAS.has(subject?.toLowerCase() ?? '');
  if (action === constants.SQLITE_FUNCTION) return !FUNCTIONS_REFUSED.has(detail?.toLowerCase() ?? '');
  return READING.has(action) || (rights === 'change' && !NEVER.has(action));
}

function describe(action: number, subject: string | null, detail: string | null): string {
  if (action === constants.SQLITE_PRAGMA) return `PRAGMA ${subject}`;
  if (action === constants.SQLITE_FUNCTION) return `the function ${detail}`;
  return NEVER.get(action) ?? 'a change; use sql.execute';
}
