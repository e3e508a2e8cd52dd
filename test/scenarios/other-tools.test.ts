// Hosts with different tools on one store: one that lacks a tool, or has it in another definition, ends nothing.

import { defineTool, type JournalEntry, type Tool } from '@toolshed/kernel';
import { createMemoryStore, type OpenOptions, type Store, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { createManualClock } from '../support/durable/manual-clock.ts';
import { expectStatus } from '../support/expect-status.ts';
import { recordedLog } from '../support/policy/recorded-log.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const sent: string[] = [];

const mail = (
  facts: Partial<{ description: string; cc: boolean; subject: boolean; destructive: boolean }> = {},
): Tool =>
  defineTool({
    path: 'mail.send',
    description: facts.description ?? 'Send a mail',
    input: z.object({
      to: z.string(),
      ...(facts.cc ? { cc: z.string().default('archive') } : {}),
      ...(facts.subject ? { subject: z.string() } : {}),
    }),
    destructive: facts.destructive ?? true,
    handler: (_, args) => {
      sent.push(JSON.stringify(args));
      return 'sent';
    },
  });

const other = defineTool({
  path: 'files.read',
  description: 'Read',
  input: z.object({}),
  destructive: false,
  handler: () => 'text',
});

const PROGRAM = `return await tools.mail.send({ to: 'ada' }).catch(({ code }) => code);`;

const open = (store: Store, tools: readonly Tool[], options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({ tools, store, wakes: false, ...options });

async function pausedIn(store: Store, program = PROGRAM, tools: readonly Tool[] = [mail()]) {
  sent.length = 0;
  await using shed = await open(store, tools);
  return expectStatus(await shed.execute(program), 'paused');
}

const kinds = (journal: readonly JournalEntry[]): readonly string[] => journal.map(({ kind }) => kind);

describe('a host without the tool of a call that waits', () => {
  verifies('hosts/missing-tool', 'takes a refusal, and the program continues with it', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    await using shed = await open(store, [other]);
    expect(expectStatus(await shed.resume(executionId, false), 'completed').value).toBe('tool/declined');
  });

  verifies('hosts/missing-tool', 'takes the cancellation of its execution', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    await using shed = await open(store, [other]);
    expectStatus(await shed.cancel(executionId), 'cancelled');
  });

  verifies.each('hosts/missing-tool', [
    ['that wakes', { wakes: true }],
    ['that is asked to continue', {}],
  ])('keeps an approval for a host %s', async (_, options) => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    {
      await using shed = await open(store, [other]);
      await expect(shed.resume(executionId, true)).rejects.toMatchObject({ code: 'tool/not-here' });
      const journal = kinds(await shed.journal(executionId));
      expect(journal.filter((kind) => kind === 'answered')).toHaveLength(1);
      expect(journal).not.toContain('invoking');
      expect(journal).not.toContain('failed');
      // While that host lives: it has released the execution.
      await using owner = await open(store, [mail()], options);
      if (!('wakes' in options)) await owner.wake(executionId);
      await expect.poll(async () => (await owner.get(executionId)).status).toBe('completed');
    }
    expect(sent).toEqual(['{"to":"ada"}']);
  });

  verifies('hosts/missing-tool', 'keeps an answer beside a call that waits for its tool', async () => {
    const store = createMemoryStore();
    const program = `return await Promise.all([
      tools.mail.send({ to: 'ada' }).catch(({ code }) => code),
      elicit({ type: 'text', message: 'Name?' }),
    ]);`;
    const { executionId, pending } = await pausedIn(store, program);
    {
      await using shed = await open(store, [other]);
      const [approval, name] = pending;
      const yes = { approved: true, elicitationId: approval?.elicitationId ?? '' };
      await expect(shed.resume(executionId, yes)).rejects.toMatchObject({ code: 'tool/not-here' });
      const named = { approved: true, data: 'eve', elicitationId: name?.elicitationId ?? '' };
      await expect(shed.resume(executionId, named)).rejects.toMatchObject({ code: 'tool/not-here' });
    }
    await using owner = await open(store, [mail()]);
    const { value } = expectStatus(await owner.wake(executionId), 'completed');
    expect(value).toMatchObject(['sent', { data: 'eve' }]);
  });

  verifies('hosts/missing-tool', 'leaves what it wakes as it is, and warns once', async () => {
    const store = createMemoryStore();
    const clock = createManualClock();
    const program = `await sleep(60_000); ${PROGRAM}`;
    const id = await (async () => {
      await using shed = await open(store, [mail()], { clock, hibernateAfterMs: 1 });
      return expectStatus(await shed.execute(program), 'sleeping').executionId;
    })();
    clock.pass(61_000);
    let again = 0;
    const log = {
      ...recordedLog(),
      debug: (_: object, message: string) => void (message.includes('waking') && again++),
    };
    {
      await using shed = await open(store, [other], { clock, log, wakes: true });
      await expect.poll(() => again, { timeout: 10_000 }).toBe(1);
      expect(log.warnings).toMatchObject([{ facts: { execution: id, err: { code: 'tool/not-here' } } }]);
      expect(kinds(await shed.journal(id))).not.toContain('call-refused');
    }
    await using owner = await open(store, [mail()], { clock });
    const asked = expectStatus(await owner.wake(id), 'paused');
    expect(
      expectStatus(await owner.resume(id, { approved: true, elicitationId: asked.paused.elicitationId }), 'completed')
        .value,
    ).toBe('sent');
  });
});

