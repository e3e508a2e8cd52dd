import type { SqlReply, SqlRequest } from '../sql-request.ts';
import { authorize } from './authorize.ts';
import { openForChanges, openForPreview, openForReading } from './database.ts';
import { previewStatement } from './preview-statement.ts';
import { prepareOne, readRows, refusing, toValue } from './run-statement.ts';
import { StatementError } from './statement-error.ts';

/** Never throws: what goes wrong is the reply. */
export function answerRequest(request: SqlRequest): SqlReply {
  try {
    return ANSWERS[request.op](request);
  } catch (error) {
    if (error instanceof StatementError) return { kind: 'failed', code: error.code, state: error.message };
    return { kind: 'failed', code: 'sql/failed', state: error instanceof Error ? error.message : String(error) };
  }
}

const ANSWERS = { query, execute, preview } as const satisfies Record<
  SqlRequest['op'],
  (request: SqlRequest) => SqlReply
>;

function query(request: SqlRequest): SqlReply {
  using db = openForReading(request.file);
  const authorizer = authorize(db, 'read');
  return refusing(authorizer, () => ({ kind: 'rows', ...readRows(prepareOne(db, request.sql), request) }));
}

/** In a transaction, so that a statement that was stopped midway changed nothing. */
function execute(request: SqlRequest): SqlReply {
  using db = openForChanges(request.file);
  db.exec('BEGIN IMMEDIATE');
  try {
    const authorizer = authorize(db, 'change');
    const read = refusing(authorizer, () => readRows(prepareOne(db, request.sql), request));
    db.setAuthorizer(null);
    const counts = db.prepare('SELECT changes() AS changes, last_insert_rowid() AS rowid');
    counts.setReadBigInts(true);
    const { changes = 0, rowid = 0 } = counts.get() ?? {};
    db.exec('COMMIT');
    return { kind: 'executed', ...read, changes: Number(changes), lastInsertRowid: toValue(rowid) };
  } finally {
    db.setAuthorizer(null);
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

function preview(request: SqlRequest): SqlReply {
  using db = openForPreview(request.file);
  return previewStatement(db, request);
}
