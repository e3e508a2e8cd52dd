// Which questions this host may show. Where several nodes share a store each question is shown by one of them, the one
// that claimed it; elsewhere every host shows what it finds.
//
// Invariants
//   Q1. A claim belongs to the lease it was made under, and ends with it: nothing is handed to a channel under a lease that
//       may have ended.
//   Q2. Questions claimed in one turn are claimed together.
//   Q3. Questions that another node shows are remembered, so that they are not claimed again and again; questions of a dead
//       node are claimed again once.

import { setTimeout as pause } from 'node:timers/promises';
import type { ElicitationId, QuestionClaims, ToolLog } from '@toolshed/kernel';
import type { Offer } from './offers.js';

export interface ClaimedQuestionsDeps {
  /** Undefined where this host shows whatever it finds. */
  readonly claims: QuestionClaims | undefined;
  /** The lease that claims are made under, once the store has it. */
  readonly lease: () => Promise<ClaimLease>;
  readonly log: ToolLog;
}

/** What a claim is made under. */
export interface ClaimLease {
  readonly id: string;
  readonly isSure: boolean;
}

export interface ClaimedQuestions {
  /** Whether this host shows the question; tried again while the store cannot be reached, unless the offer is over. */
  claim(offer: Offer): Promise<boolean>;
  /** Whether no other node can have it yet. */
  isHeld(offer: Offer): boolean;
  /** Whether it was claimed under this lease. */
  isUnder(offer: Offer, lease: ClaimLease): boolean;
  /** Leaves it to the next host that claims it. */
  release(offer: Offer): void;
  /** Whether another node is known to show it. */
  isElsewhere(id: ElicitationId): boolean;
  /** Whether a node that showed questions has died since the last call; then no question is known to be shown elsewhere. */
  hasDeserters(): Promise<boolean>;
}

const MOST_AT_ONCE = 500;
/** How many questions of other nodes are remembered; beyond that, each claim is tried again, and fails. */
const MOST_ELSEWHERE = 20_000;
const RETRY_MS = 500;

const ALL_OURS: ClaimedQuestions = {
  claim: async () => true,
  isHeld: () => true,
  isUnder: () => false,
  release: () => undefined,
  isElsewhere: () => false,
  hasDeserters: async () => false,
};

interface Asked {
  readonly id: ElicitationId;
  readonly settle: (lease: ClaimLease | undefined) => void;
  readonly fail: (error: unknown) => void;
}

export function createClaimedQuestions({ claims, lease, log }: ClaimedQuestionsDeps): ClaimedQuestions {
  if (claims === undefined) return ALL_OURS;
  const held = new WeakMap<Offer, ClaimLease>();
  const elsewhere = new Set<ElicitationId>();
  let gone: ReadonlySet<string> = new Set();
  let gathered: Asked[] = [];

  const claimTogether = async (asked: readonly Asked[]): Promise<void> => {
    try {
      const under = await lease();
      const ours = new Set(
        await claims.claim(
          under.id,
          asked.map(({ id }) => id),
        ),
      );
      for (const { id, settle } of asked) settle(ours.has(id) ? under : undefined);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  };

  /** Q2. */
  const claimOne = (id: ElicitationId): Promise<ClaimLease | undefined> =>
    new Promise((settle, fail) => {
      if (gathered.length === 0)
        setImmediate(() => {
          const all = gathered;
          gathered = [];
          for (let from = 0; from < all.length; from += MOST_AT_ONCE)
            void claimTogether(all.slice(from, from + MOST_AT_ONCE));
        });
      gathered.push({ id, settle, fail });
    });

  const remember = (id: ElicitationId): void => {
    elsewhere.add(id);
    const [oldest] = elsewhere;
    if (elsewhere.size > MOST_ELSEWHERE && oldest !== undefined) elsewhere.delete(oldest);
  };

  return {
    async claim(offer) {
      for (let hasFailed = false; !offer.signal.aborted; hasFailed = true) {
        try {
          const under = await claimOne(offer.id);
          if (under === undefined) remember(offer.id);
          else held.set(offer, under);
          return under !== undefined;
        } catch (error) {
          if (!hasFailed) log.warn({ err: error, elicitation: offer.id }, 'claiming a question failed; trying again');
        }
        await pause(RETRY_MS, undefined, { signal: offer.signal, ref: false }).catch(() => undefined);
      }
      return false;
    },
    // Q1.
    isHeld: (offer) => held.get(offer)?.isSure === true,
    isUnder: (offer, ended) => held.get(offer) === ended,
    release(offer) {
      const under = held.get(offer);
      held.delete(offer);
      if (under === undefined) return;
      claims
        .release(under.id, [offer.id])
        .catch((error) =>
          log.warn({ err: error, elicitation: offer.id }, 'releasing a question failed; its claim ends with the lease'),
        );
    },
    isElsewhere: (id) => elsewhere.has(id),
    // Q3.
    async hasDeserters() {
      if (elsewhere.size === 0) return false;
      const found = await claims.deserters();
      const isNews = found.some((owner) => !gone.has(owner));
      gone = new Set(found);
      if (isNews) elsewhere.clear();
      return isNews;
    },
  };
}