describe('a tool that changed while a call waited', () => {
  verifies(
    'hosts/changed-tool',
    'is asked about again, in a question that says so, and an approval of the first runs nothing',
    async () => {
      const store = createMemoryStore();
      const { executionId, paused } = await pausedIn(store);
      await using shed = await open(store, [mail({ cc: true })]);
      const yes = { approved: true, elicitationId: paused.elicitationId };
      const again = expectStatus(await shed.resume(executionId, yes), 'paused');
      expect(sent).toEqual([]);
      expect(again.paused.elicitationId).not.toBe(paused.elicitationId);
      expect(again.paused).toMatchObject({ args: { to: 'ada', cc: 'archive' }, request: { type: 'approval' } });
      expect(JSON.stringify(again.paused.request)).toContain('has changed since');
      expect((await shed.pending()).map(({ elicitationId }) => elicitationId)).toEqual([again.paused.elicitationId]);
      const done = await shed.resume(executionId, { approved: true, elicitationId: again.paused.elicitationId });
      expect(expectStatus(done, 'completed').value).toBe('sent');
      expect(sent).toEqual(['{"cc":"archive","to":"ada"}']);
      expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
      expect(await shed.replay(executionId)).toMatchObject({ kind: 'same' });
    },
  );

  verifies('hosts/changed-tool', 'is asked about again although it now says that it is safe', async () => {
    const store = createMemoryStore();
    const { executionId, paused } = await pausedIn(store);
    await using shed = await open(store, [mail({ destructive: false, description: 'Harmless' })]);
    const again = expectStatus(await shed.wake(executionId), 'paused');
    expect(again.paused.elicitationId).not.toBe(paused.elicitationId);
    expect(sent).toEqual([]);
  });

  verifies('hosts/changed-tool', 'is asked about again after an approval that nobody has acted on', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    {
      await using shed = await open(store, [other]);
      await expect(shed.resume(executionId, true)).rejects.toMatchObject({ code: 'tool/not-here' });
    }
    await using shed = await open(store, [mail({ description: 'Send it to everybody' })]);
    const again = expectStatus(await shed.wake(executionId), 'paused');
    expect(sent).toEqual([]);
    expectStatus(await shed.resume(again.paused.elicitationId, true), 'completed');
    expect(sent).toHaveLength(1);
  });

  verifies('hosts/changed-tool', 'needs nothing for a refusal', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    await using shed = await open(store, [mail({ cc: true })]);
    expect(expectStatus(await shed.resume(executionId, false), 'completed').value).toBe('tool/declined');
  });

  verifies('hosts/changed-tool', 'one that now rejects the arguments is an error the program can catch', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    await using shed = await open(store, [mail({ subject: true })]);
    expect(expectStatus(await shed.resume(executionId, true), 'completed').value).toBe('tool/changed');
    expect(sent).toEqual([]);
  });

  verifies('hosts/changed-tool', 'a changed or missing one does not affect a call that has returned', async () => {
    const store = createMemoryStore();
    const program = `await tools.files.read({}); return (await elicit({ type: 'text', message: 'Name?' })).data;`;
    const { executionId } = await pausedIn(store, program, [other, mail()]);
    await using shed = await open(store, [mail({ cc: true })]);
    expect(expectStatus(await shed.resume(executionId, { approved: true, data: 'eve' }), 'completed').value).toBe(
      'eve',
    );
  });
});
