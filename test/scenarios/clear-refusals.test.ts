// What cannot be meant is refused in words that say what it is.

import { openToolshed } from '@toolshed/runtime';
import { createHttpApp } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { mailTools, openMailShed } from '../support/mail-shed.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const SEND = 'return await tools.mail.send({ to: "ada@x.org" })';

describe('an answer', () => {
  verifies(
    'input/strict-answers',
    'an answer without a principal, or with an empty question id, is refused and changes nothing',
    async () => {
      const sent: string[] = [];
      await using shed = await openInThread({ tools: mailTools(sent), store: 'memory' });
      const { executionId } = await shed.execute(SEND);
      for (const principal of ['', ' '])
        await expect(
          shed.resume(executionId, { approved: true, by: { principal, kind: 'person', channel: 'test' } }),
        ).rejects.toMatchObject({ code: 'answer/invalid', message: expect.stringContaining('by.principal') });
      await expect(shed.resume(executionId, { approved: true, elicitationId: '' })).rejects.toMatchObject({
        message: expect.stringContaining('elicitationId'),
      });
      expect(sent).toEqual([]);
      expect(await shed.resume(executionId, true)).toMatchObject({ status: 'completed' });
    },
  );
});

describe('a source that nests too deeply', () => {
  verifies.each('program/too-deep', [
    ['brackets', `return ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['arrows', `return ${'a=>'.repeat(20_000)}1`],
    ['type arguments', `const a: ${'Array<\n'.repeat(2_000)}string${'>'.repeat(2_000)} = []; return 1`],
  ])('a program of %s is a syntax error, and other programs continue', async (_, source) => {
    // In a worker process: a stripper that overflowed its stack takes its process with it.
    await using shed = await openToolshed({ tools: mailTools([]), store: 'memory' });
    const beside = await shed.execute(SEND);
    expect(await shed.execute(source)).toMatchObject({
      status: 'failed',
      error: { code: 'program/syntax', message: expect.stringContaining('nested too deeply') },
    });
    expect(await shed.execute('const one: number = 1; return one')).toMatchObject({ status: 'completed', value: 1 });
    expect(await shed.resume(beside.executionId, true)).toMatchObject({ status: 'completed' });
  });
});

describe('a body that can be read in two ways', () => {
  verifies('http/one-reading', 'is refused, and answers nothing', async () => {
    await using host = await serveHost();
    const [agent, approver] = await Promise.all([host.agent('monday'), host.approver()]);
    const started = await host.call('POST', '/v1/executions', {
      token: agent,
      body: { program: SEND, waitMs: 20_000 },
    });
    const { elicitationId } = started.body.paused;
    const response = await fetch(`${host.url}/v1/elicitations/${elicitationId}/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${approver}`, 'content-type': 'application/json' },
      body: '{"approved":true,"approved":false}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'request/duplicate-key' });
    const shown = await host.call('GET', `/v1/elicitations/${elicitationId}`, { token: approver });
    expect(shown.body).toMatchObject({ state: 'open' });
  });
});

describe('a query that can be read in two ways', () => {
  verifies('http/one-reading', 'is refused, by the name of the parameter', async () => {
    await using mail = await openMailShed();
    const url = 'http://localhost:1';
    const ada = { kind: 'approver', id: 'ada', name: 'ada', way: 'token' } as const;
    await using app = createHttpApp({ shed: mail.shed, url, authenticate: async () => ada });
    const list = (query: string) => app.fetch(new Request(`${url}/v1/elicitations?${query}`));
    expect((await list('limit=1&session=monday')).status).toBe(200);
    for (const query of ['session=monday&session=tuesday', 'session=monday&session=monday', 'session=a&%73ession=b']) {
      const refused = await list(query);
      expect([query, refused.status]).toEqual([query, 400]);
      expect(await refused.json()).toMatchObject({
        code: 'request/duplicate-key',
        detail: 'Cannot read the request: its query has "session" more than once; give it once',
      });
    }
  });
});
