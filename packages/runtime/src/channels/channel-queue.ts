// One channel and the questions that wait for it.
//
// Invariants
//   K1. The channel has no more than `atOnce` questions in hand; the next is handed over when one is back.
//   K2. What is handed over is read from the journal at that moment: a question that is over is never shown.
//   K3. A question that is over leaves at once, and its place is free as soon as the channel has let go of it.
//   K4. A question that somebody returns to is shown now: where the channel has no place left, the one it was handed last
//       is set aside and shown again next.

import type { ChannelAnswer, ElicitationChannel, ElicitationId, OfferedElicitation, ToolLog } from '@toolshed/kernel';
import { createQuestionQueue, type QueuedQuestion } from '@toolshed/kernel/runtime';
import { readChannelAnswer } from './read-channel-answer.js';

/** What a channel was shown, and the digest of it: the answer is to these words and no others. */
export interface Shown {
  readonly question: OfferedElicitation;
  readonly digest: string;
}

export interface Said {
  readonly answer: ChannelAnswer;
  readonly digest: string;
}

export interface QueuedAsk extends QueuedQuestion {
  readonly id: ElicitationId;
  readonly signal: AbortSignal;
  /** The question as it is now; undefined if it is over. */
  show(): Promise<Shown | undefined>;
  /** The channel no longer has it. */
  back(): void;
}

export interface ChannelQueue {
  readonly channel: ElicitationChannel;
  /** Resolves with what the person said; undefined if the channel left the question, or it is over. */
  ask(ticket: QueuedAsk, place: Place): Promise<Said | undefined | 'full'>;
}

/** `first`: before what waits. `now`: also in place of what the channel has in hand. */
export type Place = 'last' | 'first' | 'now';

interface Waiting extends QueuedAsk {
  readonly settle: (said: Said | undefined) => void;
}

const CAPACITY = 10_000;
/** How long a channel may take to let go of a question that is over before the next is handed over. */
const GRACE_MS = 5_000;

export function createChannelQueue(channel: ElicitationChannel, log: ToolLog): ChannelQueue {
  const queue = createQuestionQueue<Waiting>(CAPACITY);
  const together = channel.askTogether?.bind(channel);
  const limit = channel.atOnce ?? (together ? Number.POSITIVE_INFINITY : 1);
  let inHand = 0;
  /** What the channel has, in the order it was handed over: aborted, it is taken back for a while. */
  const held = new Set<AbortController>();
  let isPumping = false;

  /** Later in this turn, so that questions asked at once are handed over at once. */
  const pump = (): void => {
    if (isPumping) return;
    isPumping = true;
    setImmediate(() => {
      isPumping = false;
      if (together && inHand > 0) return;
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
        log.warn({ err: error, channel: channel.name }, 'could not hand over a question');
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

  /** A channel that throws has left what it was asked. */
  const attempt = <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
    work().catch((error) => {
      if (!signal.aborted) log.warn({ err: error, channel: channel.name }, 'a channel failed; trying the next');
      return undefined;
    });

  const putBack = (waiting: Waiting): void => {
    if (!queue.add(waiting, 'first')) waiting.settle(undefined);
  };

  const handOne = async (waiting: Waiting): Promise<void> => {
    const aside = new AbortController();
    held.add(aside);
    try {
      const shown = await waiting.show();
      if (!shown || waiting.signal.aborted) return waiting.settle(undefined);
      if (aside.signal.aborted) return putBack(waiting);
      const signal = AbortSignal.any([waiting.signal, aside.signal]);
      const asked = attempt(async () => channel.ask(shown.question, signal), signal);
      const said = await Promise.race([asked, abortedFor(signal, 0)]);
      const answer = readChannelAnswer(said, channel.name, log);
      const isAside = aside.signal.aborted && !waiting.signal.aborted;
      if (answer === undefined && isAside) putBack(waiting);
      else waiting.settle(answer && { answer, digest: shown.digest });
      await Promise.race([asked, abortedFor(signal, GRACE_MS)]);
    } finally {
      held.delete(aside);
    }
  };

  const makeRoom = (): void => {
    if (inHand < limit) return;
    const aside = [...held].findLast(({ signal }) => !signal.aborted);
    aside?.abort(new Error('another one is shown first, and this one again after it'));
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
      log.warn({ channel: channel.name }, 'a channel gave no Map of answers; trying the next');
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
    ask(ticket, place) {
      const { promise, resolve } = Promise.withResolvers<Said | undefined>();
      if (!queue.add({ ...ticket, settle: resolve }, place)) return Promise.resolve('full');
      if (place === 'now') makeRoom();
      ticket.signal.addEventListener('abort', () => {
        queue.remove(ticket.id);
        resolve(undefined);
      });
      pump();
      return promise;
    },
  };
}

/** So long after the signal aborted; never if it does not. */
const abortedFor = (signal: AbortSignal, ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    const over = (): void => {
      if (ms === 0) resolve(undefined);
      else setTimeout(() => resolve(undefined), ms).unref();
    };
    if (signal.aborted) over();
    else signal.addEventListener('abort', over, { once: true });
  });
