// Asks the channels of a host a question: those for everyday questions at once, those for escalation after their time.
//
// Invariants
//   E1. Channels for escalation are asked after their time, in addition to those that have the question; until then it
//       does not count as a question that nobody takes.

import type { Clock, ElicitationRequest, PendingElicitation, Reminders } from '@toolshed/kernel';
import { type ChannelTiersDeps, createChannelTiers, firstTaker, type Outcome } from './channel-tiers.js';
import type { Offer } from './offers.js';
import { createReminding } from './reminders.js';

export interface AskChannelsDeps extends ChannelTiersDeps {
  readonly reminders: Reminders;
  readonly clock: Clock;
  /** The question as it is now; undefined if it is over, or another node may show it. */
  readonly current: (offer: Offer) => Promise<PendingElicitation | undefined>;
}

export type AskChannels = (offer: Offer, request: ElicitationRequest, askedAt: number) => Promise<Outcome>;

export function createAskChannels(deps: AskChannelsDeps): AskChannels {
  const { channels, reminders, clock, log, current, setStage } = deps;
  const usual = channels.filter(({ escalation }) => !escalation);
  const later = channels.filter(({ escalation }) => escalation);
  const tiers = createChannelTiers({ ...deps, channels: usual });
  const reminding = createReminding({ reminders, channels: usual, clock, log, current });
  if (later.length === 0)
    return (offer, request, askedAt) => {
      reminding.start(offer, askedAt);
      return tiers.put(offer, request);
    };

  const escalation = createChannelTiers({ ...deps, channels: later });
  // E1.
  return (offer, request, askedAt) => {
    reminding.start(offer, askedAt);
    let isEscalated = false;
    const asUsual = async (): Promise<Outcome> => {
      const outcome = await tiers.put(offer, request);
      if (outcome === 'left' && !isEscalated) setStage(offer, 'left');
      return outcome;
    };
    const escalate = async (): Promise<Outcome> => {
      if (!(await reminding.whenEscalated(offer, askedAt))) return 'left';
      isEscalated = true;
      return escalation.put(offer, request);
    };
    return firstTaker([asUsual(), escalate()]);
  };
}
