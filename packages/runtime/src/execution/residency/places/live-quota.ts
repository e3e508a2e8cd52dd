// How many executions of each session, and of each agent in it, are in memory.

import type { EntryOf } from '@toolshed/kernel';
import { QuotaError, type Quotas } from '../../questions/quotas.js';

type Started = Pick<EntryOf<'started'>, 'session' | 'agent'>;

export interface LiveQuota {
  /** Throws QuotaError if there may not be one more (Q1 of `quotas.ts`). */
  assertRoom(started: Started): void;
  count(started: Started, change: 1 | -1): void;
}

export function createLiveQuota({ liveExecutions, liveExecutionsPerAgent }: Quotas): LiveQuota {
  const counts = new Map<string, number>();
  const keysOf = ({ session, agent }: Started): readonly string[] =>
    agent === undefined ? [JSON.stringify([session])] : [JSON.stringify([session]), JSON.stringify([session, agent])];
  return {
    assertRoom(started) {
      const [session = 0, agent = 0] = keysOf(started).map((key) => counts.get(key));
      if (session >= liveExecutions)
        throw new QuotaError('limit/live-executions', liveExecutions, `the session "${started.session}"`);
      if (agent >= liveExecutionsPerAgent)
        throw new QuotaError('limit/live-executions', liveExecutionsPerAgent, `the agent "${started.agent}"`);
    },
    count(started, change) {
      for (const key of keysOf(started)) {
        const count = (counts.get(key) ?? 0) + change;
        if (count === 0) counts.delete(key);
        else counts.set(key, count);
      }
    },
  };
}
