// What the program of a plan keeps with `store.set` and `store.delete`: in memory, for that plan alone, and read back by
// it. A plan leaves nothing in its session.

import type { ExecutionId, JsonValue } from '@toolshed/kernel';
import type { StateWrite } from '../../state/state-document.js';

type Planned = Map<string, { readonly value: JsonValue | undefined }>;

export interface PlannedWrites {
  /** The writes of a plan so far; undefined for an execution that is not a plan. */
  of(execution: ExecutionId): Planned | undefined;
}

/** `planOf`: what lives as long as a plan does here; undefined for an execution that is not a plan. */
export function createPlannedWrites(planOf: (execution: ExecutionId) => object | undefined): PlannedWrites {
  const plans = new WeakMap<object, Planned>();
  return {
    of(execution) {
      const plan = planOf(execution);
      if (plan === undefined) return undefined;
      const writes: Planned = plans.get(plan) ?? new Map();
      plans.set(plan, writes);
      return writes;
    },
  };
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
