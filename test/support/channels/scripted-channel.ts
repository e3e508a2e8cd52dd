// A channel whose person is the test: it sees what is asked, answers when it likes, and notes what is over.

import type { ChannelAnswer, ElicitationChannel, ElicitationId, OfferedElicitation } from '@toolshed/kernel';

export interface ScriptedChannel extends ElicitationChannel {
  /** Every question it was given, in order. */
  readonly asked: OfferedElicitation[];
  /** What it was told is over, with the reason. */
  readonly over: { readonly id: ElicitationId; readonly why: string }[];
  /** The next question it is given, from the first that was not waited for. */
  next(): Promise<OfferedElicitation>;
  /** Answers what it has in hand. */
  answer(id: ElicitationId, answer: Partial<ChannelAnswer> | undefined): void;
  /** What it was to remind its person of. */
  readonly reminded: ElicitationId[];
  /** How many it has in hand, and which. */
  readonly inHand: number;
  readonly inSight: readonly ElicitationId[];
}

export type Reply = Partial<ChannelAnswer> | undefined | 'wait';

export const ADA = { principal: 'ada', kind: 'person' } as const;

export interface ScriptedOptions {
  readonly name?: string;
  readonly priority?: number;
  readonly atOnce?: number;
  readonly supports?: ElicitationChannel['supports'];
  readonly escalation?: boolean;
  /** Answers at once; `wait` keeps the question in hand. */
  readonly reply?: (question: OfferedElicitation) => Reply;
}

export function scriptedChannel(options: ScriptedOptions = {}): ScriptedChannel {
  const { name = 'script', priority = 0, atOnce, supports, escalation = false, reply = () => 'wait' } = options;
  const asked: OfferedElicitation[] = [];
  const reminded: ElicitationId[] = [];
  const over: { id: ElicitationId; why: string }[] = [];
  const held = new Map<ElicitationId, (answer: ChannelAnswer | undefined) => void>();
  let told = 0;
  let wake: () => void = () => undefined;

  return {
    name,
    priority,
    ...(atOnce === undefined ? {} : { atOnce }),
    ...(supports === undefined ? {} : { supports }),
    escalation,
    asked,
    over,
    reminded,
    remind({ elicitationId }) {
      reminded.push(elicitationId);
    },
    get inHand() {
      return held.size;
    },
    get inSight() {
      return [...held.keys()];
    },
    async next() {
      for (;;) {
        const question = asked[told];
        if (question) {
          told++;
          return question;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    answer(id, answer) {
      held.get(id)?.(answer && complete(answer));
      held.delete(id);
    },
    ask(question, signal) {
      if (signal.aborted) return Promise.resolve(undefined);
      asked.push(question);
      wake();
      const said = reply(question);
      if (said !== 'wait') return Promise.resolve(said && complete(said));
      return new Promise((resolve) => {
        held.set(question.elicitationId, resolve);
        signal.addEventListener('abort', () => {
          over.push({ id: question.elicitationId, why: String((signal.reason as Error).message) });
          held.delete(question.elicitationId);
          resolve(undefined);
        });
      });
    },
  };
}

export const complete = (answer: Partial<ChannelAnswer>): ChannelAnswer => ({ action: 'accept', by: ADA, ...answer });
