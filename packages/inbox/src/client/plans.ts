// How many plans wait for somebody to approve them. They are read again when a plan begins or ends, or is run.

import { signal } from '@preact/signals';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type ExecutionRow, listExecutions } from './api.ts';
import { isEnd, type StreamEvent } from './stream-event.ts';

export interface PlanRow extends ExecutionRow {
  /** The execution that runs it, once somebody approved it. */
  readonly run: ExecutionRow | undefined;
}

/** Newest first; `undefined` until they were read. */
export const plans = signal<readonly PlanRow[] | undefined>(undefined);
export const waitingPlans = signal(0);

/** Whether somebody can approve it now. */
export const isWaiting = ({ status, run }: PlanRow): boolean =>
  isTerminalStatus(status) && status !== 'cancelled' && run === undefined;

export async function readPlans(): Promise<void> {
  const [made, runs] = await Promise.all([
    listExecutions({ purpose: 'plan', limit: MOST }),
    listExecutions({ purpose: 'approved-plan', limit: MOST }),
  ]);
  const runOf = new Map(runs.items.map((run) => [run.of, run]));
  plans.value = made.items.map((plan) => ({ ...plan, run: runOf.get(plan.id) }));
  waitingPlans.value = plans.value.filter(isWaiting).length;
}

const MOST = 200;
const GATHER_MS = 1_000;

let isDue = false;
const known = new Set<string>();

/** A burst of events is one reading. */
export function followPlans({ executionId, entry }: StreamEvent): void {
  if (entry?.kind === 'started' && (entry.purpose?.kind === 'plan' || entry.purpose?.kind === 'approved-plan'))
    known.add(executionId);
  const isNews = known.has(executionId) || plans.value?.some(({ id }) => id === executionId) === true;
  if (entry === undefined || !isNews || !(entry.kind === 'started' || isEnd(entry)) || isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    readPlans().catch(() => undefined);
  }, GATHER_MS);
}
