// The tables that a copy fills, with their columns. Rows are gathered and written in pages by `row-pages.ts`.

import type { Database } from '../postgres/connection/connection-pool.js';
import { createRowPages, type RowPages, type RowWriter } from './row-pages.js';

export interface CopyTables {
  readonly executions: RowPages;
  readonly journal: RowPages;
  readonly questions: RowPages;
  readonly sideQuests: RowPages;
  readonly grants: RowPages;
  readonly audit: RowPages;
  readonly pruned: RowPages;
}

export function createCopyTables(database: Database, schema: string): CopyTables {
  const writer: RowWriter = {
    name: database.name,
    run: (sql, values) => database.using((connection) => connection.run(sql, values)),
  };
  const pages = (table: string, columns: Readonly<Record<string, string>>, constants?: Record<string, string>) =>
    createRowPages(writer, `${schema}.${table}`, columns, constants);
  return {
    executions: pages('executions', {
      id: 'text',
      position: 'bigint',
      session: 'text',
      agent: 'text',
      labels: 'text',
      status: 'text',
      created_at: 'bigint',
      updated_at: 'bigint',
      wake_at: 'bigint',
      calls: 'int',
      open_questions: 'int',
      length: 'int',
      error: 'text',
      epoch: 'bigint',
      format: 'int',
      next_seq: 'int',
      checksum: 'bigint',
      audit_lines: 'int',
      audit_hash: 'text',
      mark: 'uuid',
      idempotency_key: 'text',
      parent_elicitation: 'text',
      parent_execution: 'text',
      placement: 'jsonb',
    }),
    journal: pages('journal', {
      execution: 'text',
      seq: 'int',
      position: 'bigint',
      epoch: 'bigint',
      mark: 'uuid',
      checksum: 'bigint',
      body: 'text',
    }),
    questions: pages('elicitations', {
      id: 'text',
      execution: 'text',
      seq: 'int',
      position: 'bigint',
      session: 'text',
      is_open: 'boolean',
      flow: 'text',
    }),
    sideQuests: pages('side_quests', { execution: 'text', parent: 'text', untold: 'boolean' }),
    grants: pages(
      'grants',
      {
        id: 'text',
        position: 'bigint',
        body: 'text',
        uses_left: 'bigint',
        expires_at: 'bigint',
        execution: 'text',
      },
      { changed: 'pg_current_xact_id()::text::bigint' },
    ),
    audit: pages('audit', { chain: 'text', link: 'int', position: 'bigint', body: 'text', hash: 'text' }),
    pruned: pages('pruned', { execution: 'text', line: 'int', audit_lines: 'int', audit_hash: 'text' }),
  };
}

export const createRecordPages = (writer: RowWriter, schema: string): RowPages =>
  createRowPages(writer, `${schema}.records`, {
    kind: 'text',
    key: 'text',
    value: 'text',
    version: 'uuid',
    expires_at: 'timestamptz',
  });
