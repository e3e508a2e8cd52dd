// The event stream. The browser reconnects by itself and says where it was; while it cannot, the page says so.

import { signal } from '@preact/signals';
import { ApiError, listQuestions, whoAmI } from './api.ts';
import { connection } from './connection.ts';
import { me, refreshQuestions } from './store.ts';

/** Counts up when an execution's journal grew; views that show it read again. */
export const changes = signal<ReadonlyMap<string, number>>(new Map());

const GATHER_MS = 100;

let waiting: ReturnType<typeof setTimeout> | undefined;

export function goLive(): void {
  clearTimeout(waiting);
  const stream = new EventSource('/v1/events');
  const touched = new Set<string>();
  const apply = (): void => {
    const next = new Map(changes.value);
    for (const execution of touched) next.set(execution, (next.get(execution) ?? 0) + 1);
    touched.clear();
    changes.value = next;
    refreshQuestions().catch(lost);
  };
  const lost = (error: unknown): void => {
    connection.value = error instanceof ApiError && error.status === 401 ? 'signed-out' : 'lost';
  };
  stream.onopen = () => {
    connection.value = 'live';
    refreshQuestions().catch(lost);
    whoAmI().then(({ name }) => {
      me.value = name;
    }, lost);
  };
  stream.onerror = () => {
    if (connection.value !== 'signed-out') connection.value = 'lost';
    // A closed stream was refused, not interrupted: ask why.
    if (stream.readyState === EventSource.CLOSED) {
      listQuestions().catch(lost);
      waiting = setTimeout(goLive, RETRY_MS);
    }
  };
  // A burst of events is one reading.
  const touch = ({ data }: MessageEvent): void => {
    if (touched.size === 0) setTimeout(apply, GATHER_MS);
    touched.add(executionOf(data));
  };
  stream.addEventListener('entry', touch);
  stream.addEventListener('damaged', touch);
}

const RETRY_MS = 3_000;

function executionOf(data: unknown): string {
  const event: unknown = JSON.parse(String(data));
  const isKnown = typeof event === 'object' && event !== null && 'executionId' in event;
  return isKnown ? String(event.executionId) : '';
}
