import { clientReaches } from '@toolshed/server/internal/mcp/pause/ask/client-reach';
import { location, type Middleware, type ToolContext } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { openMcpOver } from '../mcp/mcp-over.ts';
import { CALL, openAskingShed } from '../support/asking-shed.ts';
import { scriptedChannel } from '../support/channels/scripted-channel.ts';
import { createManualClock } from '../support/durable/manual-clock.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { showing, viewIn } from '../mcp/shown-view.ts';

const WAIT = { waitForChannels: true } as const;
const open = (options: Partial<Parameters<typeof openInThread>[0]> = {}) =>
  openInThread({ tools: [], store: 'memory', ...options });

/** Asks in two ways; each says whether it could be asked, and what became of it. */
const BOTH_MODES = `
  const ask = async (request) => [
    await tools.$canElicit(request),
    (await elicit({ message: 'm', whenNobody: 'not_supported', ...request })).action,
  ];
  return [await ask({ type: 'form' }), await ask({ type: 'url', url: 'https://a.example/' })]`;

describe('an asker that does not want to wait for nobody', () => {
  verifies(
    'elicit/not-supported',
    'gets not_supported at once, in one write with its question, and the same on replay',
    async () => {
      await using shed = await open();
      const done = expectStatus(await shed.execute(BOTH_MODES), 'completed');
      expect(done.value).toEqual([
        [false, 'not_supported'],
        [false, 'not_supported'],
      ]);
      const journal = await shed.journal(done.executionId);
      const kinds = journal.map(({ kind }) => kind);
      expect(kinds[kinds.indexOf('asked') + 1]).toBe('answered');
      expect(journal.find(({ kind }) => kind === 'answered')).toMatchObject({
        answer: { action: 'not_supported', by: { kind: 'runtime', channel: 'nobody' } },
      });
      expect((await shed.replay(done.executionId)).kind).toBe('same');
      const parked = await shed.execute(`return await elicit({ message: 'm' })`);
      expect(parked.status).toBe('paused');
    },
  );

  verifies(
    'elicit/not-supported',
    'is asked where a channel can show it, and gets it when every channel has left it',
    async () => {
      const supports = ({ type }: { readonly type: string }): boolean => type !== 'url';
      const person = scriptedChannel({ supports, reply: () => ({ content: {} }) });
      await using shed = await open({ channels: [person] });
      expect(await shed.execute(BOTH_MODES, WAIT)).toMatchObject({
        value: [
          [true, 'accept'],
          [false, 'not_supported'],
        ],
      });
      const busy = scriptedChannel({ reply: () => undefined });
      await using left = await open({ channels: [busy] });
      expect(await left.execute(BOTH_MODES, WAIT)).toMatchObject({
        value: [
          [true, 'not_supported'],
          [true, 'not_supported'],
        ],
      });
    },
  );

  verifies(
    'elicit/not-supported',
    'waits where the host says that people are reached another way, and cancels where it would',
    async () => {
      const ask = `return (await elicit({ message: 'm', type: 'text', whenNobody: 'cancel' })).action`;
      for (const reachesPeople of [true, 'later', () => true] as const) {
        await using shed = await open({ reachesPeople });
        expect((await shed.execute(ask)).status).toBe('paused');
      }
      const broken = (): never => {
        throw new Error('no idea');
      };
      await using shed = await open({ reachesPeople: broken });
      expect(await shed.execute(ask)).toMatchObject({ value: 'cancel' });
      await using host = await open({ reachesPeople: 'later', whenNobody: 'cancel' });
      expect(await host.execute(`return (await elicit({ message: 'm' })).action`, WAIT)).toMatchObject({
        value: 'cancel',
      });
    },
  );

  verifies('elicit/not-supported', 'may be a handler, with a kind of its own, with middleware or without', async () => {
    const handler = async (context: ToolContext) => {
      const can = [context.canElicit('location'), context.canElicit({ type: 'text', message: 'm' })];
      const where = await location(context, {}, { whenNobody: 'not_supported' });
      const name = await context.elicit({ type: 'text', message: 'Name?', whenNobody: 'not_supported' });
      return [...can, where.action, name.action];
    };
    const louder = scriptedChannel({ supports: ({ type }) => type === 'text', reply: () => ({ content: 'ada' }) });
    await using shed = await openAskingShed(handler, { channels: [louder], middleware: [(_question, next) => next()] });
    expect(await shed.execute(CALL, WAIT)).toMatchObject({ value: [false, true, 'not_supported', 'accept'] });
    const wrong = await shed.execute(
      `return await tools.$canElicit({ type: 'choice', options: [] }).catch(({ code }) => code)`,
    );
    expect(wrong).toMatchObject({ value: 'elicitation/invalid' });
  });

  verifies('elicit/not-supported', 'follows what an MCP client says it can show', async () => {
    await using shed = await open({ reachesPeople: clientReaches });
    await using mcp = await openMcpOver(shed);
    const run = (capabilities: object) =>
      mcp.call({ token: 'ada', capabilities: { ...capabilities } }, 'execute', { code: BOTH_MODES });
    expect(await run({})).toMatchObject({
      ...showing({
        value: [
          [false, 'not_supported'],
          [false, 'not_supported'],
        ],
      }),
    });
    // It is asked for the form; for the page the answer would be that it is not supported.
    const [form] = (await askedOf(run({ elicitation: { form: {} } }))) as [object];
    expect(form).toMatchObject({ mode: 'form' });
    const only = `return await tools.$canElicit('form') + ' ' + await tools.$canElicit('url')`;
    const can = async (elicitation: object) =>
      viewIn(
        await mcp.call({ token: 'bob', capabilities: { elicitation: { ...elicitation } } }, 'execute', { code: only }),
      );
    expect(await can({})).toMatchObject({ value: 'true false' });
    expect(await can({ form: {} })).toMatchObject({ value: 'true false' });
    expect(await can({ form: {}, url: {} })).toMatchObject({ value: 'true true' });
    expect(await can({ url: {} })).toMatchObject({ value: 'false true' });
  });
});

