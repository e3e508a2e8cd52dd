// What a statement may do, asked by SQLite itself for every step of every statement, triggers included.
//
// Threats: reaching another file (ATTACH, VACUUM INTO, load_extension), ending the transaction a preview
// rolls back (COMMIT), settings that outlive the statement or write at once (most PRAGMAs), learning
// the host's paths (PRAGMA database_list), and a statement that can tell its preview from its run and behaves
// in one (temporary tables, counters of changes, sizes of tables).

import { constants, type DatabaseSync } from 'node:sqlite';

export type Rights = 'read' | 'change';

export interface Authorizer {
  /** What was refused last, in words. */
  refused(): string | undefined;
  /** Tables whose rows it may change, in the order SQLite named them; `direct` if the statement itself names it. */
  readonly targets: ReadonlyMap<string, { readonly direct: boolean }>;
  /** The tables it alters. */
  readonly altered: ReadonlySet<string>;
  readonly dropped: ReadonlySet<string>;
  /** Whether it makes, drops or alters anything of the schema. */
  changesSchema(): boolean;
  /** Functions that may give something else when it runs again. */
  readonly unsteady: ReadonlySet<string>;
}

/** `own`: what the names of our triggers begin with, whose steps are ours. */
export function authorize(db: DatabaseSync, rights: Rights, own?: string): Authorizer {
  let refused: string | undefined;
  let changesSchema = false;
  const targets = new Map<string, { direct: boolean }>();
  const altered = new Set<string>();
  const dropped = new Set<string>();
  const unsteady = new Set<string>();
  db.setAuthorizer((action, subject, detail, database, trigger) => {
    if (own !== undefined && trigger?.startsWith(own)) return constants.SQLITE_OK;
    const step = { action, subject, detail, database, isNested: trigger !== null };
    if (action === constants.SQLITE_ALTER_TABLE) altered.add(detail ?? '');
    if (action === constants.SQLITE_DROP_TABLE) dropped.add(subject ?? '');
    if (action === constants.SQLITE_FUNCTION && UNSTEADY.has(detail ?? '')) unsteady.add(detail ?? '');
    if (CHANGES.has(action) && subject !== null) {
      if (SCHEMAS.has(subject)) changesSchema = true;
      else if (!subject.startsWith('sqlite_'))
        targets.set(subject, { direct: targets.get(subject)?.direct || trigger === null });
    }
    if (isAllowed(rights, step, altered.size > 0)) return constants.SQLITE_OK;
    refused ??= describe(step);
    return constants.SQLITE_DENY;
  });
  return { refused: () => refused, targets, altered, dropped, changesSchema: () => changesSchema, unsteady };
}

interface Step {
  readonly action: number;
  readonly subject: string | null;
  readonly detail: string | null;
  readonly database: string | null;
  /** Whether a trigger takes it. */
  readonly isNested: boolean;
}

const CHANGES: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
]);

const SCHEMAS: ReadonlySet<string> = new Set(['sqlite_master', 'sqlite_schema']);

/** By the names SQLite gives them, which are in lower case. */
const UNSTEADY: ReadonlySet<string> = new Set([
  'random',
  'randomblob',
  'date',
  'time',
  'datetime',
  'julianday',
  'unixepoch',
  'strftime',
  'timediff',
  'current_date',
  'current_time',
  'current_timestamp',
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
/** What they say depends on what the connection did before. In a trigger the last two are about the trigger. */
const COUNTERS: ReadonlySet<string> = new Set(['total_changes', 'changes', 'last_insert_rowid']);

function isAllowed(rights: Rights, step: Step, isAltering: boolean): boolean {
  const { action, subject, detail } = step;
  if (rights === 'change' && isTelling(step, isAltering)) return false;
  if (action === constants.SQLITE_PRAGMA) return PRAGMAS.has(subject?.toLowerCase() ?? '');
  if (action === constants.SQLITE_FUNCTION) return !FUNCTIONS_REFUSED.has(detail?.toLowerCase() ?? '');
  return READING.has(action) || (rights === 'change' && !NEVER.has(action));
}

/** Whether a statement could learn from it that it is only previewed. ALTER TABLE itself reads temporary triggers. */
function isTelling({ action, subject, detail, database, isNested }: Step, isAltering: boolean): boolean {
  switch (action) {
    case constants.SQLITE_PRAGMA:
      return subject?.toLowerCase() === 'table_list';
    case constants.SQLITE_FUNCTION: {
      const name = detail?.toLowerCase() ?? '';
      return name === 'total_changes' || (COUNTERS.has(name) && !isNested);
    }
    case constants.SQLITE_ALTER_TABLE:
      return subject?.toLowerCase() === 'temp';
    default:
      return subject?.toLowerCase() === 'dbstat' || (isTemporary(subject, database) && !isAltering);
  }
}

/** Where no column is read, names come as they were written. */
const isTemporary = (subject: string | null, database: string | null): boolean =>
  database?.toLowerCase() === 'temp' || /^sqlite_temp_/i.test(subject ?? '');

function describe({ action, subject, detail, database }: Step): string {
  if (action === constants.SQLITE_PRAGMA) return `PRAGMA ${subject}`;
  if (action === constants.SQLITE_FUNCTION) return `the function ${detail}`;
  if (isTemporary(subject, database)) return 'something temporary, which would not outlive the statement';
  if (subject?.toLowerCase() === 'dbstat') return 'the sizes of tables';
  return NEVER.get(action) ?? 'a change; use sql.execute';
}
