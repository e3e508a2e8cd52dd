// The calls of one execution that use the session's state take effect in the order in which the program made them, awaited
// or not: a read sees every write before it and none after it. Writes do not wait for each other: those that come together
// are written together, in their order. A write acts once it is prepared, in its turn too: preparing waits until the outcomes of the
// reads before it are on disk, since one whose outcome is lost is made again after a crash.

import type { ExecutionId, ToolContext } from '@toolshed/kernel';

type Access = 'read' | 'write';

interface UnderWay {
  readonly call: number;
  readonly access: Access;
  /** Once it may act. */
  readonly ready: Promise<unknown>;
  isReady: boolean;
  readonly done: Promise<unknown>;
}

/** Prepares and does the work of a call once the calls before it that it must not pass have done theirs. */
export type InTurn = <T>(
  call: Pick<ToolContext, 'executionId' | 'callNumber'>,
  access: Access,
  work: () => Promise<T>,
  prepare?: () => Promise<void>,
) => Promise<T>;

export function createCallOrder(): InTurn {
  const underWay = new Map<ExecutionId, Set<UnderWay>>();
  return async ({ executionId, callNumber: call }, access, work, prepare) => {
    const others = underWay.get(executionId) ?? new Set<UnderWay>();
    underWay.set(executionId, others);
    const earlier = [...others].filter((one) => one.call < call);
    const before = earlier.filter((one) => one.access !== access).map((one) => one.done);
    // How they end is told to those who made them.
    const ready = Promise.allSettled(before).then(async () => {
      await prepare?.();
      // Those that had nothing to wait for were prepared in their order, and need no turn more.
      const late = earlier.findLast((one) => one.access === access && !one.isReady);
      if (late) await Promise.allSettled([late.ready]);
      own.isReady = true;
    });
    const done = ready.then(work);
    const own: UnderWay = { call, access, ready, isReady: false, done };
    others.add(own);
    try {
      return await done;
    } finally {
      others.delete(own);
      if (others.size === 0) underWay.delete(executionId);
    }
  };
}
