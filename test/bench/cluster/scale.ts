// A model of many servers: what a load takes, from costs that were measured (docs/explain/benchmarks.md), and how long an append
// waits where executions are spread over servers by a hash of their ids. `npm run bench scale`.

import { atShare } from '../measure.ts';

/** Measured on a shared virtual machine, per execution that pauses once: a few calls, a question, an answer, a result. */
const COSTS = {
  appends: 4,
  /** Processor time of the database for one append, in a statement of its own and in one with 64 others. */
  databaseMs: { alone: 0.3, together: 0.03 },
  /**
   * Processor time of a node, worker process included: two processors were full with 255 a second, of which the database
   * took its appends alone.
   */
  nodeMs: (2 * 1_000) / 255 - 4 * 0.3,
  walKb: 17,
  diskKb: 4.6,
} as const;

/** How long a statement takes until it is synced, and how many a node has under way. */
const STATEMENT = { ms: 0.7, atOnce: 3 } as const;

/** Of a server that nobody would call large: half of its time, so that a failover or a vacuum finds room. */
const SERVER = { cores: 16, busy: 0.5, walMbPerSecond: 100 } as const;
const NODE = { cores: 8, busy: 0.6 } as const;
const KEPT_DAYS = 30;
const LOADS = [10, 100, 1_000, 10_000, 100_000] as const;

export async function scale(): Promise<readonly string[]> {
  return [
    '| executions with a pause, a second | database cores | PostgreSQL servers | nodes | log (WAL) | kept for 30 days |',
    '| --- | --- | --- | --- | --- | --- |',
    ...LOADS.map(loadRow),
    '',
    `| an append over ${SERVERS} servers whose writers are busy for | p50 | p99 |`,
    '| --- | --- | --- |',
    ...[0.3, 0.5, 0.7, 0.85, 0.95].map(waitRow),
  ];
}

function loadRow(load: number): string {
  const { appends, databaseMs, nodeMs, walKb, diskKb } = COSTS;
  const nodes = Math.max(2, Math.ceil((load * nodeMs) / 1_000 / (NODE.cores * NODE.busy)));
  // What a node has to write while its statements are under way goes together in the next one.
  const together = Math.max(1, ((load / nodes) * appends * STATEMENT.ms) / STATEMENT.atOnce / 1_000);
  const perAppend = databaseMs.together + (databaseMs.alone - databaseMs.together) / together;
  const cores = (load * appends * perAppend) / 1_000;
  const log = (load * walKb) / 1_000;
  const servers = Math.ceil(Math.max(1, cores / (SERVER.cores * SERVER.busy), log / SERVER.walMbPerSecond));
  const kept = (load * 86_400 * KEPT_DAYS * diskKb) / 1e6;
  return `| ${load} | ${cores.toFixed(1)} | ${servers} | ${nodes} | ${log.toFixed(1)} MB/s | ${sizeOf(kept)} |`;
}

const sizeOf = (gb: number): string => (gb < 1_000 ? `${gb.toFixed(0)} GB` : `${(gb / 1_000).toFixed(1)} TB`);

const SERVERS = 8;
const ARRIVALS = 200_000;
/** Connections of a server that write at once; each statement takes about as long as the next. */
const WRITERS = 12;
const SYNC_MS = 0.4;

/** Arrivals at random, each to the server that its hash names; a statement holds one of the writers until it is synced. */
function waitRow(busy: number): string {
  const random = createRandom();
  const serviceMs = COSTS.databaseMs.alone + SYNC_MS;
  const perMs = (busy * SERVERS * WRITERS) / serviceMs;
  const free = Array.from({ length: SERVERS }, () => new Array<number>(WRITERS).fill(0));
  const times: number[] = [];
  for (let [now, count] = [0, 0]; count < ARRIVALS; count += 1) {
    now -= Math.log(1 - random()) / perMs;
    const writers = free[Math.floor(random() * SERVERS)] ?? [];
    const first = writers.indexOf(Math.min(...writers));
    // From half to one and a half of what it takes on average.
    const done = Math.max(now, writers[first] ?? 0) + serviceMs * (0.5 + random());
    writers[first] = done;
    times.push(done - now);
  }
  const [median, late] = [atShare(times, 0.5), atShare(times, 0.99)];
  return `| ${Math.round(busy * 100)}% | ${median.toFixed(2)} ms | ${late.toFixed(2)} ms |`;
}

/** The same in every run. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
