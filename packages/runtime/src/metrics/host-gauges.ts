// Gauges, which are read rather than counted: how many executions there are, how old the oldest question is, the state of
// the store and the lease. Read only on request, and cached for a moment: reading often costs the store no
// more than reading occasionally.

import { type Clock, ExecutionSummary, type ToolLog } from '@toolshed/kernel';
import { MOST_COUNTED } from '@toolshed/kernel/runtime';
import type { Store } from '../stores/store.js';
import { gauge, type Metric } from './metric.js';
import type { Occupancy } from '../execution/residency/places/places.js';

export interface HostGaugesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: ToolLog;
  /** How long the store's numbers are reused. */
  readonly freshMs: number;
  /** What is left of the lease in ms, where there is one. */
  readonly lease: () => number | undefined;
  readonly live: () => { readonly all: number; readonly idle: number };
  readonly occupancy: () => Occupancy;
  readonly isDraining: () => boolean;
  /** Programs that wait for a sandbox. */
  readonly waiting: () => number;
}

type Counted = Parameters<NonNullable<Store['estimate']>>[0];
const STATUSES = ExecutionSummary.shape.status.options;

export function createHostGauges(deps: HostGaugesDeps): () => Promise<readonly Metric[]> {
  const { store, clock, log, freshMs } = deps;
  let kept: { readonly at: number; readonly metrics: Promise<readonly Metric[]> } | undefined;

  /** What only the store knows. Numbers it cannot give now are left out; that does not mean that it is down. */
  const ofStore = async (): Promise<readonly Metric[]> => {
    const began = performance.now();
    const orNothing = (asked: Promise<readonly Metric[]>): Promise<readonly Metric[]> =>
      asked.catch((error: unknown) => {
        log.debug({ err: error }, 'reading metrics from the store failed; they are left out');
        return [];
      });
    const [up, ...found] = await Promise.all([
      store.journal.lastPosition().then(
        () => isUp(1),
        () => isUp(0),
      ),
      orNothing(countExecutions(store)),
      orNothing(countQuestions(store, clock)),
      orNothing(store.measure?.() ?? Promise.resolve([])),
    ]);
    const seconds = (performance.now() - began) / 1_000;
    return [
      up,
      gauge('toolshed_store_read_seconds', 'How long the store took for these numbers.', seconds),
      ...found.flat(),
    ];
  };

  const fresh = (): Promise<readonly Metric[]> => {
    const now = performance.now();
    if (kept === undefined || now - kept.at >= freshMs) kept = { at: now, metrics: ofStore() };
    return kept.metrics;
  };

  return async () => {
    const { all, idle } = deps.live();
    const lease = deps.lease();
    const { atWork, places, waiting } = deps.occupancy();
    return [
      gauge('toolshed_live_executions', 'Executions in the memory of this node.', all),
      gauge('toolshed_idle_executions', 'Those of them that wait for a person or for time.', idle),
      gauge('toolshed_executions_at_work', 'Executions at work on this node: neither paused nor asleep.', atWork),
      gauge('toolshed_execution_places', 'Slots of this node: how many executions may be at work at once.', places),
      gauge('toolshed_executions_queued', 'Executions that are queued on this node for a slot.', waiting),
      gauge('toolshed_sandbox_waiting', 'Programs that wait for a sandbox on this node.', deps.waiting()),
      gauge(
        'toolshed_draining',
        '1 while this node is draining: it hands over what it drives and will be stopped.',
        deps.isDraining() ? 1 : 0,
      ),
      ...(lease === undefined
        ? []
        : [
            gauge(
              'toolshed_lease_margin_seconds',
              'What is left of the lease of this node; at 0 or less it starts nothing any more.',
              lease / 1_000,
            ),
          ]),
      ...(await fresh()),
    ];
  };
}

const isUp = (value: 0 | 1): Metric =>
  gauge('toolshed_store_up', '1 if the store could be read for these numbers.', value);

/** Exact up to a number, and beyond it what the store thinks there are, or "more". */
async function countOf(store: Store, what: Counted, count: () => Promise<number>): Promise<number> {
  const counted = await count();
  return counted <= MOST_COUNTED ? counted : Math.max(counted, (await store.estimate?.(what)) ?? 0);
}

async function countExecutions(store: Store): Promise<readonly Metric[]> {
  const values = await Promise.all(
    STATUSES.map(async (status) => ({
      labels: { status },
      value: await countOf(store, status, () => store.journal.count({ status: [status] })),
    })),
  );
  const help = `Executions in the store, of all nodes, by status; exact up to ${MOST_COUNTED}.`;
  return [{ name: 'toolshed_executions', help, kind: 'gauge', values }];
}

async function countQuestions(store: Store, clock: Clock): Promise<readonly Metric[]> {
  const { journal } = store;
  const [open, oldest] = await Promise.all([
    countOf(store, 'questions', () => journal.countQuestions({})),
    journal.oldestQuestion(),
  ]);
  const age = oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1_000;
  return [
    gauge(
      'toolshed_open_questions',
      `Questions that wait for somebody, of all nodes; exact up to ${MOST_COUNTED}.`,
      open,
    ),
    gauge('toolshed_oldest_question_age_seconds', 'How long the oldest of them has waited; 0 if there is none.', age),
  ];
}
