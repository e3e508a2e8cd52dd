import type { ChannelAnswer, ElicitationChannel, ElicitationId, OfferedElicitation } from '@toolshed/kernel';
import { newElicitationId, newExecutionId } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';

/** A channel, and the person at its other end. */
export interface ChannelUnderTest extends AsyncDisposable {
  readonly channel: ElicitationChannel;
  /** Resolves once the person sees the question. */
  seen(id: ElicitationId): Promise<void>;
  /** What the person sees at this moment. */
  inSight(): readonly ElicitationId[];
  /** The person answers, or leaves the question to somebody else. */
  say(id: ElicitationId, answer: ChannelAnswer | undefined): void;
}

export function elicitationChannelContract(name: string, open: () => Promise<ChannelUnderTest>): void {
  describe(`${name} keeps the ElicitationChannel contract`, () => {
    verifies('channels/contract', 'resolves with the answer of the person, and who gave it', async () => {
      await using person = await open();
      const question = offered();
      const asked = person.channel.ask(question, new AbortController().signal);
      await person.seen(question.elicitationId);
      person.say(question.elicitationId, MAY);
      expect(await asked).toMatchObject({ action: 'accept', content: 'may', by: MAY.by });
    });

    verifies(
      'channels/contract',
      'resolves with undefined when the person leaves the question to the next channel',
      async () => {
        await using person = await open();
        const question = offered();
        const asked = person.channel.ask(question, new AbortController().signal);
        await person.seen(question.elicitationId);
        person.say(question.elicitationId, undefined);
        expect(await asked).toBeUndefined();
      },
    );

    verifies(
      'channels/contract',
      'resolves or rejects when the question is answered elsewhere, and no longer shows it',
      async () => {
        await using person = await open();
        const question = offered();
        const over = new AbortController();
        const asked = person.channel.ask(question, over.signal);
        await person.seen(question.elicitationId);
        over.abort(new Error('it was answered'));
        await Promise.allSettled([asked]);
        expect(person.inSight()).toEqual([]);
      },
    );

    verifies('channels/contract', 'does not show what was over before it was asked', async () => {
      await using person = await open();
      const question = offered();
      await Promise.allSettled([person.channel.ask(question, AbortSignal.abort(new Error('it was answered')))]);
      expect(person.inSight()).toEqual([]);
    });

    verifies('channels/contract', 'shows a question again under its id, with what was wrong', async () => {
      await using person = await open();
      const question = offered();
      for (const issues of [[], [{ field: '', message: 'not a date' }]]) {
        const asked = person.channel.ask({ ...question, issues }, new AbortController().signal);
        await person.seen(question.elicitationId);
        person.say(question.elicitationId, MAY);
        expect(await asked).toBeDefined();
      }
    });

    verifies('channels/contract', 'says what it supports without asking anybody', async () => {
      await using person = await open();
      const { channel } = person;
      expect(typeof (channel.supports?.(offered().request) ?? true)).toBe('boolean');
      expect(person.inSight()).toEqual([]);
    });
  });
}

const MAY: ChannelAnswer = { action: 'accept', content: 'may', by: { principal: 'ada', kind: 'person' } };

function offered(): OfferedElicitation {
  const request = { type: 'text', message: 'Which dates?' } as const;
  return {
    executionId: newExecutionId(0),
    elicitationId: newElicitationId(0),
    message: request.message,
    type: 'text',
    request,
    session: 'default',
    agent: 'planner',
    labels: {},
    asker: 'program',
    call: 1,
    askedAt: 1_000,
    issues: [],
    returnedFrom: undefined,
  };
}
