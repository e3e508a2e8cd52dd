// Executions that this host gave up because they called a tool that is placed elsewhere. Their journals do not say so:
// a host that loads one finds out. Until another host has continued it, this host does not load it again.

import type { ExecutionId, ExecutionSummary } from '@toolshed/kernel';

export type Placed = Pick<ExecutionSummary, 'id' | 'placement' | 'length'>;

export interface HandedOver {
  note(id: ExecutionId, label: string, length: number): void;
  /** The labels a host must have to go on with it, as far as that is known here. */
  labelsNeeded(summary: Placed): readonly string[];
}

/** How many are remembered; any further one is loaded again, and given up again. */
const MOST_REMEMBERED = 10_000;

export function createHandedOver(): HandedOver {
  const noted = new Map<ExecutionId, { readonly label: string; readonly length: number }>();
  return {
    note(id, label, length) {
      noted.delete(id);
      noted.set(id, { label, length });
      const [oldest] = noted.keys();
      if (noted.size > MOST_REMEMBERED && oldest !== undefined) noted.delete(oldest);
    },
    labelsNeeded({ id, placement = [], length }) {
      const known = noted.get(id);
      return known === undefined || known.length < length ? placement : [...placement, known.label];
    },
  };
}
