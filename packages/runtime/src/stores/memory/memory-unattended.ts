// Executions that need a driver, kept apart from those that have ended or only wait.

import type { ExecutionSummary, UnattendedFilter } from '@toolshed/kernel';
import { isPlacedAt } from '@toolshed/kernel/runtime';

interface Kept {
  readonly summary: ExecutionSummary;
  readonly damage: unknown;
}

export interface MemoryUnattended<T> {
  /** Called after its summary has changed. */
  note(kept: T): void;
  forget(kept: T): void;
  look(filter: UnattendedFilter): readonly T[];
  drivers(): readonly (string | undefined)[];
}

export function createMemoryUnattended<T extends Kept>(): MemoryUnattended<T> {
  const running = new Set<T>();
  const timed = new Set<T>();
  const place = (set: Set<T>, kept: T, isIn: boolean): void => void (isIn ? set.add(kept) : set.delete(kept));

  return {
    note(kept) {
      const { status, wakeAt } = kept.summary;
      place(running, kept, status === 'running');
      place(timed, kept, wakeAt !== undefined && (status === 'paused' || status === 'sleeping'));
    },
    forget(kept) {
      running.delete(kept);
      timed.delete(kept);
    },
    look({ look, placement, after, limit }) {
      const moment = ({ wakeAt = 0, createdAt }: ExecutionSummary): number =>
        look.kind === 'due' ? wakeAt : createdAt;
      const order = (a: ExecutionSummary, b: ExecutionSummary): number =>
        moment(a) - moment(b) || (a.id < b.id ? -1 : Number(a.id > b.id));
      const isMeant = ({ summary, damage }: T): boolean =>
        damage === undefined &&
        isPlacedAt(summary.placement, placement) &&
        (look.kind === 'due' ? moment(summary) <= look.by : summary.owner === look.owner) &&
        (after === undefined || order(summary, after) > 0);
      const found = [...(look.kind === 'due' ? timed : running)].filter(isMeant);
      return found.sort((a, b) => order(a.summary, b.summary)).slice(0, limit);
    },
    drivers: () => [...new Set([...running].map(({ summary }) => summary.owner))],
  };
}
