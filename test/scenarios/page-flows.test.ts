// Pages with a flow behind them: consent, completion, and what each survives.

import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elicitUrl, type ExecutionId, type ToolContext } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { CALL, firstQuestion, openAskingShed } from '../support/asking-shed.ts';
import { createManualClock, DAY_MS } from '../support/durable/manual-clock.ts';
import { leftBehind } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

const signIn = async (context: ToolContext): Promise<unknown> => {
  const elicitationId = context.flowId('sign-in');
  const url = `https://accounts.example/sign-in?state=${elicitationId}`;
  const { action, content } = await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId }));
  return { action, content };
};

async function flowOf(shed: Toolshed): Promise<{ readonly flow: string; readonly execution: ExecutionId }> {
  const { request, executionId } = await firstQuestion(shed);
  if (request.type !== 'url' || request.flow === undefined) throw new Error('A page with a flow was expected');
  return { flow: request.flow, execution: executionId };
}

describe('a page with a flow', () => {
  verifies(
    'elicit/url',
    'is consented to in one process and completed in another, each restarted in between',
    async () => {
      const sqlite = join(mkdtempSync(join(tmpdir(), 'toolshed-')), 'shed.db');
      const open = () => openAskingShed(signIn, { store: { sqlite }, wakes: false });
      const { flow, execution } = await (async () => {
        await using shed = await open();
        return await flowOf(shed);
      })();
      {
        await using shed = await open();
        expect(expectStatus(await shed.resume(execution, true), 'paused').paused.consent).toBeDefined();
      }
      {
        await using shed = await open();
        expect(expectStatus(await shed.get(execution), 'paused').paused.consent).toBeDefined();
        expect(await shed.pending()).toMatchObject([{ consent: { principal: 'host' } }]);
        const done = await shed.completeElicitation(flow, { content: { account: 'ada' } });
        expect(done).toMatchObject({ value: { action: 'accept', content: { account: 'ada' } } });
        const kinds = (await shed.journal(execution)).map(({ kind }) => kind);
        expect(kinds.indexOf('consented')).toBeLessThan(kinds.indexOf('answered'));
      }
    },
  );

  verifies('elicit/url', 'cannot be completed before a person consented, or by another id', async () => {
    await using shed = await openAskingShed(signIn);
    const { flow, execution } = await flowOf(shed);
    await expect(shed.completeElicitation(flow)).rejects.toMatchObject({ code: 'elicitation/not-consented' });
    const { paused } = expectStatus(await shed.resume(execution, true), 'paused');
    for (const guess of [paused.elicitationId, execution, `${flow}x`, 'flow_0'])
      await expect(shed.completeElicitation(guess)).rejects.toMatchObject({ code: 'elicitation/unknown-flow' });
    expect(await shed.completeElicitation(flow)).toMatchObject({ status: 'completed' });
  });

  verifies.each('elicit/flow-again', ['memory', 'sqlite'])(
    'is completed again with the same content, by anybody who may, and with no other: %s',
    async (kind) => {
      const sqlite = join(mkdtempSync(join(tmpdir(), 'toolshed-')), 'shed.db');
      await using shed = await openAskingShed(signIn, { store: kind === 'memory' ? 'memory' : { sqlite } });
      const { flow, execution } = await flowOf(shed);
      await shed.resume(execution, true);
      const done = await shed.completeElicitation(flow, { content: { account: 'ada', id: 1 } });
      const journal = await shed.journal(execution);
      const again = await shed.completeElicitation(flow, { content: { id: 1, account: 'ada' }, by: 'callback' });
      const { status, value } = expectStatus(done, 'completed');
      expect(again).toMatchObject({ executionId: execution, status, value });
      for (const content of [undefined, null, {}, { account: 'eve', id: 1 }])
        await expect(shed.completeElicitation(flow, { content })).rejects.toMatchObject({
          code: 'elicitation/already-answered',
        });
      expect(await shed.journal(execution)).toEqual(journal);
    },
  );

  verifies(
    'elicit/url',
    'may have an id that its handler drew, though that is another one when the handler is run again',
    async () => {
      const draws = async (context: ToolContext): Promise<unknown> => {
        const elicitationId = randomUUID();
        const url = `https://accounts.example/oauth?elicitation_id=${elicitationId}`;
        const { action, content } = await context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId }));
        return { action, content };
      };
      await using shed = await openAskingShed(draws);
      const { flow, execution } = await flowOf(shed);
      await shed.resume(execution, true);
      await using later = await openAskingShed(draws, { store: await leftBehind(shed, execution) });
      const done = await later.completeElicitation(flow, { content: { account: 'ada' } });
      expect(done).toMatchObject({ status: 'completed', value: { action: 'accept', content: { account: 'ada' } } });
    },
  );

  verifies('elicit/url', 'takes consent once, and a change of mind after it', async () => {
    await using shed = await openAskingShed(signIn);
    const { flow, execution } = await flowOf(shed);
    await shed.resume(execution, true);
    await shed.resume(execution, true);
    const journal = await shed.journal(execution);
    expect(journal.filter(({ kind }) => kind === 'consented')).toHaveLength(1);
    expect(await shed.resume(execution, false)).toMatchObject({ value: { action: 'decline' } });
    await expect(shed.completeElicitation(flow)).rejects.toMatchObject({ code: 'elicitation/unknown-flow' });
  });

  verifies('elicit/url', 'expires while it waits for its flow', async () => {
    const clock = createManualClock();
    await using shed = await openAskingShed(signIn, { clock, questionsExpireInMs: DAY_MS, wakes: false });
    const { executionId } = await firstQuestion(shed);
    await shed.resume(executionId, true);
    clock.pass(2 * DAY_MS);
    await using later = await openAskingShed(signIn, {
      clock,
      store: await leftBehind(shed, executionId),
    });
    await expect.poll(async () => (await later.get(executionId)).status, { timeout: 20_000 }).toBe('completed');
    expect(await later.get(executionId)).toMatchObject({ value: { action: 'expired' } });
  });

  verifies(
    'elicit/url',
    'is not taken for completed where it expired or somebody else completed it otherwise',
    async () => {
      const clock = createManualClock();
      await using shed = await openAskingShed(signIn, { clock, questionsExpireInMs: DAY_MS, wakes: false });
      const late = await flowOf(shed);
      await shed.resume(late.execution, true);
      clock.pass(2 * DAY_MS);
      const unknown = { code: 'elicitation/unknown-flow' };
      await expect(shed.completeElicitation(late.flow, { content: 'late' })).rejects.toMatchObject(unknown);
      expect(await shed.get(late.execution)).toMatchObject({ value: { action: 'expired' } });
      const { flow, execution } = await flowOf(shed);
      await shed.resume(execution, true);
      const given = ['one', 'one', 'two'].map((content) => shed.completeElicitation(flow, { content }));
      const [first, again, other] = await Promise.allSettled(given);
      expect(first).toMatchObject({ value: { value: { action: 'accept', content: 'one' } } });
      expect(other).toMatchObject({ status: 'rejected', reason: { code: 'elicitation/already-answered' } });
      expect(again?.status).toBe('fulfilled');
    },
  );

  verifies.each('elicit/url', ['memory', 'sqlite'])(
    'counts once, and refuses the answer that came too late: %s',
    async (kind) => {
      const sqlite = join(mkdtempSync(join(tmpdir(), 'toolshed-')), 'shed.db');
      await using shed = await openAskingShed(signIn, { store: kind === 'memory' ? 'memory' : { sqlite } });
      const race = async (...answers: readonly ('no' | number)[]) => {
        const { paused } = expectStatus(await shed.execute(CALL), 'paused');
        const { elicitationId, executionId, request } = paused;
        const flow = request.type === 'url' ? String(request.flow) : '';
        await shed.resume(executionId, true);
        const said = answers.map((one) =>
          one === 'no' ? shed.resume(elicitationId, false) : shed.completeElicitation(flow, { content: one }),
        );
        const outcomes = await Promise.allSettled(said);
        const { value } = expectStatus(await shed.get(executionId), 'completed');
        const { action, content } = value as { action: string; content?: number };
        return answers.map((one, index) => {
          const outcome = outcomes[index];
          const isHeard = one === 'no' ? action === 'decline' : content === one;
          const code = action === 'decline' ? 'elicitation/unknown-flow' : 'elicitation/already-answered';
          const isTold = outcome?.status === 'rejected' && outcome.reason.code === code;
          return isHeard ? outcome?.status === 'fulfilled' : isTold;
        });
      };
      for (let round = 0; round < 6; round++) {
        expect(await race(1, 'no')).toEqual([true, true]);
        expect(await race('no', 1)).toEqual([true, true]);
        expect(await race(1, 2, 3)).toEqual([true, true, true]);
      }
    },
  );

  verifies('elicit/url', 'keeps the time limit its tool gave it', async () => {
    const clock = createManualClock();
    const hurried = (context: ToolContext): Promise<unknown> => {
      const elicitationId = context.flowId();
      const url = 'https://accounts.example/';
      return context.elicit(elicitUrl({ message: 'Sign in', url, elicitationId, expiresInMs: DAY_MS }));
    };
    await using shed = await openAskingShed(hurried, { clock });
    expect(await firstQuestion(shed)).toMatchObject({ expiresAt: clock.now() + DAY_MS });
  });

  verifies('elicit/url', 'is found among many questions', async () => {
    await using shed = await openAskingShed(signIn);
    const { flow, execution } = await flowOf(shed);
    await shed.resume(execution, true);
    await shed.execute(`await Promise.all(Array.from({ length: 60 }, (_, n) => elicit({ message: 'Question ' + n })))`);
    expect(await shed.completeElicitation(flow)).toMatchObject({ status: 'completed' });
  });

  verifies('elicit/url', 'is no matter of programs: theirs have no flow, and consent is the answer', async () => {
    await using shed = await openAskingShed(signIn);
    const named = `return await elicit({ type: 'url', message: 'm', url: 'https://a.example/', elicitationId: 'x'.repeat(20) })`;
    expect(await shed.execute(named)).toMatchObject({ status: 'failed', error: { code: 'elicitation/invalid' } });
    const { executionId } = await firstQuestion(
      shed,
      `return (await elicit({ type: 'url', message: 'm', url: 'https://a.example/' })).action`,
    );
    expect(await shed.resume(executionId, true)).toMatchObject({ value: 'accept' });
    expect(await shed.execute('return typeof completeElicitation')).toMatchObject({ value: 'undefined' });
  });
});

describe('the envelope of a question', () => {
  verifies('elicit/kinds', 'says for whom it is asked, by whom, and until when', async () => {
    const clock = createManualClock();
    await using shed = await openAskingShed(signIn, { clock, questionsExpireInMs: DAY_MS });
    const options = { session: 'chat-1', agent: 'triage', labels: { team: 'core' } };
    const envelope = { ...options, asker: 'handler', expiresAt: clock.now() + DAY_MS };
    const { paused } = expectStatus(await shed.execute(CALL, options), 'paused');
    expect(paused).toMatchObject(envelope);
    expect(await shed.pending()).toMatchObject([envelope]);
  });
});
