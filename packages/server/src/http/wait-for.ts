// A request may wait for an execution to rest, but not for ever, and not longer than the server lives.

import type { ElicitationId, ExecutionId } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { EventTail } from './events/event-tail.js';
import type { Shed } from './shed-port.js';

export const WaitMs = z.int().min(0).max(60_000);

export interface WaitDeps {
  readonly shed: Pick<Shed, 'get' | 'pending'>;
  readonly tail: EventTail;
  readonly closing: AbortSignal;
}

/** What another process drives is only seen by looking. */
const LOOK_MS = 500;

/** How far it is once it rests or `waitMs` have passed. */
export async function whenIdle(id: ExecutionId, waitMs: number, deps: WaitDeps): Promise<ExecutionResult> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const rested = deps.tail.rested(id, Math.min(LOOK_MS, Math.max(0, deadline - performance.now())));
    const result = await deps.shed.get(id);
    if (result.status !== 'running' || performance.now() >= deadline || deps.closing.aborted) return result;
    await rested;
  }
}

/**
 * What `work` gives, or, if it takes longer than `waitMs`, how far the execution is. Never before the answer is on
 * disk: that is when its questions are open no more.
 */
export async function untilAnswered(
  work: Promise<ExecutionResult>,
  id: ExecutionId,
  questions: readonly ElicitationId[],
  waitMs: number,
  deps: WaitDeps,
): Promise<ExecutionResult> {
  const over = Promise.withResolvers<undefined>();
  const giveUp = (): void => over.resolve(undefined);
  const timer = setTimeout(giveUp, waitMs);
  deps.closing.addEventListener('abort', giveUp);
  try {
    const result = await Promise.race([work, over.promise]);
    if (result !== undefined) return result;
    while (await isAnyOpen(questions, deps)) {
      const done = await Promise.race([work, pause(50)]);
      if (done !== undefined) return done;
    }
    // A refusal that came meanwhile is worth more than how far it got.
    return await Promise.race([work, deps.shed.get(id)]);
  } finally {
    clearTimeout(timer);
    deps.closing.removeEventListener('abort', giveUp);
  }
}

async function isAnyOpen(questions: readonly ElicitationId[], { shed }: WaitDeps): Promise<boolean> {
  for (const elicitationId of questions) if ((await shed.pending({ elicitationId })).length > 0) return true;
  return false;
}
