// The steps of the lifecycle that an MCP client and its agent take.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { APPROVE, type Asked, call, LEGACY, SILENT, withPerson } from '../../../mcp/clients.ts';
import { type McpShed, openMcpShed } from '../../../mcp/mcp-shed.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const SEND = { code: `return await tools.mail.send({ to: 'ada', subject: 'Hello' })` };

describe('a destructive call over MCP', () => {
  let mcp: McpShed;
  beforeAll(async () => {
    mcp = await openMcpShed();
  });
  afterAll(() => mcp[Symbol.asyncDispose]());

  const connect = async (options: object, prepare: (client: Client) => void = () => undefined): Promise<Client> => {
    const client = new Client({ name: 'ada', version: '1' }, options);
    prepare(client);
    const requestInit = { headers: { authorization: 'Bearer ada' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
    return client;
  };

  verifies('mcp/agent', 'is shown by a client that can ask, with all that would run', async () => {
    const asked: Asked[] = [];
    const client = await connect(
      LEGACY,
      withPerson((params) => {
        asked.push(params);
        return APPROVE;
      }),
    );
    expect(await call(client, 'execute', SEND)).toMatchObject({ status: 'completed', value: { sent: 'ada' } });
    shows('engine/client-shows', asked[0]?.message).toMatch(/Send a mail to ada\?.*mail\.send.*"ada".*"Hello"/s);
    expect(asked).toHaveLength(1);
    await client.close();
  });

  verifies('mcp/agent', 'is passed on by the agent of a client that cannot, as the agent’s word', async () => {
    const client = await connect(SILENT);
    const { executionId: execution_id } = await call(client, 'execute', SEND);
    const done = await call(client, 'resume', { execution_id, approved: true });
    shows('engine/agent-resumes', done).toMatchObject({ status: 'completed', value: { sent: 'ada' } });
    const answered = (await mcp.shed.journal(execution_id)).find(({ kind }) => kind === 'answered');
    expect(answered).toMatchObject({ answer: { by: { kind: 'agent' } } });
    await client.close();
  });
});
