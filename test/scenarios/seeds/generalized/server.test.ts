// A question told to a browser as an event and answered by a request; and MCP servers that ask through us.

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { effectsFile, fixtureCommand, openSourceShed } from '../../../sources/source-shed.ts';
import { createEventReader } from '../../../support/event-reader.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { type ServedHost, serveHost } from '../../../support/served-host.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const FLIGHT = fileURLToPath(new URL('../use-cases/flight-tool.ts', import.meta.url));
const CHOICE = { type: 'choice', prompt: 'Which framework should we use?', options: ['FastAPI', 'Django', 'Flask'] };

describe('a server', () => {
  let host: ServedHost;
  let token: string;
  beforeAll(async () => {
    host = await serveHost({ args: ['--tools', FLIGHT] });
    token = await host.approver();
  });
  afterAll(() => host[Symbol.asyncDispose]());

  const start = async (program: string) =>
    (await host.call('POST', '/v1/executions', { token, body: { program, waitMs: 10_000 } })).body;
  const answer = async (question: unknown, body: object) =>
    (await host.call('POST', `/v1/elicitations/${question}/answer`, { token, body: { ...body, waitMs: 10_000 } })).body;

  verifies(
    'http/events',
    'tells the client of the request, waits for its answer, and hands that to the agent',
    async () => {
      const started = await start(`return (await elicit(${JSON.stringify(CHOICE)})).data`);
      shows('server/receives', started.status).toBe('paused');
      const reader = createEventReader({ url: () => host.url, token, cutAfter: () => 100, from: 0 });
      await reader.until((events) => events.some(({ entry }) => entry.kind === 'asked'));
      const asked = reader.events.find(({ entry }) => entry.kind === 'asked');
      shows('server/event', asked?.executionId).toBe(started.executionId);
      shows('server/event-id', asked?.entry['elicitationId']).toBe(started.paused.elicitationId);
      shows('server/event-type', asked?.entry).toMatchObject({ request: { type: 'choice' } });
      shows('server/event-prompt', asked?.entry).toMatchObject({ request: { message: CHOICE.prompt } });
      shows('server/event-options', asked?.entry).toMatchObject({
        request: { options: CHOICE.options.map((value) => ({ value })) },
      });
      const { body } = await host.call('GET', `/v1/executions/${started.executionId}`, { token });
      shows('server/waits', body.status).toBe('paused');
      const done = await answer(asked?.entry['elicitationId'], { approved: true, data: 'Django' });
      shows('server/endpoint', done.status).toBe('completed');
      shows('server/returns', done.value).toBe('Django');
    },
  );

  verifies('http/events', 'does the same with confirmations of tools', async () => {
    const { paused } = await start(`return await tools.mail.send({ to: 'ada' })`);
    expect(await answer(paused.elicitationId, { approved: true })).toMatchObject({ value: { sent: 'ada' } });
    shows('server/like-confirmations', await host.outbox()).toEqual(['ada']);
  });

  verifies('http/events', 'is told by the callback of a flow that the flow is over', async () => {
    const { executionId, paused } = await start('return await tools.mail.login({})');
    await answer(paused.elicitationId, { approved: true });
    const { request } = (await host.call('GET', `/v1/elicitations/${paused.elicitationId}`, { token })).body;
    const create = ['token', 'create', '--kind', 'flow', '--name', 'callback', '--yes-as-person'];
    const callback = JSON.parse((await host.command(create)).stdout).token;
    const completed = await host.call('POST', `/v1/elicitations/${request.flow}/complete`, { token: callback });
    shows('url/callback', completed).toMatchObject({ status: 200, body: { completed: true } });
    const approving = { token: callback, body: { approved: true } };
    const forbidden = await host.call('POST', `/v1/elicitations/${paused.elicitationId}/answer`, approving);
    expect(forbidden.status).toBe(403);
    const { body } = await host.call('GET', `/v1/executions/${executionId}?waitMs=10000`, { token });
    expect(body).toMatchObject({ status: 'completed', value: 'accept' });
  });

  verifies('http/events', 'runs a tool that asks as it runs when it is called elsewhere', async () => {
    const { paused } = await start('return await tools.flight.book({})');
    const done = await answer(paused.elicitationId, { approved: true, data: { flight: 'NH2' } });
    shows('bridge/via-http', done).toMatchObject({ status: 'completed', value: { flight: 'NH2' } });
  });
});

describe('an MCP server that asks', () => {
  verifies('sources/questions', 'asks through us as its client, and is told apart from the agent', async () => {
    const mcp = fixtureCommand('modern', effectsFile().file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp, safe: ['fix.**'] }]);
    const byAgent = expectStatus(
      await shed.execute(`return (await elicit({ type: 'text', prompt: 'Who?' })).data`),
      'paused',
    );
    const byServer = expectStatus(await shed.execute(`return await tools.fix.ask({ what: 'jump' })`), 'paused');
    shows('mcp/by-agent', byAgent.paused).toMatchObject({ asker: 'program', message: 'Who?' });
    shows('mcp/by-server', byServer.paused.message).toBe('The MCP server "fix" asks:\nReally jump?');
    shows('mcp/separate', byServer.paused.asker).not.toBe(byAgent.paused.asker);
    const form = { approved: true, data: { sure: true, why: 'fun' } };
    const done = expectStatus(await shed.resume(byServer.executionId, form), 'completed');
    shows('parts/mcp', JSON.stringify(done.value)).toContain('did jump because fun');
  });
});
