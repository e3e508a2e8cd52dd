// The calls of one execution that use the session's state take effect in the order in which the program made them, awaited
// or not: a read sees every write before it and none after it. Writes do not wait for each other: those that come together
// are written together, in their order.

import type { ExecutionId, ToolContext } from '@toolshed/kernel';

type Access = 'read' | 'write';

interface UnderWay {
  readonly call: number;
  readonly access: Access;
  readonly done: Promise<unknown>;
}

/** Does the work of a call once the calls before it that it must not pass have done theirs. */
export type InTurn = <T>(
  call: Pick<ToolContext, 'executionId' | 'callNumber'>,
  access: Access,
  work: () => Promise<T>,
) => Promise<T>;

export function createCallOrder(): InTurn {
  const underWay = new Map<ExecutionId, Set<UnderWay>>();
  return async ({ executionId, callNumber: call }, access, work) => {
    const others = underWay.get(executionId) ?? new Set<UnderWay>();
    underWay.set(executionId, others);
    const before = [...others].filter((one) => one.call < call && one.access !== access);
    // How they end is told to those who made them.
    const done = Promise.allSettled(before.map((one) => one.done)).then(work);
    const own: UnderWay = { call, access, done };
    others.add(own);
    try {
      return await done;
    } finally {
      others.delete(own);
      if (others.size === 0) underWay.delete(executionId);
    }
  };
}
