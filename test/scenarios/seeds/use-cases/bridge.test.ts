// A tool that is invoked from outside, whose question is shown in a chat.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { call, LEGACY, SILENT, withPerson } from '../../../mcp/clients.ts';
import { openMcpOver } from '../../../mcp/mcp-over.ts';
import { scriptedChannel } from '../../../support/channels/scripted-channel.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { bookFlight } from './flight-tool.ts';
import { openInThread } from '../../../support/open-in-thread.ts';

const BOOK = 'return await tools.flight.book({})';

describe('a tool invoked from outside', () => {
  const connect = async (url: string, options: object): Promise<Client> => {
    const client = new Client({ name: 'desktop', version: '1' }, options);
    if ('elicitation' in Object(Object(options).capabilities)) withPerson(() => new Promise(() => undefined))(client);
    const requestInit = { headers: { authorization: 'Bearer desktop' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return client;
  };

  verifies('channels/wait', 'asks in a chat, and the answer goes back to its caller', async () => {
    const chat = scriptedChannel({ name: 'chat' });
    await using shed = await openInThread({ tools: [bookFlight], store: 'memory', channels: [chat] });
    await using mcp = await openMcpOver(shed);
    const client = await connect(mcp.url, LEGACY);
    let isOver = false;
    const running = call(client, 'execute', { code: BOOK }).finally(() => {
      isOver = true;
    });
    const question = await chat.next();
    shows('bridge/renders', question).toMatchObject({ agent: 'desktop', asker: 'handler', message: 'Select a flight' });
    shows('bridge/message-and-schema', question.request).toMatchObject({
      type: 'form',
      schema: { properties: { flight: { enum: ['JL1', 'NH2'] } } },
    });
    shows('bridge/in-flight', isOver).toBe(false);
    chat.answer(question.elicitationId, { content: { flight: 'JL1' } });
    const done = await running;
    shows('bridge/returns', done.value).toEqual({ flight: 'JL1' });
    shows('bridge/via-mcp', done.status).toBe('completed');
    await client.close();

    const direct = expectStatus(await shed.execute(BOOK), 'paused');
    const answer = { approved: true, data: { flight: 'NH2' } };
    shows('bridge/direct', await shed.resume(direct.executionId, answer)).toMatchObject({ status: 'completed' });
    shows('bridge/content', await shed.get(direct.executionId)).toMatchObject({ value: { flight: 'NH2' } });
    expect(await shed.pending()).toEqual([]);
  });

  verifies(
    'mcp/in-flight',
    'keeps the call of a client that cannot ask in flight while the chat asks, within reason',
    async () => {
      const chat = scriptedChannel({ name: 'chat' });
      await using shed = await openInThread({ tools: [bookFlight], store: 'memory', channels: [chat] });
      await using patient = await openMcpOver(shed, { decisionWaitMs: 600_000 });
      const client = await connect(patient.url, SILENT);
      for (const [content, status] of [
        [{ flight: 'JL1' }, 'completed'],
        [undefined, 'paused'],
      ] as const) {
        const running = call(client, 'execute', { code: BOOK });
        const { elicitationId } = await chat.next();
        chat.answer(elicitationId, content && { content });
        expect(await running).toMatchObject({ status });
      }
      await using hasty = await openMcpOver(shed, { decisionWaitMs: 300 });
      const other = await connect(hasty.url, SILENT);
      const paused = await call(other, 'execute', { code: BOOK });
      expect(paused).toMatchObject({ status: 'paused', pending: [{ message: 'Select a flight' }] });
      expect(chat.inHand).toBe(1);
      await other.close();
      await client.close();
    },
  );
});
