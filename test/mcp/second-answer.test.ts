// Two people answer one question at the same moment, one of them in the dialog of a client.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';
import { APPROVE, call, LEGACY, MODERN, mailTo, withPerson } from './clients.ts';
import { openMcpOver } from './mcp-over.ts';

describe('an answer in a dialog that comes after another', () => {
  verifies.each('mcp/ways', [
    ['2026-07-28', MODERN],
    ['2025', LEGACY],
  ])('a second answer in a dialog gets a client of %s the outcome of the first, and no error', async (_, options) => {
    await using mail = await openMailShed();
    const by = { principal: 'grace', kind: 'person', channel: 'test' } as const;
    // Somebody else answers at the last moment: the dialog was answered, and its answer is not yet written.
    const resume: Toolshed['resume'] = async (id, answer) => {
      await mail.shed.resume(id, { approved: false, reason: 'grace said no', by });
      return await mail.shed.resume(id, answer);
    };
    await using mcp = await openMcpOver({ ...mail.shed, resume });
    const client = new Client({ name: 'a client', version: '1' }, options);
    withPerson(() => APPROVE)(client);
    const requestInit = { headers: { authorization: 'Bearer ada' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
    const done = await call(client, 'execute', { code: mailTo('ada@x.org') });
    expect(done).toMatchObject({ status: 'completed', value: ['grace said no'] });
    expect(mail.sent).toEqual([]);
    await client.close();
  });
});
