// What runs right now, in one line: the tool, how far it says it is, and for how long.

import type { ExecutionId } from '@toolshed/kernel';
import { isCallOutcome } from '@toolshed/kernel/runtime';
import type { ExecutionEvent, ProgressEvent, Toolshed } from '@toolshed/runtime';
import { shortDuration } from '../../command/flags/duration.js';
import { safeText } from '@toolshed/server/present';

export interface Activity extends Disposable {
  /** Safe to print; as long as what tools report. */
  words(): string;
}

interface Running {
  readonly path: string;
  readonly since: number;
  readonly progress?: ProgressEvent;
}

type Source = Pick<Toolshed, 'events' | 'progress' | 'journal'>;

/** Follows what this host drives, from now on. */
export function followActivity(shed: Source, now: () => number): Activity {
  const running = new Map<string, Running>();
  const paths = new Map<string, string>();
  const began = now();
  const learn = async (id: ExecutionId): Promise<void> => {
    for (const entry of await shed.journal(id))
      if (entry.kind === 'tool-called') paths.set(keyOf(id, entry.call), entry.path);
  };
  const onEvent = async ({ executionId, entry }: ExecutionEvent): Promise<void> => {
    const key = 'call' in entry ? keyOf(executionId, entry.call) : '';
    if (entry.kind === 'tool-called') paths.set(key, entry.path);
    if (entry.kind === 'invoking') {
      if (!paths.has(key)) await learn(executionId);
      running.set(key, { path: paths.get(key) ?? '', since: entry.at });
    }
    if (isCallOutcome(entry)) running.delete(key);
  };
  const onProgress = (progress: ProgressEvent): void => {
    const key = keyOf(progress.executionId, progress.call);
    const call = running.get(key);
    if (call) running.set(key, { ...call, progress });
  };
  const stops = [each(shed.events(), onEvent), each(shed.progress(), onProgress)];
  return {
    words: () => wordsFor([...running.values()], began, now()),
    [Symbol.dispose]: () => {
      for (const stop of stops) stop();
    },
  };
}

function wordsFor(running: readonly Running[], began: number, now: number): string {
  const [call, ...others] = running;
  if (call === undefined) return `Running, ${shortDuration(now - began)}`;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    `Running ${safeText(call.path)}${more}`,
    ...progressWords(call.progress),
    shortDuration(now - call.since),
  ].join(', ');
}

function progressWords(progress: ProgressEvent | undefined): readonly string[] {
  if (progress === undefined) return [];
  const { done, total, message } = progress;
  const share = total === undefined ? String(done) : `${done} of ${total}`;
  return [share, ...(message ? [safeText(message)] : [])];
}

const keyOf = (execution: ExecutionId, call: number): string => `${execution}:${call}`;

/** Passes on each event in order until it is stopped. */
function each<T>(events: AsyncIterable<T>, hand: (event: T) => Promise<void> | void): () => void {
  const iterator = events[Symbol.asyncIterator]();
  let isStopped = false;
  const follow = async (): Promise<void> => {
    while (!isStopped) {
      const next = await iterator.next();
      if (isStopped || next.done) return;
      await hand(next.value);
    }
  };
  // A failure to draw never ends the work that is shown.
  follow().catch(() => undefined);
  return () => {
    isStopped = true;
    void iterator.return?.();
  };
}
