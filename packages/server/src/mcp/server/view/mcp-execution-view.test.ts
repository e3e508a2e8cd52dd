import { ElicitationId, ExecutionId, type PendingElicitation } from '@toolshed/kernel';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { executionReply } from './mcp-execution-view.js';

it('an execution, as an MCP client reads it, says of a pending call where its tool comes from', () => {
  const executionId = ExecutionId.parse('exec_1');
  const origin = { kind: 'mcp', server: 'npx mail', name: 'send', account: 'secret mail' } as const;
  const paused: PendingElicitation = {
    executionId,
    elicitationId: ElicitationId.parse('elic_1'),
    toolPath: 'mail.send',
    message: 'Send?',
    args: {},
    type: 'approval',
    asker: 'gate',
    request: { type: 'approval', message: 'Send?', origin },
    session: 'default',
    labels: {},
    call: 1,
    askedAt: 0,
  };
  const common = {
    executionId,
    session: 'default',
    parent: undefined,
    purpose: undefined,
    logs: [],
    emitted: [],
    calls: [],
  };
  const reply = executionReply({ ...common, sandbox: undefined, status: 'paused', paused, pending: [paused] });
  expect(reply.structuredContent).toBeUndefined();
  const [{ text }] = z.tuple([z.object({ type: z.literal('text'), text: z.string() })]).parse(reply.content);
  expect(JSON.parse(text)).toMatchObject({ pending: [{ toolPath: 'mail.send', request: { origin } }] });
});
