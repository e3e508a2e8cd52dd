// The tables, as a numbered list of steps. A step that was released is never edited; a change is a new step.

import { AUDIT_ROOT } from '@toolshed/kernel/runtime';

/** The version of a file is how many of these it has been through. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT;

  CREATE TABLE executions (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    agent TEXT,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    wake_at INTEGER,
    calls INTEGER NOT NULL,
    open_questions INTEGER NOT NULL,
    length INTEGER NOT NULL,
    error TEXT,
    next_seq INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    owner TEXT,
    idempotency_key TEXT
  ) STRICT;
  CREATE UNIQUE INDEX executions_by_key ON executions (session, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX executions_by_status ON executions (status);
  CREATE INDEX executions_by_session ON executions (session);
  CREATE INDEX executions_by_wake ON executions (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX executions_settled ON executions (updated_at) WHERE status IN ('completed', 'failed', 'cancelled');

  CREATE TABLE journal (
    execution TEXT NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (execution, seq)
  ) STRICT, WITHOUT ROWID;

  -- Where each question stands in the journal; its text is there and only there.
  CREATE TABLE elicitations (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    execution TEXT NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    session TEXT NOT NULL,
    is_open INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX elicitations_open ON elicitations (is_open) WHERE is_open = 1;
  CREATE INDEX elicitations_open_by_session ON elicitations (session) WHERE is_open = 1;
  CREATE INDEX elicitations_by_execution ON elicitations (execution);

  CREATE TABLE grants (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    uses_left INTEGER
  ) STRICT;

  CREATE TABLE audit (
    n INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    execution TEXT,
    seq INTEGER,
    call INTEGER,
    path TEXT,
    who TEXT,
    channel TEXT,
    detail TEXT,
    digest TEXT,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE audit_head (only INTEGER PRIMARY KEY CHECK (only = 1), lines INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  INSERT INTO audit_head VALUES (1, 0, '${AUDIT_ROOT}');
  CREATE TABLE pruned (execution TEXT PRIMARY KEY, line INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // Side quests. `untold`: 1 until the journal of its parent says that it ended, or its parent has ended.
  `
  ALTER TABLE executions ADD COLUMN parent_elicitation TEXT;
  ALTER TABLE executions ADD COLUMN parent_execution TEXT;
  ALTER TABLE executions ADD COLUMN untold INTEGER;
  CREATE INDEX executions_by_parent_question ON executions (parent_elicitation) WHERE parent_elicitation IS NOT NULL;
  CREATE INDEX executions_by_parent ON executions (parent_execution) WHERE parent_execution IS NOT NULL;
  CREATE INDEX executions_untold ON executions (untold) WHERE untold = 1;
  `,
  // Entries of all journals in one order. The last place is kept apart, so that pruning the newest gives no place twice.
  `
  ALTER TABLE journal ADD COLUMN position INTEGER;
  UPDATE journal SET position = placed.position FROM (
    SELECT listed.execution, listed.seq, row_number() OVER (ORDER BY executions.position, listed.seq) AS position
    FROM journal AS listed JOIN executions ON executions.id = listed.execution
  ) AS placed WHERE placed.execution = journal.execution AND placed.seq = journal.seq;
  CREATE UNIQUE INDEX journal_by_position ON journal (position);
  CREATE TABLE journal_end (only INTEGER PRIMARY KEY CHECK (only = 1), position INTEGER NOT NULL) STRICT;
  INSERT INTO journal_end SELECT 1, count(*) FROM journal;
  `,
  // Executions that cannot be read: what is wrong, if it was noticed.
  `
  ALTER TABLE executions ADD COLUMN damage TEXT;
  CREATE INDEX executions_damaged ON executions (position) WHERE damage IS NOT NULL;
  `,
  // Owners of executions. Those that an earlier version wrote are unknown here, and so are taken for dead.
  `
  CREATE TABLE owners (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    started_at TEXT,
    machine TEXT,
    host TEXT NOT NULL,
    beat INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Grants that go when they are spent, and that readers keep in memory: `changed` is the version of the table that
  // last touched the row, `removals` how many rows were removed. Approvals bound to no tool cover nothing: they expire.
  // Open questions with a flow, found by it.
  `
  ALTER TABLE grants ADD COLUMN expires_at INTEGER;
  ALTER TABLE grants ADD COLUMN execution TEXT;
  ALTER TABLE grants ADD COLUMN changed INTEGER NOT NULL DEFAULT 1;
  UPDATE grants SET execution = json_extract(body, '$.execution'), expires_at = CASE
    WHEN coalesce(json_extract(body, '$.effect'), 'allow') = 'allow'
      AND json_extract(body, '$.tool') IS NULL AND json_extract(body, '$.tools') IS NULL THEN 0
    ELSE json_extract(body, '$.expiresAt') END;
  CREATE INDEX grants_by_change ON grants (changed);
  CREATE INDEX grants_by_expiry ON grants (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX grants_used_up ON grants (uses_left) WHERE uses_left = 0;
  CREATE INDEX grants_by_execution ON grants (execution) WHERE execution IS NOT NULL;
  CREATE TABLE grants_state (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL, removals INTEGER NOT NULL) STRICT;
  INSERT INTO grants_state VALUES (1, 1, 0);

  ALTER TABLE elicitations ADD COLUMN flow TEXT;
  UPDATE elicitations SET flow = (
    SELECT json_extract(journal.body, '$.request.flow') FROM journal
    WHERE journal.execution = elicitations.execution AND journal.seq = elicitations.seq
  ) WHERE is_open = 1;
  CREATE INDEX elicitations_open_by_flow ON elicitations (flow) WHERE flow IS NOT NULL AND is_open = 1;
  `,
  // Questions with a flow are found by it when they are closed as well: a completion may be sent again.
  `
  DROP INDEX elicitations_open_by_flow;
  CREATE INDEX elicitations_by_flow ON elicitations (flow, is_open) WHERE flow IS NOT NULL;
  `,
  // What a host has to be labelled with to drive an execution, and what runs, by who drives it.
  `
  ALTER TABLE executions ADD COLUMN placement TEXT;
  CREATE INDEX executions_running ON executions (owner, created_at, id) WHERE status = 'running';
  `,
  // Small records beside the journals; see `SharedRecords`.
  `
  CREATE TABLE records (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    version TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
  `,
  // The session of an execution that starts, by which its lines are found.
  `
  ALTER TABLE audit ADD COLUMN session TEXT;
  `,
];
