// Metrics of a shared database: how far readers are behind writers, how much of the audit log is not sealed,
// how many nodes there are, and how long statements wait for a connection.

import type { Clock } from '@toolshed/kernel';
import { createMeter } from '../../metrics/meter.js';
import { gauge, type Metric } from '../../metrics/metric.js';
import { integerIn, optionalInteger } from '../rows/column.js';
import { factIn } from './audit/stored-fact.js';
import type { Database } from './connection/connection-pool.js';
import { horizonIn } from './schema/position-base.js';

export interface MeasuresDeps {
  readonly database: Database;
  readonly schema: string;
  readonly clock: Clock;
}

/** Takes in how long each statement waited for a connection. */
export interface ConnectionWaits {
  waited(ms: number): void;
  read(): readonly Metric[];
}

const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
/** More unsealed lines than this are not counted: an operator knows enough by then. */
const MOST_LINES = 10_000;

export function createConnectionWaits(): ConnectionWaits {
  const meter = createMeter();
  const waits = meter.histogram(
    { name: 'toolshed_connection_wait_seconds', help: 'How long work waited for a connection to the database.' },
    WAIT_SECONDS,
  );
  return { waited: (ms) => waits.observe(ms / 1_000), read: meter.read };
}

/** The age of the oldest transaction that writes is seen only by roles that may (pg_read_all_stats); ids are seen by all. */
export function createMeasures({ database, schema, clock }: MeasuresDeps): () => Promise<readonly Metric[]> {
  const select = `WITH sealed AS (
      SELECT coalesce(max(through), 0) AS through FROM ${schema}.checkpoints
    ), unsealed AS (
      SELECT body FROM ${schema}.audit WHERE position > (SELECT through FROM sealed)
        AND position < ${horizonIn(schema)} ORDER BY position LIMIT ${MOST_LINES}
    )
    SELECT (SELECT count(*) FROM ${schema}.nodes WHERE lease_until > clock_timestamp()) AS nodes,
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint - pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS held,
      (SELECT floor(extract(epoch FROM clock_timestamp() - min(xact_start)) * 1000)::bigint FROM pg_stat_activity
        WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()) AS "heldMs",
      (SELECT count(*) FROM unsealed) AS unsealed, (SELECT body FROM unsealed LIMIT 1) AS body`;
  return async () => {
    const [row = {}] = await database.query('measure', select);
    const unsealed = integerIn(row, 'unsealed');
    const sealAge = unsealed === 0 ? 0 : Math.max(0, clock.now() - (factIn(row)?.at ?? 0));
    return [
      gauge('toolshed_nodes', 'Nodes whose lease runs.', integerIn(row, 'nodes')),
      gauge(
        'toolshed_watermark_lag_transactions',
        'Transactions that began after the oldest one that still writes: events are shown up to that one.',
        integerIn(row, 'held'),
      ),
      gauge(
        'toolshed_watermark_lag_seconds',
        'How long the oldest transaction that still writes has run, as far as this role may see.',
        Math.max(0, optionalInteger(row, 'heldMs') ?? 0) / 1_000,
      ),
      gauge('toolshed_unsealed_audit_lines', `Lines of the audit log without a seal, up to ${MOST_LINES}.`, unsealed),
      gauge('toolshed_seal_lag_seconds', 'How old the oldest of them is; 0 if there is none.', sealAge / 1_000),
    ];
  };
}
