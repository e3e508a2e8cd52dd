// The tables, as a numbered list of steps. A step that was released is never edited; a change is a new step.
//
// Nodes of several versions share the tables while they are upgraded one after another, so a step only adds: what an
// older node reads stays as it was. A step that cannot keep that raises `minimumReader`.
//
// Positions are `(transaction id << 10) + place in the transaction + base`; see `position-base.ts`. Ids sort by their
// bytes (COLLATE "C"): every node locks rows in that order.

import { AUDIT_ROOT } from '@toolshed/kernel/runtime';

export interface Migration {
  /** The oldest `READER` that can use the tables after this step. */
  readonly minimumReader: number;
  readonly sql: (schema: string) => string;
}

/** What this version can read; raised with each step that older versions cannot live with. */
export const READER = 1;

const JOURNAL_PARTITIONS = 16;

const partitions = (table: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `CREATE TABLE ${table}_${index} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${count}, REMAINDER ${index});`,
  ).join('\n');

/** The version of a schema is how many of these it has been through. */
export const MIGRATIONS: readonly Migration[] = [
  {
    minimumReader: 1,
    sql: (schema) => `
  CREATE TABLE ${schema}.meta (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    schema_version int NOT NULL,
    minimum_reader int NOT NULL,
    -- The server whose transaction ids positions are made of.
    system_identifier text NOT NULL,
    timeline int NOT NULL,
    base bigint NOT NULL,
    -- The last position that pruning removed.
    pruned_through bigint NOT NULL DEFAULT 0,
    grants_removed bigint NOT NULL DEFAULT 0,
    -- The end of the chain of audit lines that belong to no execution.
    audit_lines int NOT NULL DEFAULT 0,
    audit_hash text NOT NULL DEFAULT '${AUDIT_ROOT}'
  );

  CREATE TABLE ${schema}.nodes (
    id text COLLATE "C" PRIMARY KEY,
    lease_until timestamptz NOT NULL,
    beat int NOT NULL,
    seen_at timestamptz NOT NULL,
    pid int NOT NULL,
    started_at text,
    machine text,
    host text NOT NULL,
    version text,
    labels text
  );

  CREATE TABLE ${schema}.executions (
    id text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    agent text COLLATE "C",
    labels text NOT NULL,
    status text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    wake_at bigint,
    calls int NOT NULL,
    open_questions int NOT NULL,
    length int NOT NULL,
    error text,
    owner text COLLATE "C",
    epoch bigint NOT NULL,
    -- The newest format of its entries: a node that reads only older ones does not claim it.
    format int NOT NULL,
    next_seq int NOT NULL,
    checksum bigint NOT NULL,
    audit_lines int NOT NULL,
    audit_hash text NOT NULL,
    -- Of the last append, to tell whether it arrived after a connection was lost.
    mark uuid NOT NULL,
    idempotency_key text COLLATE "C",
    parent_elicitation text COLLATE "C",
    parent_execution text COLLATE "C",
    damage text
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX executions_by_position ON ${schema}.executions (position);
  CREATE UNIQUE INDEX executions_by_key ON ${schema}.executions (session, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX executions_by_status ON ${schema}.executions (status, position);
  CREATE INDEX executions_by_session ON ${schema}.executions (session, position);
  CREATE INDEX executions_by_agent ON ${schema}.executions (agent, position) WHERE agent IS NOT NULL;
  CREATE INDEX executions_by_wake ON ${schema}.executions (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX executions_by_owner ON ${schema}.executions (owner) WHERE owner IS NOT NULL;
  CREATE INDEX executions_settled ON ${schema}.executions (updated_at) WHERE status IN ('completed', 'failed', 'cancelled');
  CREATE INDEX executions_by_parent_question ON ${schema}.executions (parent_elicitation) WHERE parent_elicitation IS NOT NULL;
  CREATE INDEX executions_by_parent ON ${schema}.executions (parent_execution) WHERE parent_execution IS NOT NULL;
  CREATE INDEX executions_damaged ON ${schema}.executions (position) WHERE damage IS NOT NULL;

  CREATE TABLE ${schema}.journal (
    execution text COLLATE "C" NOT NULL,
    seq int NOT NULL,
    position bigint NOT NULL,
    epoch bigint NOT NULL,
    mark uuid NOT NULL,
    checksum bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (execution, seq)
  ) PARTITION BY HASH (execution);
  CREATE INDEX journal_by_position ON ${schema}.journal (position);
  ${partitions(`${schema}.journal`, JOURNAL_PARTITIONS)}

  -- Where each question stands in the journal; its text is there and only there.
  CREATE TABLE ${schema}.elicitations (
    id text COLLATE "C" PRIMARY KEY,
    execution text COLLATE "C" NOT NULL,
    seq int NOT NULL,
    position bigint NOT NULL,
    session text COLLATE "C" NOT NULL,
    is_open boolean NOT NULL,
    flow text COLLATE "C"
  );
  CREATE INDEX elicitations_open ON ${schema}.elicitations (position) WHERE is_open;
  CREATE INDEX elicitations_open_by_session ON ${schema}.elicitations (session, position) WHERE is_open;
  CREATE INDEX elicitations_by_execution ON ${schema}.elicitations (execution);
  CREATE INDEX elicitations_by_flow ON ${schema}.elicitations (flow, is_open, position) WHERE flow IS NOT NULL;

  -- Side quests; \`untold\` until the journal of the parent says that it ended, or the parent has ended. Only an append
  -- to the parent changes these, and it holds the parent's row.
  CREATE TABLE ${schema}.side_quests (
    execution text COLLATE "C" PRIMARY KEY,
    parent text COLLATE "C" NOT NULL,
    untold boolean NOT NULL
  );
  CREATE INDEX side_quests_untold ON ${schema}.side_quests (parent) WHERE untold;

  CREATE TABLE ${schema}.grants (
    id text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    body text NOT NULL,
    uses_left bigint,
    expires_at bigint,
    execution text COLLATE "C",
    -- The transaction that wrote the row.
    changed bigint NOT NULL
  );
  CREATE INDEX grants_by_change ON ${schema}.grants (changed);
  CREATE INDEX grants_by_expiry ON ${schema}.grants (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX grants_used_up ON ${schema}.grants (id) WHERE uses_left = 0;
  CREATE INDEX grants_by_execution ON ${schema}.grants (execution) WHERE execution IS NOT NULL;

  -- Lines of the audit log: a chain for each execution, under its id, and one for everything else, under ''.
  CREATE TABLE ${schema}.audit (
    chain text COLLATE "C" NOT NULL,
    link int NOT NULL,
    position bigint NOT NULL,
    body text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (chain, link)
  );
  CREATE UNIQUE INDEX audit_by_position ON ${schema}.audit (position);

  -- Seals: the root of a tree (RFC 6962) over all lines up to a position, in the order of positions.
  CREATE TABLE ${schema}.checkpoints (
    lines bigint PRIMARY KEY,
    through bigint NOT NULL,
    root text NOT NULL,
    -- The roots of the whole subtrees, largest first: all that the next seal needs.
    frontier text NOT NULL,
    sealed_at bigint NOT NULL
  );

  -- Executions that were removed, the line of the host's chain that says so, and where their own chains end.
  CREATE TABLE ${schema}.pruned (
    execution text COLLATE "C" PRIMARY KEY,
    line int NOT NULL,
    audit_lines int NOT NULL,
    audit_hash text NOT NULL
  );`,
  },
  {
    minimumReader: 1,
    sql: (schema) => `
  -- Small records that all nodes share; see postgres-records.ts.
  CREATE TABLE ${schema}.records (
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text NOT NULL,
    version uuid NOT NULL,
    expires_at timestamptz,
    taken_by uuid,
    PRIMARY KEY (kind, key)
  );
  CREATE INDEX records_by_expiry ON ${schema}.records (expires_at) WHERE expires_at IS NOT NULL;`,
  },
  // What a node has to be labelled with to drive an execution, and what runs, by who drives it.
  {
    minimumReader: 1,
    sql: (schema) => `
  ALTER TABLE ${schema}.nodes ADD COLUMN placement jsonb NOT NULL DEFAULT '[]';
  ALTER TABLE ${schema}.executions ADD COLUMN placement jsonb;
  CREATE INDEX executions_running ON ${schema}.executions (owner, created_at, id) WHERE status = 'running';`,
  },
  {
    minimumReader: 1,
    sql: (schema) => `
  -- How far those who follow the journal together have come, such as what notifies a webhook.
  CREATE TABLE ${schema}.followers (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL
  );

  -- The node whose channels show a question, as long as its lease runs.
  ALTER TABLE ${schema}.elicitations ADD COLUMN offered_by text COLLATE "C";
  CREATE INDEX elicitations_offered ON ${schema}.elicitations (offered_by) WHERE is_open AND offered_by IS NOT NULL;`,
  },
  {
    minimumReader: 1,
    sql: (schema) => `
  -- Secrets, sealed with a key that is never here; see postgres-secrets.ts.
  CREATE TABLE ${schema}.vault (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    writes bigint NOT NULL DEFAULT 0,
    removals bigint NOT NULL DEFAULT 0,
    lock text
  );
  INSERT INTO ${schema}.vault DEFAULT VALUES;
  CREATE TABLE ${schema}.secrets (
    handle text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    facts text NOT NULL,
    sealed text NOT NULL,
    written bigint NOT NULL
  );
  CREATE UNIQUE INDEX secrets_by_writing ON ${schema}.secrets (written);`,
  },
  // How far the clock of a node's machine is ahead of this server's.
  { minimumReader: 1, sql: (schema) => `ALTER TABLE ${schema}.nodes ADD COLUMN skew_ms bigint;` },
];
