// A request may wait until an execution is idle, but not for ever, and not longer than the server lives.

import { type ElicitationId, type ExecutionId, StoreUnavailableError } from '@toolshed/kernel';
import { IDLE_KINDS } from '@toolshed/kernel/runtime';
import type { ExecutionResult } from '@toolshed/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Shed } from './shed-port.js';

export const WaitMs = z.int().min(0).max(60_000);

export interface WaitDeps {
  readonly shed: Pick<Shed, 'get' | 'pending' | 'changes'>;
  readonly closing: AbortSignal;
}

/** Reading an execution that another process drives, again and again, takes at most one n-th of the time. */
const READING_SHARE = 10;

/** Its state once it is idle or `waitMs` have passed. */
export async function whenIdle(id: ExecutionId, waitMs: number, deps: WaitDeps): Promise<ExecutionResult> {
  using watch = deps.shed.changes.watch({ executions: [id], kinds: IDLE_KINDS });
  const enough = AbortSignal.any([deps.closing, AbortSignal.timeout(waitMs)]);
  for (let reads = 1; ; reads += 1) {
    const began = performance.now();
    const result = await deps.shed.get(id);
    const tookMs = performance.now() - began;
    if (result.status !== 'running' || enough.aborted) return result;
    if (reads > 1) await pause(tookMs * READING_SHARE, undefined, { signal: enough }).catch(() => undefined);
    await watch.changed(enough);
  }
}

/**
 * What `work` returns, or, if it takes longer than `waitMs`, the state of the execution. Never before the answer is on
 * disk: from then on its questions are no longer open.
 */
export async function untilAnswered(
  work: Promise<ExecutionResult>,
  id: ExecutionId,
  questions: readonly ElicitationId[],
  waitMs: number,
  deps: WaitDeps,
): Promise<ExecutionResult> {
  using watch = deps.shed.changes.watch({ executions: [id] });
  const over = Promise.withResolvers<undefined>();
  const giveUp = (): void => over.resolve(undefined);
  const timer = setTimeout(giveUp, waitMs);
  deps.closing.addEventListener('abort', giveUp);
  try {
    const result = await Promise.race([work, over.promise]);
    if (result !== undefined) return result;
    for (;;) {
      const isOpen = await readOr(() => isAnyOpen(questions, deps), work, deps);
      if (typeof isOpen !== 'boolean') return isOpen;
      if (!isOpen) break;
      const done = await Promise.race([work, watch.changed()]);
      if (typeof done !== 'boolean') return done;
    }
    // A refusal that came meanwhile is more useful than the state of the execution.
    return await Promise.race([work, readOr(() => deps.shed.get(id), work, deps)]);
  } finally {
    clearTimeout(timer);
    deps.closing.removeEventListener('abort', giveUp);
  }
}

const READ_AGAIN_MS = 250;

/**
 * What `read` returns, or what `work` returns if the store is unavailable until then. Threat: an answer that is written, and whose
 * sender gets the failure of a read as its reply, is sent again. While the store is unavailable only `work` knows.
 */
export async function readOr<T>(
  read: () => Promise<T>,
  work: Promise<ExecutionResult>,
  { closing }: Pick<WaitDeps, 'closing'>,
): Promise<T | ExecutionResult> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || closing.aborted) throw error;
    }
    const done = await Promise.race([work, pause(READ_AGAIN_MS)]);
    if (done !== undefined) return done;
  }
}

async function isAnyOpen(questions: readonly ElicitationId[], { shed }: WaitDeps): Promise<boolean> {
  for (const elicitationId of questions) if ((await shed.pending({ elicitationId })).length > 0) return true;
  return false;
}
