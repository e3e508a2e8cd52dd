// Stops the loop of an execution in this process: because the execution ended, is evicted, or belongs to another process.

import { changed, isQuiet, isStopped, type Loop, setStopped } from './loop-state.js';
import { parkedEntry } from './step-entries.js';

/** Releases everything in memory. The late outcomes own the handlers from here on. */
export function stop(loop: Loop, reason: string, handlers: 'abort' | 'end'): void {
  const { journal, deps, calls, program } = loop;
  setStopped(loop);
  loop.alarm.set(undefined);
  loop.linger.reset();
  loop.flushLate.stop();
  const written = journal.close();
  written.catch(() => undefined).then(() => loop.trace?.released());
  deps.lateOutcomes.keep(journal.id, calls.release(reason, handlers), written);
  program.end();
}

/**
 * Evicts an idle execution, after its handlers that have only asked. False if it was not evicted: it is not idle any
 * more, or a handler continued instead of ending.
 */
export function evict(loop: Loop): boolean | Promise<boolean> {
  const { idle, calls, journal } = loop;
  if (loop.evicting) return loop.evicting;
  // It was evicted already; saying no would make a caller that needs room try it again for ever.
  if (isStopped(loop)) return true;
  if (!idle.isIdle || calls.mayHaveActed || !isQuiet(loop)) return false;
  if (!calls.hasHandlers && !journal.isOwned) return evictNow(loop);
  loop.evicting = evictHandlers(loop).finally(() => {
    loop.evicting = undefined;
  });
  return loop.evicting;
}

const canEvict = (loop: Loop): boolean =>
  loop.idle.isIdle && !isStopped(loop) && isQuiet(loop) && !loop.calls.hasHandlers;

function evictNow(loop: Loop): boolean {
  if (!canEvict(loop)) return false;
  stop(loop, 'the execution is idle', 'abort');
  return true;
}

/** Once no handler is here, another process may take it over. */
async function evictHandlers(loop: Loop): Promise<boolean> {
  const { journal, calls, program } = loop;
  await calls.evict();
  if (!canEvict(loop)) return false;
  if (journal.isOwned)
    await journal.append(({ status }) =>
      status.kind === 'paused' || status.kind === 'sleeping' ? [parkedEntry(program.used, status.wakeAt)] : [],
    );
  return evictNow(loop);
}

/**
 * Hands over to another process: at the loop's next choice, after the handlers that work. One whose program is still being
 * restored has begun nothing and leaves at once, whatever it waits for.
 */
export async function handOver(loop: Loop): Promise<void> {
  const { journal, idle } = loop;
  if (loop.leaving === 'no') loop.leaving = 'asked';
  if (loop.state.kind === 'restoring') {
    // A new execution is in the store by then: its caller may have its id.
    await journal.append(() => []);
    stop(loop, 'the execution continues elsewhere', 'abort');
    idle.enter();
  } else if (!isStopped(loop)) {
    idle.leave();
    changed(loop);
    await idle.next();
  }
  await journal.close();
}
