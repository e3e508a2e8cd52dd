// The questions this host has offered to its channels, and where each stands.

import type { ElicitationId, ElicitationRequest, ExecutionId, OfferedElicitation } from '@toolshed/kernel';
import type { Place } from './channel-queue.js';

/** `offering`: between channels. `held`: with channels. `away`: left for a side quest. `left`: nobody took it. */
export type Stage = 'offering' | 'held' | 'away' | 'left';

export interface Offer {
  readonly id: ElicitationId;
  readonly execution: ExecutionId;
  /** Its position in a channel's queue. */
  readonly asker: string;
  readonly returnedFrom: OfferedElicitation['returnedFrom'];
  /** Where it waits for a channel. */
  readonly place: Place;
  /** Aborts when it is over here, for whatever reason. */
  readonly signal: AbortSignal;
  readonly stage: Stage;
}

/** What is known about a question before it is offered. */
export interface Asked {
  readonly id: ElicitationId;
  readonly execution: ExecutionId;
  readonly session: string;
  readonly agent: string | undefined;
  readonly request: ElicitationRequest;
  readonly askedAt: number;
  readonly returnedFrom: Offer['returnedFrom'];
}

export type NewOffer = Omit<Offer, 'signal' | 'stage'>;

export interface Offers {
  find(execution: ExecutionId, id: ElicitationId): Offer | undefined;
  has(execution: ExecutionId): boolean;
  all(): readonly Offer[];
  /** Replaces an earlier offer of the same question, which ends. */
  add(offer: NewOffer, stage: Stage, why: string): Offer;
  /** Only for an offer that is not over. */
  setStage(offer: Offer, stage: Stage): void;
  withdraw(execution: ExecutionId, id: ElicitationId, why: string): void;
  withdrawAll(execution: ExecutionId, why: string): void;
  /** Waits for a change if a question of the execution is at one of these stages; false at once if none is. */
  changed(execution: ExecutionId, stages: readonly Stage[]): Promise<boolean>;
  close(): void;
}

interface Kept extends Offer {
  stage: Stage;
  readonly controller: AbortController;
}

export function createOffers(): Offers {
  const all = new Map<ExecutionId, Map<ElicitationId, Kept>>();
  const waiters = new Map<ExecutionId, (() => void)[]>();
  let isClosed = false;

  const tell = (execution: ExecutionId): void => {
    const waiting = waiters.get(execution) ?? [];
    waiters.delete(execution);
    for (const wake of waiting) wake();
  };

  const withdraw: Offers['withdraw'] = (execution, id, why) => {
    const known = all.get(execution);
    const offer = known?.get(id);
    if (!known || !offer) return;
    known.delete(id);
    if (known.size === 0) all.delete(execution);
    offer.controller.abort(new Error(why));
    tell(execution);
  };

  const withdrawAll: Offers['withdrawAll'] = (execution, why) => {
    for (const id of [...(all.get(execution)?.keys() ?? [])]) withdraw(execution, id, why);
  };

  return {
    find: (execution, id) => all.get(execution)?.get(id),
    has: (execution) => all.has(execution),
    all: () => [...all.values()].flatMap((known) => [...known.values()]),
    add(offer, stage, why) {
      withdraw(offer.execution, offer.id, why);
      const controller = new AbortController();
      const kept: Kept = { ...offer, stage, controller, signal: controller.signal };
      all.set(offer.execution, (all.get(offer.execution) ?? new Map()).set(offer.id, kept));
      if (isClosed) withdraw(offer.execution, offer.id, 'the host is closing');
      return kept;
    },
    setStage({ execution, id, signal }, stage) {
      const kept = all.get(execution)?.get(id);
      if (kept?.signal !== signal) return;
      kept.stage = stage;
      tell(execution);
    },
    withdraw,
    withdrawAll,
    async changed(execution, stages) {
      const isMeant = [...(all.get(execution)?.values() ?? [])].some(({ stage }) => stages.includes(stage));
      if (isClosed || !isMeant) return false;
      await new Promise<void>((resolve) => {
        waiters.set(execution, [...(waiters.get(execution) ?? []), resolve]);
      });
      return true;
    },
    close() {
      isClosed = true;
      for (const execution of [...all.keys()]) withdrawAll(execution, 'the host is closing');
    },
  };
}
