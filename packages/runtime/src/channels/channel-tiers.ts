// Channels by priority: asks one tier after the other, the channels of a tier at the same time. Submits the first answer,
// and hands a refused one back to its channel with what is wrong.

import {
  type ChannelAnswer,
  type ElicitationChannel,
  type ElicitationId,
  type ElicitationRequest,
  InvalidAnswerError,
  type SchemaIssue,
  type ToolLog,
} from '@toolshed/kernel';
import type { ResumeAnswer } from '../host-api/resume-answer.js';
import { canShow } from './can-show.js';
import { type ChannelQueue, createChannelQueue, type Shown } from './channel-queue.js';
import type { Offer, Stage } from './offers.js';

export interface ChannelTiersDeps {
  readonly channels: readonly ElicitationChannel[];
  readonly log: ToolLog;
  /** Answers a question whose words have this digest; resolves once that is journaled, or was answered before. */
  readonly answer: (id: ElicitationId, answer: ResumeAnswer, shown: string) => Promise<void>;
  /** The question as it is now; undefined if it is closed. */
  readonly show: (offer: Offer, issues: readonly SchemaIssue[]) => Promise<Shown | undefined>;
  /** A channel no longer shows it. */
  readonly back: (offer: Offer) => void;
  readonly setStage: (offer: Offer, stage: Stage) => void;
}

export type Outcome = 'answered' | 'left' | 'full';

export interface ChannelTiers {
  /** Puts a question to the channels; `full` if one of them has too many waiting. */
  put(offer: Offer, request: ElicitationRequest): Promise<Outcome>;
}

/** How often a channel may correct its answer. */
const MAX_TRIES = 3;

export function createChannelTiers(deps: ChannelTiersDeps): ChannelTiers {
  const { log, channels } = deps;
  const tiers = tiersOf(channels.map((channel) => createChannelQueue(channel, log)));

  const putTo = async (queue: ChannelQueue, offer: Offer): Promise<Outcome> => {
    const { id, asker, signal } = offer;
    let issues: readonly SchemaIssue[] = [];
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const queued = { id, asker, signal, show: () => deps.show(offer, issues), back: () => deps.back(offer) };
      const reply = await queue.ask(queued, tries === 0 ? offer.place : 'first');
      if (reply === undefined) return 'left';
      if (reply === 'full') return 'full';
      const refused = await refusalOf(offer, queue.channel.name, reply.answer, reply.digest);
      if (refused === undefined) return 'answered';
      issues = refused;
    }
    log.warn(
      { channel: queue.channel.name, elicitation: id },
      'a channel keeps giving answers that are refused; trying the next channel',
    );
    return 'left';
  };

  /** What is wrong with an answer; undefined if it was taken. */
  const refusalOf = async (
    { id }: Offer,
    channel: string,
    answer: ChannelAnswer,
    digest: string,
  ): Promise<readonly SchemaIssue[] | undefined> => {
    try {
      await deps.answer(id, toResume(answer, channel), digest);
      return undefined;
    } catch (error) {
      if (error instanceof InvalidAnswerError) return error.issues;
      log.warn({ err: error, channel, elicitation: id }, "a channel's answer was refused; the channel may correct it");
      return [{ field: '', message: error instanceof Error ? error.message : String(error) }];
    }
  };

  return {
    async put(offer, request) {
      for (const tier of tiers) {
        const able = tier.filter(({ channel }) => canShow(channel, request, log));
        if (able.length === 0) continue;
        deps.setStage(offer, 'held');
        const outcome = await firstTaker(able.map((queue) => putTo(queue, offer)));
        if (outcome !== 'left' || offer.signal.aborted) return outcome;
        deps.setStage(offer, 'offering');
      }
      return 'left';
    },
  };
}

/** From the highest priority to the lowest; those of one priority together. */
function tiersOf(queues: readonly ChannelQueue[]): readonly (readonly ChannelQueue[])[] {
  const priorities = [...new Set(queues.map(({ channel }) => channel.priority))].sort((a, b) => b - a);
  return priorities.map((priority) => queues.filter(({ channel }) => channel.priority === priority));
}

function toResume({ action, content, reason, remember, args, by }: ChannelAnswer, channel: string): ResumeAnswer {
  return {
    action,
    by: { principal: by.principal, kind: by.kind, channel },
    ...(content === undefined ? {} : { data: content }),
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
    ...(args === undefined ? {} : { args }),
  };
}

/** As soon as one channel kept the question, or once all passed it on. */
export function firstTaker(claims: readonly Promise<Outcome>[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    for (const claim of claims) claim.then((outcome) => outcome !== 'left' && resolve(outcome), reject);
    Promise.all(claims).then(() => resolve('left'), reject);
  });
}
