// The event stream. The browser reconnects by itself and says where it was; while it cannot, the page says so.

import { signal } from '@preact/signals';
import { ApiError, countQuestions, whoAmI } from './api.ts';
import { connection, wasLive } from './connection.ts';
import { followOutcomes } from './outcomes.ts';
import { followPlans, readPlans } from './plans.ts';
import { isEnd, type StreamEvent } from './stream-event.ts';
import { applyChanges, me, type QuestionChanges, refreshQuestions } from './store.ts';

/** Counts up when an execution's journal grew; views that show it read again. */
export const changes = signal<ReadonlyMap<string, number>>(new Map());

const GATHER_MS = 100;

let current: EventSource | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

export function goLive(): void {
  clearTimeout(waiting);
  // One that belongs to a session that is over may still be open.
  current?.close();
  const stream = new EventSource('/v1/events');
  current = stream;
  let gathered: StreamEvent[] = [];
  const apply = (): void => {
    const events = gathered;
    gathered = [];
    const next = new Map(changes.value);
    for (const id of new Set(events.map(({ executionId }) => executionId))) next.set(id, (next.get(id) ?? 0) + 1);
    changes.value = next;
    const found = changesIn(events);
    if (found === 'unknown') void readAgain();
    else if (found.changed.size + found.answered.size + found.over.size > 0) applyChanges(found).catch(readAgain);
  };
  const lost = (error: unknown): void => {
    connection.value = error instanceof ApiError && error.status === 401 ? 'signed-out' : 'lost';
  };
  /** What could not be read may have changed, so nothing is answered until it was read. */
  const readAgain = (): Promise<void> =>
    refreshQuestions().then(
      () => {
        if (stream.readyState === EventSource.OPEN) connection.value = 'live';
      },
      (error: unknown) => {
        lost(error);
        if (stream.readyState === EventSource.OPEN) setTimeout(readAgain, RETRY_MS);
      },
    );
  stream.onopen = () => {
    connection.value = 'live';
    const refreshed = readAgain();
    whoAmI().then(({ name }) => {
      // What the page holds was meant by somebody else.
      if (wasLive.value && me.value !== name) location.reload();
      me.value = name;
      wasLive.value = true;
    }, lost);
    // Not before the questions: they are what people wait for.
    refreshed.then(readPlans).catch(() => undefined);
  };
  stream.onerror = () => {
    if (connection.value !== 'signed-out') connection.value = 'lost';
    // A closed stream was refused, not interrupted: ask why.
    if (stream.readyState === EventSource.CLOSED) {
      countQuestions().catch(lost);
      waiting = setTimeout(goLive, RETRY_MS);
    }
  };
  // A burst of events is one reading.
  const take = ({ data }: MessageEvent): void => {
    if (gathered.length === 0) setTimeout(apply, GATHER_MS);
    const event: StreamEvent = JSON.parse(String(data));
    gathered.push(event);
    followOutcomes(event);
    followPlans(event);
  };
  stream.addEventListener('entry', take);
  stream.addEventListener('damaged', take);
}

const RETRY_MS = 3_000;

/** What a burst of events says of questions; `unknown` if some of it cannot be read. */
function changesIn(events: readonly StreamEvent[]): QuestionChanges | 'unknown' {
  const changed = new Map<string, string>();
  const answered = new Set<string>();
  const over = new Set<string>();
  for (const { executionId, entry } of events) {
    if (entry === undefined) return 'unknown';
    if (isEnd(entry)) over.add(executionId);
    if (!('elicitationId' in entry)) continue;
    const { elicitationId } = entry;
    if (entry.kind === 'answered') {
      changed.delete(elicitationId);
      answered.add(elicitationId);
    } else {
      changed.set(elicitationId, executionId);
      answered.delete(elicitationId);
    }
  }
  return { changed, answered, over };
}
