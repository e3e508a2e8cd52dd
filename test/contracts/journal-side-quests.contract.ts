import { newElicitationId, newExecutionId } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { approved, askedCall, completed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function journalSideQuestsContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the JournalStore contract: side quests`, () => {
    verifies(
      'store/contract',
      'lists those of a question and of an execution, and shows the question they left',
      async () => {
        await using store = await open();
        const [one, two] = [newElicitationId(0), newElicitationId(0)];
        const main = sampleExecution();
        await store.journal.create(...main.start(...askedCall(1, one), ...askedCall(2, two)));
        const first = sampleExecution({ parent: { elicitation: one, execution: main.id } });
        const second = sampleExecution({ parent: { elicitation: two, execution: main.id } });
        await store.journal.create(...first.start());
        await store.journal.create(...second.start());
        const ids = async (filter: Parameters<typeof store.journal.list>[0]) =>
          (await store.journal.list(filter)).map(({ id }) => id);
        expect(await ids({ parent: one })).toEqual([first.id]);
        expect(await ids({ parent: main.id })).toEqual([second.id, first.id]);
        expect(await ids({ parent: main.id, before: second.id })).toEqual([first.id]);
        expect(await ids({ parent: newExecutionId(0) })).toEqual([]);
        expect(await store.journal.summary(first.id)).toMatchObject({
          parent: { elicitationId: one, executionId: main.id },
        });
        expect(await store.journal.summary(main.id)).not.toHaveProperty('parent');
      },
    );

    verifies(
      'store/contract',
      'lists those that are open, and those that ended without an entry in the journal of their parent',
      async () => {
        await using store = await open();
        const elicitation = newElicitationId(0);
        const main = sampleExecution();
        await store.journal.create(...main.start(...askedCall(1, elicitation)));
        const quest = sampleExecution({ parent: { elicitation, execution: main.id } });
        await store.journal.create(...quest.start());
        const counts = async () => [
          (await store.journal.list({ sideQuests: 'open' })).length,
          (await store.journal.list({ sideQuests: 'untold' })).length,
        ];
        expect(await counts()).toEqual([1, 0]);
        await store.journal.append(...quest.say(completed));
        expect(await counts()).toEqual([0, 1]);
        await store.journal.append(
          ...main.say({ kind: 'side-quest-ended', elicitation, execution: quest.id, status: 'completed' }),
        );
        expect(await counts()).toEqual([0, 0]);
      },
    );

    verifies('store/contract', 'lists none whose parent has ended', async () => {
      await using store = await open();
      const elicitation = newElicitationId(0);
      const main = sampleExecution();
      await store.journal.create(...main.start(...askedCall(1, elicitation)));
      const quest = sampleExecution({ parent: { elicitation, execution: main.id } });
      await store.journal.create(...quest.start());
      await store.journal.append(...main.say(approved(elicitation), completed));
      await store.journal.append(...quest.say(completed));
      expect(await store.journal.list({ sideQuests: 'untold' })).toEqual([]);
    });

    verifies('store/contract', 'shows a question in its last words', async () => {
      await using store = await open();
      const elicitation = newElicitationId(0);
      const sample = sampleExecution();
      await store.journal.create(...sample.start(...askedCall(1, elicitation)));
      const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
      const request = {
        type: 'approval',
        message: 'Really?',
        toolPath: 'mail.send',
        args: { to: 'ada@x.org' },
      } as const;
      await store.journal.append(
        ...sample.say({
          kind: 'revised',
          elicitation,
          call: 1,
          asker: 'gate',
          digest: 'd3',
          request,
          raw: { action: 'other', content: 'hm', by },
        }),
      );
      expect(await store.journal.questions({})).toMatchObject([
        { elicitationId: elicitation, message: request.message, call: 1, asker: 'gate', request },
      ]);
      await store.journal.append(...sample.say(approved(elicitation)));
      expect(await store.journal.questions({})).toEqual([]);
    });
  });
}
