import { isPlan } from '@toolshed/kernel/runtime';
import type { LiveExecution } from '../drive/live-execution.js';

/** What lives as long as a plan is driven here; undefined for an execution that is not a plan. */
export const livePlan = (live: LiveExecution | undefined): object | undefined =>
  live && isPlan(live.journal.state) ? live.journal : undefined;
