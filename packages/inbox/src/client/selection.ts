// Which questions are selected, one by one, as a range, or all that the list shows.

import type { PendingElicitation } from '@toolshed/kernel';
import { signal } from '@preact/signals';
import { tell } from '../toasts.tsx';
import { isAllRead, readAll, selected, shown } from './store.ts';

/** Where a range begins: the one that was selected last. */
let anchor: string | undefined;

export function toggleSelected(id: string): void {
  anchor = id;
  const next = new Set(selected.value);
  if (!next.delete(id)) next.add(id);
  selected.value = next;
}

/** Selects all between the one that was selected last and this one, both of them included. */
export function selectRange(id: string): void {
  const ids = shown.value.map(({ elicitationId }) => String(elicitationId));
  const from = anchor === undefined ? -1 : ids.indexOf(anchor);
  const to = ids.indexOf(id);
  if (from < 0 || to < 0) {
    toggleSelected(id);
    return;
  }
  anchor = id;
  selected.value = new Set([...selected.value, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]);
}

/** All is being selected, and not all of it was read yet: what is selected so far is not what was asked for. */
export const isSelecting = signal(false);

/** What is selected, of what the list shows. */
export const chosenShown = (): readonly PendingElicitation[] =>
  shown.value.filter(({ elicitationId }) => selected.value.has(elicitationId));

export const areAllSelected = (): boolean =>
  shown.value.length > 0 && shown.value.every(({ elicitationId }) => selected.value.has(elicitationId));

/** All that the list shows, those that were not read yet as well; none, if all were. */
export function toggleAll(): void {
  if (areAllSelected()) {
    selected.value = new Set();
    return;
  }
  selected.value = new Set(shown.value.map(({ elicitationId }) => elicitationId));
  if (isAllRead.value) return;
  const before: ReadonlySet<string> = new Set(shown.value.map(({ elicitationId }) => elicitationId));
  // What a person took out meanwhile stays out, and nothing is added. What was answered meanwhile is no choice of theirs.
  const selectRest = (): void => {
    const known = shown.value.filter(({ elicitationId }) => before.has(elicitationId));
    if (known.every(({ elicitationId }) => selected.value.has(elicitationId)))
      selected.value = new Set(shown.value.map(({ elicitationId }) => elicitationId));
  };
  const turn = ++turns;
  isSelecting.value = true;
  readAll()
    .then(selectRest, (error: Error) => tell(error.message, true))
    .finally(() => {
      if (turn === turns) isSelecting.value = false;
    });
}

/** Of two that are under way the last one counts. */
let turns = 0;

export function selectOnly(ids: readonly string[]): void {
  selected.value = new Set(ids);
}
