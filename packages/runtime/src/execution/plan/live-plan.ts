import { isPlan } from '@toolshed/kernel/runtime';
import type { LiveExecution } from '../drive/live-execution.js';

/** What lives as long as a plan is driven here; undefined for an execution that is no plan. */
export const livePlan = (live: LiveExecution | undefined): LiveExecution['journal'] | undefined =>
  live && isPlan(live.journal.state) ? live.journal : undefined;
