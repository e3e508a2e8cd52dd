// Seed 000_1a20b74940af46e8.txt, "Server Integration" and "Elicitation vs MCP Elicitation": a question told to a
// browser as an event and answered by a request, and the two who can ask.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectsFile, fixtureCommand, openSourceShed } from '../../sources/source-shed.ts';
import { createEventReader } from '../../support/event-reader.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { type ServedHost, serveHost } from '../../support/served-host.ts';
import { verifies } from '../../support/verifies.ts';

describe('seed 000_1a20b74940af46e8.txt: server integration', () => {
  verifies('http/events');
  let host: ServedHost;

  beforeAll(async () => {
    host = await serveHost();
  });
  afterAll(() => host[Symbol.asyncDispose]());

  it('tells the client of the request, waits for its answer, and hands that to the agent', async () => {
    const token = await host.approver();
    const program = `
      const framework = await elicit({ type: 'choice', prompt: 'Which framework should we use?', options: ['FastAPI', 'Django', 'Flask'] });
      return framework.data;
    `;
    const started = await host.call('POST', '/v1/executions', { token, body: { program } });
    expect(started.status).toBe(201);
    const reader = createEventReader({ url: () => host.url, token, cutAfter: () => 100, from: 0 });
    await reader.until((events) => events.some(({ entry }) => entry.kind === 'asked'));
    const asked = reader.events.find(({ entry }) => entry.kind === 'asked');
    expect(asked).toMatchObject({
      executionId: started.body.executionId,
      entry: { request: { type: 'choice', message: 'Which framework should we use?' } },
    });
    const answer = { approved: true, data: 'Django', waitMs: 10_000 };
    const { body } = await host.call('POST', `/v1/elicitations/${asked?.entry['elicitation']}/answer`, {
      token,
      body: answer,
    });
    expect(body).toMatchObject({ status: 'completed', value: 'Django' });
  });
});

describe('seed 000_1a20b74940af46e8.txt: elicitation and MCP elicitation', () => {
  verifies('sources/questions');

  it('are told apart by who asks, and answered the same way', async () => {
    const mcp = fixtureCommand('modern', effectsFile().file);
    await using shed = await openSourceShed([{ namespace: 'fix', mcp, safe: ['fix.**'] }]);
    const byAgent = expectStatus(
      await shed.execute(`return (await elicit({ type: 'text', message: 'Who?' })).data`),
      'paused',
    );
    const byServer = expectStatus(await shed.execute(`return await tools.fix.ask({ what: 'jump' })`), 'paused');
    expect(byAgent.paused).toMatchObject({ asker: 'program', message: 'Who?' });
    expect(byServer.paused).toMatchObject({ asker: 'handler', message: 'The MCP server "fix" asks:\nReally jump?' });
    const said = await shed.resume(byAgent.executionId, { approved: true, data: 'Ada' });
    expect(expectStatus(said, 'completed').value).toBe('Ada');
    const form = { approved: true, data: { sure: true, why: 'fun' } };
    const done = expectStatus(await shed.resume(byServer.executionId, form), 'completed');
    expect(JSON.stringify(done.value)).toContain('did jump because fun');
  });
});
