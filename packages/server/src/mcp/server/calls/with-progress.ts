// Progress notifications while a program runs: each call it makes, and the progress its tools report.

import { setImmediate as aMoment } from 'node:timers/promises';
import type { ExecutionId } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { safeText } from '@toolshed/kernel/runtime';
import type { ToolCall } from './tool-call.js';

/** The same work, reporting its progress. Resolves after the last report: no notification may follow a result. */
export async function withProgress<T>(
  shed: Toolshed,
  { progress }: Pick<ToolCall, 'progress'>,
  execution: Promise<ExecutionId>,
  work: Promise<T>,
): Promise<T> {
  if (progress === undefined) return await work;
  const tell = (message: string): void => progress(safeText(message));
  const over = work.then(
    () => aMoment(undefined),
    () => aMoment(undefined),
  );
  const calls = follow(shed.events(), over, execution, ({ executionId, entry }, id) => {
    if (executionId === id && entry.kind === 'tool-called') tell(`call ${entry.call}: ${entry.path}`);
  });
  const reports = follow(shed.progress(), over, execution, ({ executionId, call, done, total, message }, id) => {
    if (executionId !== id) return;
    const share = total === undefined ? String(done) : `${done} of ${total}`;
    tell(`call ${call}: ${share}${message === undefined ? '' : `, ${message}`}`);
  });
  await Promise.all([calls, reports]);
  return await work;
}

/** Waits until no more reports can come: the last ones arrive a moment after the work is over. */
async function follow<T>(
  events: AsyncIterable<T>,
  over: Promise<undefined>,
  execution: Promise<ExecutionId>,
  each: (event: T, id: ExecutionId) => void,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  const id = await Promise.race([execution, over]);
  while (id !== undefined) {
    const next = await Promise.race([iterator.next(), over]);
    if (next === undefined || next.done) break;
    each(next.value, id);
  }
  void iterator.return?.(undefined);
}
