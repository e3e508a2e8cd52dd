// What the program of a plan keeps with `store.set` and `store.delete`: for that plan alone, and read back by it. A plan
// leaves nothing in its session. Its writes are in its journal, so they are known wherever it goes on.

import type { ExecutionId, JournalEntry, JsonValue } from '@toolshed/kernel';
import { z } from 'zod';
import type { StateWrite } from '../../state/state-document.js';

export const SET_PATH = 'toolshed.store.set';
export const DELETE_PATH = 'toolshed.store.delete';

type Planned = Map<string, { readonly value: JsonValue | undefined }>;

export interface PlannedWrites {
  /** The writes of a plan so far; undefined for an execution that is not a plan. */
  of(execution: ExecutionId): Planned | undefined;
}

/** A plan that is driven here. */
interface LivePlan {
  readonly entries: readonly JournalEntry[];
}

/** `planOf`: what lives as long as a plan does here; undefined for an execution that is none. */
export function createPlannedWrites(planOf: (execution: ExecutionId) => LivePlan | undefined): PlannedWrites {
  const plans = new WeakMap<LivePlan, Planned>();
  return {
    of(execution) {
      const plan = planOf(execution);
      if (plan === undefined) return undefined;
      const writes = plans.get(plan) ?? recordedWrites(plan.entries);
      plans.set(plan, writes);
      return writes;
    },
  };
}

const WriteArguments = z.object({ key: z.string(), value: z.json().optional() });

/** In the order in which they were done. */
function recordedWrites(entries: readonly JournalEntry[]): Planned {
  const writes: Planned = new Map();
  const called = new Map<number, z.infer<typeof WriteArguments>>();
  for (const entry of entries) {
    if (entry.kind === 'tool-called' && (entry.path === SET_PATH || entry.path === DELETE_PATH))
      called.set(entry.call, WriteArguments.parse(JSON.parse(entry.args)));
    const done = entry.kind === 'returned' ? called.get(entry.call) : undefined;
    if (done) writes.set(done.key, { value: done.value });
  }
  return writes;
}

/** Returns whether there was a value under the key. */
export function planWrite(planned: Planned, write: StateWrite, before: JsonValue | undefined): boolean {
  const known = planned.get(write.key);
  const wasThere = (known ? known.value : before) !== undefined;
  planned.set(write.key, { value: write.kind === 'set' ? write.value : undefined });
  return wasThere;
}

export function plannedKeys(planned: Planned, kept: readonly string[]): readonly string[] {
  const keys = new Set(kept);
  for (const [key, { value }] of planned) {
    if (value === undefined) keys.delete(key);
    else keys.add(key);
  }
  return [...keys].sort();
}