async function askedOf(reply: Promise<Readonly<Record<string, unknown>>>): Promise<readonly unknown[]> {
  const { inputRequests } = await reply;
  return Object.values(Object(inputRequests)).map((one) => Object(one).params);
}

describe('an asker that waits so long and no longer', () => {
  verifies('elicit/timeout', 'gets timeout, across a restart, and an answer after it is refused', async () => {
    using folder = newStoreFolder();
    const clock = createManualClock();
    const options = { store: { sqlite: folder.file }, clock, wakes: false } as const;
    const program = `const { action } = await elicit({ type: 'text', message: 'm', timeoutMs: 5_000 }); return action`;
    const first = await open(options);
    const { paused, executionId } = expectStatus(await first.execute(program), 'paused');
    expect(paused.expiresAt).toBe(clock.now() + 5_000);
    await first[Symbol.asyncDispose]();
    clock.pass(5_001);
    await using shed = await open(options);
    const late = shed.resume(paused.elicitationId, { approved: true, data: 'x' });
    await expect(late).rejects.toMatchObject({ code: 'elicitation/already-answered' });
    expect(await shed.wake(executionId)).toMatchObject({ status: 'completed', value: 'timeout' });
    await expect(shed.reask(paused.elicitationId)).rejects.toMatchObject({ code: 'elicitation/cannot-reask' });
  });

  verifies('elicit/timeout', 'keeps its wishes where middleware asks in other words', async () => {
    const clock = createManualClock();
    const bare =
      (text: string): Middleware =>
      (_question, next) =>
        next({ type: 'text', message: text });
    const busy = scriptedChannel({ reply: () => undefined });
    const ask = `return (await elicit({ type: 'text', message: 'm', whenNobody: 'not_supported', timeoutMs: 60_000 })).action`;
    for (const channels of [[], [busy]]) {
      await using shed = await open({ middleware: [bare('other words')], channels });
      expect(await shed.execute(ask, WAIT)).toMatchObject({ value: 'not_supported' });
    }
    await using shed = await open({ middleware: [bare('other words')], reachesPeople: true, clock, wakes: false });
    const { paused, executionId } = expectStatus(await shed.execute(ask), 'paused');
    expect(paused.message).toBe('other words');
    clock.pass(60_001);
    await shed.resume(paused.elicitationId, { approved: true, data: 'x' }).catch(() => undefined);
    expect(await shed.wake(executionId)).toMatchObject({ value: 'timeout' });
  });

  verifies('elicit/timeout', 'gives one limit, and nobody else can say that time is up', async () => {
    await using shed = await open();
    const both = await shed.execute(
      `return await elicit({ message: 'm', timeoutMs: 5, expiresInMs: 5 }).catch(({ message }) => message)`,
    );
    expect(both).toMatchObject({ value: expect.stringContaining('"timeoutMs": cannot be combined with expiresInMs') });
    const asked = expectStatus(await shed.execute(`return await elicit({ message: 'm' })`), 'paused');
    const forged = shed.resume(asked.executionId, Object({ action: 'timeout' }));
    await expect(forged).rejects.toMatchObject({ code: 'answer/invalid' });
  });
});
