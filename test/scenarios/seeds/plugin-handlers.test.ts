// Seed 001_e55235a83244a77d.txt, "The elicitation lifecycle", "Session approvals" and "Using elicit() in plugin
// handlers", through a host; and seed 000_1a20b74940af46e8.txt, "Elicitation vs Confirmation" and "Timeout handling".

import { definePlugin, defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { untilEntry } from '../../support/durable/until.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { openMailShed } from '../../support/mail-shed.ts';
import { verifies } from '../../support/verifies.ts';

const ARGS = { owner: 'ada', repo: 'engine', title: 'Notes' };
const CREATE = `return await tools.github.issues.create(${JSON.stringify(ARGS)})`;

const openGithub = (asks: 'gate' | 'handler') => {
  const create = defineTool({
    path: 'github.issues.create',
    description: 'Create an issue',
    input: z.object({ owner: z.string(), repo: z.string(), title: z.string() }),
    destructive: asks === 'gate',
    async handler(context, input) {
      if (asks === 'gate') return { title: input.title };
      const approval = await context.elicit({
        toolPath: 'github.issues.create',
        message: `Create issue "${input.title}" in ${input.owner}/${input.repo}?`,
        args: input,
        type: 'approval',
      });
      if (!approval.approved) throw new Error('Issue creation denied by user');
      return { title: input.title, executionId: approval.executionId };
    },
  });
  return openToolshed({ tools: [definePlugin({ name: 'github', tools: [create] })], store: 'memory' });
};

describe('seed 001_e55235a83244a77d.txt, the lifecycle through a host', () => {
  verifies('pause/shape', 'grants/scopes');

  it('pauses with executionId, toolPath, message and args, and goes on when a person approves', async () => {
    await using shed = await openGithub('gate');
    const { executionId, paused } = expectStatus(await shed.execute(CREATE), 'paused');
    expect(paused).toMatchObject({ executionId, toolPath: 'github.issues.create', args: ARGS, type: 'approval' });
    expect(await shed.resume(executionId, true)).toMatchObject({ status: 'completed', value: { title: 'Notes' } });
  });

  it('does not pause for what was approved for the session', async () => {
    await using shed = await openGithub('gate');
    const { executionId } = await shed.execute(CREATE, { session: 'chat' });
    await shed.resume(executionId, { approved: true, remember: 'session' });
    expectStatus(await shed.execute(CREATE, { session: 'chat' }), 'completed');
    expectStatus(await shed.execute(CREATE, { session: 'another' }), 'paused');
  });
});

describe('seed 001_e55235a83244a77d.txt, elicit() in plugin handlers', () => {
  verifies('elicit/kinds');

  it('asks for approval from within the handler, which proceeds or throws', async () => {
    await using shed = await openGithub('handler');
    const first = expectStatus(await shed.execute(CREATE), 'paused');
    expect(first.paused).toMatchObject({
      message: 'Create issue "Notes" in ada/engine?',
      asker: 'handler',
      args: ARGS,
    });
    const { executionId } = first;
    expect(await shed.resume(executionId, true)).toMatchObject({ value: { title: 'Notes', executionId } });
    const second = await shed.execute(CREATE);
    const denied = expectStatus(await shed.resume(second.executionId, false), 'failed');
    expect(denied.error).toMatchObject({ code: 'tool/failed', line: 1 });
  });
});

describe('seed 000_1a20b74940af46e8.txt, confirmation beside elicitation', () => {
  verifies('edit/runs', 'durable/expiry');

  it.each([
    ['approve', { approved: true }, ['ada']],
    ['skip', { approved: false }, []],
    ['edit', { approved: true, args: { to: 'bob', subject: 'x' } }, ['bob']],
  ] as const)('lets a person %s a tool run', async (_what, answer, sent) => {
    await using mail = await openMailShed();
    const { executionId } = await mail.shed.execute(`return await tools.mail.send({ to: 'ada' })`);
    await mail.shed.resume(executionId, answer);
    expect(mail.sent).toEqual(sent);
  });

  it('takes a timeout with the request, which is an answer', async () => {
    await using mail = await openMailShed();
    const completed = untilEntry(mail.shed, 'completed');
    const { executionId } = await mail.shed.execute(
      `return (await elicit({ type: 'text', prompt: 'Name?', expiresInMs: 50 })).action`,
    );
    await completed;
    expect(await mail.shed.get(executionId)).toMatchObject({ value: 'expired' });
  });
});
