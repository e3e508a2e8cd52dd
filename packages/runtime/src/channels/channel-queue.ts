// One channel and the queue of questions that wait for it. Owns what the channel is showing now; asks `show` for the
// question's present words each time, and hands replies back to `channel-tiers.ts`.
//
// Invariants
//   K1. The channel shows no more than `atOnce` questions; when one is done, the next is handed over.
//   K2. A question is read from the journal when it is handed over: a question that is closed is never shown.
//   K3. A question that is closed leaves at once, and its slot is free as soon as the channel has dropped it.
//   K4. A question that a person returns to is shown now: if the channel is full, the question it was handed last is set
//       aside and shown again next.

import type { ChannelAnswer, ElicitationChannel, ElicitationId, OfferedElicitation, ToolLog } from '@toolshed/kernel';
import { createQuestionQueue, type QueuedQuestion } from '@toolshed/kernel/runtime';
import { readChannelAnswer } from './read-channel-answer.js';

/** A question as a channel was shown it, with its digest: the answer is to these words and no others. */
export interface Shown {
  readonly question: OfferedElicitation;
  readonly digest: string;
}

export interface ChannelReply {
  readonly answer: ChannelAnswer;
  readonly digest: string;
}

export interface QueuedAsk extends QueuedQuestion {
  readonly id: ElicitationId;
  readonly signal: AbortSignal;
  /** The question as it is now; undefined if it is closed. */
  show(): Promise<Shown | undefined>;
  /** The channel no longer has it. */
  back(): void;
}

export interface ChannelQueue {
  readonly channel: ElicitationChannel;
  /** Resolves with the channel's answer; undefined if it gave none or the question is closed. */
  ask(queued: QueuedAsk, place: Place): Promise<ChannelReply | undefined | 'full'>;
}

/** `first`: before the queued questions. `now`: also in place of one the channel is showing. */
export type Place = 'last' | 'first' | 'now';

interface Waiting extends QueuedAsk {
  readonly settle: (reply: ChannelReply | undefined) => void;
}

const CAPACITY = 10_000;
/** How long a channel may take to drop a question that is closed before the next is handed over. */
const GRACE_MS = 5_000;

export function createChannelQueue(channel: ElicitationChannel, log: ToolLog): ChannelQueue {
  const queue = createQuestionQueue<Waiting>(CAPACITY);
  const together = channel.askTogether?.bind(channel);
  const limit = channel.atOnce ?? (together ? Number.POSITIVE_INFINITY : 1);
  let inHand = 0;
  /** One for each question the channel shows, in the order they were handed over; aborting it sets the question aside. */
  const held = new Set<AbortController>();
  let isPumping = false;

  /** Later in this turn, so that questions asked at once are handed over at once. */
  const pump = (): void => {
    if (isPumping) return;
    isPumping = true;
    setImmediate(() => {
      isPumping = false;
      if (together && inHand > 0) return;
      // K1.
      const next = queue.take(limit - inHand);
      if (together && next.length > 0) hand(next, () => handTogether(next, together));
      if (!together) for (const waiting of next) hand([waiting], () => handOne(waiting));
    });
  };

  const hand = (questions: readonly Waiting[], work: () => Promise<void>): void => {
    inHand += questions.length;
    work().then(
      () => takeBack(questions),
      (error) => {
        log.warn(
          { err: error, channel: channel.name },
          'handing a question to a channel failed; trying the next channel',
        );
        for (const { settle } of questions) settle(undefined);
        takeBack(questions);
      },
    );
  };

  const takeBack = (questions: readonly Waiting[]): void => {
    inHand -= questions.length;
    for (const { back } of questions) back();
    pump();
  };

  /** A channel that throws has given no answer. */
  const attempt = <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
    work().catch((error) => {
      if (!signal.aborted) log.warn({ err: error, channel: channel.name }, 'a channel failed; trying the next channel');
      return undefined;
    });

  const putBack = (waiting: Waiting): void => {
    if (!queue.add(waiting, 'first')) waiting.settle(undefined);
  };

  const handOne = async (waiting: Waiting): Promise<void> => {
    const aside = new AbortController();
    held.add(aside);
    try {
      // K2.
      const shown = await waiting.show();
      if (!shown || waiting.signal.aborted) return waiting.settle(undefined);
      if (aside.signal.aborted) return putBack(waiting);
      const signal = AbortSignal.any([waiting.signal, aside.signal]);
      const asked = attempt(async () => channel.ask(shown.question, signal), signal);
      const reply = await Promise.race([asked, abortedFor(signal, 0)]);
      const answer = readChannelAnswer(reply, channel.name, log);
      const isAside = aside.signal.aborted && !waiting.signal.aborted;
      if (answer === undefined && isAside) putBack(waiting);
      else waiting.settle(answer && { answer, digest: shown.digest });
      await Promise.race([asked, abortedFor(signal, GRACE_MS)]);
    } finally {
      held.delete(aside);
    }
  };

  /** K4. */
  const makeRoom = (): void => {
    if (inHand < limit) return;
    const aside = [...held].findLast(({ signal }) => !signal.aborted);
    aside?.abort(new Error('another question is shown first; this one is shown again after it'));
  };

  const handTogether = async (batch: readonly Waiting[], ask: NonNullable<typeof together>): Promise<void> => {
    const shown = new Map<ElicitationId, Shown>();
    for (const waiting of batch) {
      const one = await waiting.show();
      if (one && !waiting.signal.aborted) shown.set(waiting.id, one);
      else waiting.settle(undefined);
    }
    const asked = batch.filter(({ id }) => shown.has(id));
    if (asked.length === 0) return;
    const aside = new AbortController();
    held.add(aside);
    const signal = AbortSignal.any([aside.signal, ...asked.map((waiting) => waiting.signal)]);
    const questions = [...shown.values()].map(({ question }) => question);
    const answering = attempt(async () => ask(questions, signal), signal);
    const answers: unknown = await Promise.race([answering, abortedFor(signal, GRACE_MS)]);
    held.delete(aside);
    const isMap = answers instanceof Map;
    if (!isMap && answers !== undefined && answers !== null)
      log.warn({ channel: channel.name }, 'a channel did not return a Map of answers; trying the next channel');
    for (const waiting of asked) {
      const answer = isMap ? readChannelAnswer(answers.get(waiting.id), channel.name, log) : undefined;
      const digest = shown.get(waiting.id)?.digest ?? '';
      if (waiting.signal.aborted) waiting.settle(undefined);
      else if (answer) waiting.settle({ answer, digest });
      else if (signal.aborted) putBack(waiting);
      else waiting.settle(undefined);
    }
  };

  return {
    channel,
    ask(queued, place) {
      const { promise, resolve } = Promise.withResolvers<ChannelReply | undefined>();
      if (!queue.add({ ...queued, settle: resolve }, place)) return Promise.resolve('full');
      if (place === 'now') makeRoom();
      // K3.
      queued.signal.addEventListener('abort', () => {
        queue.remove(queued.id);
        resolve(undefined);
      });
      pump();
      return promise;
    },
  };
}

/** Resolves this long after the signal aborted; never if it does not abort. */
const abortedFor = (signal: AbortSignal, ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    const over = (): void => {
      if (ms === 0) resolve(undefined);
      else setTimeout(() => resolve(undefined), ms).unref();
    };
    if (signal.aborted) over();
    else signal.addEventListener('abort', over, { once: true });
  });
