import type { PendingElicitation } from '@toolshed/kernel';
import { newElicitationId, type NewEntry } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { approved, askedCall, completed, ranCall, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function journalQuestionsContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the JournalStore contract: questions`, () => {
    verifies('store/contract', 'shows a question from the moment it is asked, with who asked', async () => {
      await using store = await open();
      const elicitation = newElicitationId(0);
      const sample = sampleExecution({ session: 's1', agent: 'triage', at: 7_000 });
      await store.journal.create(...sample.start());
      expect(await store.journal.questions({})).toEqual([]);
      await store.journal.append(...sample.say(...askedCall(1, elicitation, 9_000)));
      const about = { type: 'approval', message: 'Send mail 1?', toolPath: 'mail.send', args: { to: 'ada@x.org' } };
      const asker = {
        executionId: sample.id,
        elicitationId: elicitation,
        session: 's1',
        agent: 'triage',
        call: 1,
        asker: 'gate',
        labels: { team: 'core' },
      };
      const question = { ...asker, ...about, request: about, askedAt: 7_000, expiresAt: 9_000 };
      expect(await store.journal.questions({})).toEqual([question]);
    });

    verifies('store/contract', 'hides a question once it is answered', async () => {
      await using store = await open();
      const [one, two] = [newElicitationId(0), newElicitationId(0)];
      const sample = sampleExecution();
      await store.journal.create(...sample.start(...askedCall(1, one), ...askedCall(2, two)));
      await store.journal.append(...sample.say(approved(one)));
      expect(elicitations(await store.journal.questions({}))).toEqual([two]);
    });

    verifies.each('store/contract', [
      completed,
      { kind: 'failed', error: { code: 'program/threw', message: 'no' } },
      { kind: 'cancelled', by: { principal: 'ada', kind: 'person', channel: 'terminal' } },
    ] as const)('hides the open questions of an execution that is $kind', async (end) => {
      await using store = await open();
      const [sample, other] = [sampleExecution(), sampleExecution()];
      const still = newElicitationId(0);
      await store.journal.create(...sample.start(...askedCall(1), ...askedCall(2)));
      await store.journal.create(...other.start(...askedCall(1, still)));
      await store.journal.append(...sample.say(end));
      expect(elicitations(await store.journal.questions({}))).toEqual([still]);
    });

    verifies('store/contract', 'hides every earlier question of an execution that is reopened', async () => {
      await using store = await open();
      const [one, two, again] = [newElicitationId(0), newElicitationId(0), newElicitationId(0)];
      const sample = sampleExecution();
      await store.journal.create(...sample.start(...askedCall(1, one), ...askedCall(2, two)));
      const expired = { ...approved(one), answer: { action: 'expired', by: RUNTIME } } as const;
      const error = { name: 'ToolDeniedError', code: 'tool/expired', message: 'nobody answered' };
      await store.journal.append(...sample.say(expired, { kind: 'threw', call: 1, error }));
      const [, asked] = askedCall(1, again);
      if (asked === undefined) throw new TypeError('a question was made');
      await store.journal.append(...sample.say({ kind: 'reopened', elicitation: one }, asked));
      expect(elicitations(await store.journal.questions({}))).toEqual([again]);
      expect(await store.journal.summary(sample.id)).toMatchObject({ openQuestions: 1 });
    });

    verifies('store/contract', 'lists questions newest first by execution, by session and page by page', async () => {
      await using store = await open();
      const asked = Array.from({ length: 60 }, () => newElicitationId(0));
      const samples = asked.map((_, index) => sampleExecution({ session: index % 2 === 0 ? 'even' : 'odd' }));
      for (const [index, sample] of samples.entries()) {
        await store.journal.create(...sample.start(...askedCall(1, asked[index])));
      }
      const newestFirst = asked.toReversed();
      const [sample] = samples;
      const [, second, third] = newestFirst;
      if (!sample || !second || !third) throw new TypeError('sixty were made');
      const ids = async (filter: Parameters<typeof store.journal.questions>[0]) =>
        elicitations(await store.journal.questions(filter));
      expect(await ids({})).toEqual(newestFirst.slice(0, 50));
      expect(await ids({ executionId: sample.id })).toEqual([asked[0]]);
      expect(await ids({ session: 'odd', limit: 2 })).toEqual([newestFirst[0], newestFirst[2]]);
      expect(await ids({ before: second, limit: 2 })).toEqual(newestFirst.slice(2, 4));
      await store.journal.append(...(samples.at(-3)?.say(approved(third)) ?? sample.say()));
      expect(await ids({ before: third, limit: 1 })).toEqual([newestFirst[3]]);
    });

    verifies('store/contract', 'locates the execution of a question, open or not', async () => {
      await using store = await open();
      const elicitation = newElicitationId(0);
      const sample = sampleExecution();
      await store.journal.create(...sample.start(...askedCall(1, elicitation)));
      expect(await store.journal.locate(elicitation)).toBe(sample.id);
      await store.journal.append(...sample.say(approved(elicitation), ...ranCall(), completed));
      expect(await store.journal.locate(elicitation)).toBe(sample.id);
      expect(await store.journal.locate(newElicitationId(0))).toBeUndefined();
    });

    verifies('store/contract', 'locates the question of a flow, the open one first, until it is pruned', async () => {
      await using store = await open();
      const [one, two] = [newElicitationId(0), newElicitationId(0)];
      const [first, second] = [sampleExecution(), sampleExecution()];
      const request = { type: 'url', message: 'Sign in', url: 'https://example.org', flow: 'flow_1' } as const;
      const page = (elicitation: typeof one): readonly NewEntry[] => [
        { kind: 'elicit-called', call: 1, digest: 'digest' },
        { kind: 'asked', call: 1, elicitation, asker: 'program', digest: 'digest', request },
      ];
      await store.journal.create(...first.start(...page(one)));
      await store.journal.create(...second.start(...page(two)));
      expect(await store.journal.locateFlow('flow_1')).toEqual({ executionId: second.id, elicitationId: two });
      await store.journal.append(...second.say(approved(two), completed));
      expect(await store.journal.locateFlow('flow_1')).toEqual({ executionId: first.id, elicitationId: one });
      await store.journal.append(...first.say(approved(one), completed));
      expect(await store.journal.locateFlow('flow_1')).toEqual({ executionId: second.id, elicitationId: two });
      expect(await store.journal.locateFlow('flow_2')).toBeUndefined();
      await store.journal.prune(Number.MAX_SAFE_INTEGER, 10);
      expect(await store.journal.locateFlow('flow_1')).toBeUndefined();
    });
  });
}

const RUNTIME = { principal: 'toolshed', kind: 'runtime', channel: 'clock' } as const;

const elicitations = (questions: readonly PendingElicitation[]) => questions.map(({ elicitationId }) => elicitationId);
