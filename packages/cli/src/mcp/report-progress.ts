// Progress while a program runs: each call it makes, and what its tools say of themselves.

import type { ExecutionId } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { safeText } from '../terminal/safe-text.js';
import type { ToolCall } from './tool-call.js';

/** Reports until `work` is settled. */
export function reportProgress(
  shed: Toolshed,
  { progress }: Pick<ToolCall, 'progress'>,
  execution: Promise<ExecutionId>,
  work: Promise<unknown>,
): void {
  if (progress === undefined) return;
  const tell = (message: string): void => progress(safeText(message));
  const over = work.then(
    () => undefined,
    () => undefined,
  );
  const follow = async <T>(events: AsyncIterable<T>, each: (event: T, id: ExecutionId) => void): Promise<void> => {
    const iterator = events[Symbol.asyncIterator]();
    const id = await Promise.race([execution, over]);
    for (;;) {
      const next = id === undefined ? undefined : await Promise.race([iterator.next(), over]);
      if (id === undefined || next === undefined || next.done) break;
      each(next.value, id);
    }
    void iterator.return?.(undefined);
  };
  void follow(shed.events(), ({ executionId, entry }, id) => {
    if (executionId === id && entry.kind === 'tool-called') tell(`call ${entry.call}: ${entry.path}`);
  });
  void follow(shed.progress(), ({ executionId, call, done, total, message }, id) => {
    if (executionId !== id) return;
    const share = total === undefined ? String(done) : `${done} of ${total}`;
    tell(`call ${call}: ${share}${message === undefined ? '' : `, ${message}`}`);
  });
}
