// When a question that nobody answers is brought up again: to the channels that were asked, and then to others.
//
// Invariants
//   R1. Times count from when the question was asked, in its present words, so they survive a restart. A reminder whose
//       time passed while no host offered the question is skipped: being offered again serves as one.
//   R2. A question that was answered, was left for a side quest, or is shown by another node is not brought up.
//   R3. A reminder is in the host's log, and in no journal or audit log: it decides nothing, its time follows from `asked`,
//       and nobody knows whether it reached a person. Who answered, and through which channel, is in both.

import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, ElicitationChannel, PendingElicitation, Reminders, ToolLog } from '@toolshed/kernel';
import { reminderWaits } from '@toolshed/kernel/runtime';
import { canShow } from './can-show.js';
import type { Offer } from './offers.js';

export interface RemindingDeps {
  readonly reminders: Reminders;
  /** Those that were asked. */
  readonly channels: readonly ElicitationChannel[];
  readonly clock: Clock;
  readonly log: ToolLog;
  /** The question as it is now; undefined if it is over, or another node shows it. */
  readonly current: (offer: Offer) => Promise<PendingElicitation | undefined>;
}

export interface Reminding {
  /** Reminds channels for as long as the question is offered. */
  start(offer: Offer, askedAt: number): void;
  /** Resolves when others are to be asked; with false if the offer ends first. */
  whenEscalated(offer: Offer, askedAt: number): Promise<boolean>;
}

/** A long wait is cut into pieces, so that a clock that was set forward is noticed after one. */
const PIECE_MS = 30_000;

export function createReminding({ reminders, channels, clock, log, current }: RemindingDeps): Reminding {
  const able = channels.filter(({ remind }) => remind !== undefined);
  const waits = able.length === 0 ? [] : reminderWaits(reminders);

  const reached = async (at: number, { signal }: Offer): Promise<boolean> => {
    for (let left = at - clock.now(); left > 0 && !signal.aborted; left = at - clock.now())
      await pause(Math.min(left, PIECE_MS), undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  };

  const remind = async (
    channel: ElicitationChannel,
    question: PendingElicitation,
    { signal }: Offer,
  ): Promise<void> => {
    const facts = { channel: channel.name, execution: question.executionId, elicitation: question.elicitationId };
    try {
      await channel.remind?.(question, signal);
      // R3.
      log.info(facts, 'a channel was asked to remind of a question');
    } catch (error) {
      log.warn({ ...facts, err: error }, "a channel's reminder of a question failed");
    }
  };

  const follow = async (offer: Offer, times: readonly number[]): Promise<void> => {
    for (const at of times) {
      if (!(await reached(at, offer))) return;
      // R2.
      const question = await current(offer);
      if (question === undefined || offer.signal.aborted) return;
      const shown = able.filter((channel) => canShow(channel, question.request, log));
      await Promise.all(shown.map((channel) => remind(channel, question, offer)));
    }
  };

  return {
    start(offer, askedAt) {
      // R1.
      const times = waits.map((ms) => askedAt + ms).filter((at) => at > clock.now());
      follow(offer, times).catch((error) =>
        log.warn(
          { err: error, elicitation: offer.id },
          'scheduling reminders of a question failed; nobody is reminded',
        ),
      );
    },
    async whenEscalated(offer, askedAt) {
      if (reminders.escalateAfterMs === undefined) return false;
      if (!(await reached(askedAt + reminders.escalateAfterMs, offer))) return false;
      log.info({ execution: offer.execution, elicitation: offer.id }, 'a question was escalated');
      return true;
    },
  };
}
