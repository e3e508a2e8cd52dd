import { defineTool, InvalidOptionsError } from '@toolshed/kernel';
import {
  type AgentReply,
  type AgentTool,
  agentTools,
  type AgentToolsOptions,
  type OpenOptions,
  type Toolshed,
} from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const SEND = `return await tools.mail.send({ to: 'ada@x.org' })`;

async function opened(store: OpenOptions['store'] = 'memory') {
  const sent: string[] = [];
  const send = defineTool({
    path: 'mail.send',
    description: 'Sends a mail',
    input: z.object({ to: z.string() }),
    destructive: true,
    handler: (_context, { to }) => {
      sent.push(to);
      return `sent to ${to}`;
    },
  });
  return { shed: await openInThread({ tools: [send], store }), sent };
}

const toolsOf = (shed: Toolshed, options: Partial<AgentToolsOptions> = {}) => {
  const tools = agentTools(shed, { session: 's', agent: 'planner', decisionWaitMs: 0, ...options });
  return (name: string, args: unknown, signal?: AbortSignal): Promise<AgentReply> => {
    const tool = tools.find((one: AgentTool) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool.execute(args, { signal });
  };
};

const executionIn = ({ structured }: AgentReply): string => z.string().parse(structured?.['executionId']);
const questionIn = ({ structured }: AgentReply): string =>
  z.object({ pending: z.tuple([z.object({ elicitationId: z.string() })]) }).parse(structured).pending[0].elicitationId;

describe('the tools for an agent loop', () => {
  verifies('agent/done', 'name what a program changed, also if it says that it did not', async () => {
    const { shed, sent } = await opened();
    await using _ = shed;
    const call = toolsOf(shed);
    const asked = await call('run', {
      code: `const sent = await tools.mail.send({ to: 'ada@x.org' });\nif (!sent.success) return 'Could not send the mail'`,
    });
    await shed.resume(questionIn(asked), true);
    const { text } = await call('get_execution', { execution_id: executionIn(asked) });
    expect(sent).toEqual(['ada@x.org']);
    expect(JSON.parse(text)).toMatchObject({ value: 'Could not send the mail', done: ['mail.send (line 1)'] });
  });

  verifies('agent/tools', 'are described by name, words and JSON Schema', async () => {
    await using shed = (await opened()).shed;
    const tools = agentTools(shed, { session: 's' });
    expect(tools.map(({ name }) => name)).toEqual([
      'run',
      'resume',
      'search_tools',
      'describe_tool',
      'get_execution',
      'cancel',
    ]);
    for (const { description, inputSchema } of tools) {
      expect(description).not.toBe('');
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  verifies('agent/tools', 'reply with the value of a program, and with where it failed', async () => {
    await using shed = (await opened()).shed;
    const call = toolsOf(shed);
    const done = await call('run', { code: 'console.log("hi"); return 6 * 7' });
    expect(JSON.parse(done.text)).toMatchObject({ status: 'completed', value: 42, logs: ['hi'] });
    expect(done.isError).toBe(false);
    const failed = await call('run', { code: 'const a = 1;\nthrow new Error("no")' });
    expect(JSON.parse(failed.text)).toMatchObject({ status: 'failed', error: { line: 2 } });
    expect(failed.isError).toBe(true);
  });

  verifies('agent/tools', 'take a session of one line, and repeat an unknown id shortened and escaped', async () => {
    await using shed = (await opened()).shed;
    for (const session of ['', 'a\u0000b', 'a\nb', 'x'.repeat(201)])
      expect(() => agentTools(shed, { session })).toThrow(InvalidOptionsError);
    const { text } = await toolsOf(shed)('get_execution', { execution_id: `exec_\u001b[31m${'x'.repeat(5_000)}` });
    expect(text).toMatch(
      /^execution\/unknown: Cannot find the execution "exec_‹U\+001B›\[31mx+…": this session has no execution with this id/,
    );
    expect(text.length).toBeLessThan(400);
    expect(text).not.toContain('toolshed list');
  });

  verifies('agent/tools', 'refuse what the model got wrong in words it can act on', async () => {
    await using shed = (await opened()).shed;
    const call = toolsOf(shed);
    expect(await call('run', { program: 'return 1' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^usage\/invalid: Cannot call run: .*; nothing was done$/),
    });
    expect(await call('run', 'return 1')).toMatchObject({ isError: true });
    expect((await call('describe_tool', { path: 'mail.sent' })).text).toContain('did you mean mail.send?');
    expect((await call('search_tools', { query: 'mail' })).text).toMatch(/^mail\.send — .* \(asks\)$/m);
  });

  verifies(
    'agent/no-self-approval',
    'do not let an agent whose word counts answer for one whose word does not, in this process or another',
    async () => {
      using folder = newStoreFolder();
      const { shed, sent } = await opened({ sqlite: folder.file });
      const paused = await toolsOf(shed)('run', { code: SEND });
      const passing = { agent: 'passing', approvals: 'auto' } as const;
      const answer = { execution_id: executionIn(paused), approved: true };
      expect(JSON.parse((await toolsOf(shed, passing)('resume', answer)).text)).toMatchObject({ status: 'paused' });
      await shed[Symbol.asyncDispose]();
      const other = await opened({ sqlite: folder.file });
      await using _ = other.shed;
      const again = await toolsOf(other.shed, { ...passing, labels: { 'agent-approvals': 'auto' } })('resume', answer);
      expect(JSON.parse(again.text)).toMatchObject({ status: 'paused' });
      expect([...sent, ...other.sent]).toEqual([]);
    },
  );

  verifies('agent/no-self-approval', 'do not let a model approve its own call', async () => {
    const { shed, sent } = await opened();
    await using _ = shed;
    const call = toolsOf(shed, { inboxUrl: (id) => `https://inbox.test/${id}` });
    const paused = await call('run', { code: SEND });
    const id = questionIn(paused);
    expect(JSON.parse(paused.text).next).toBe(
      `Only a person can decide this, and not through you. Tell the user to open https://inbox.test/${id}. Then call get_execution.`,
    );
    const tried = await call('resume', { execution_id: executionIn(paused), elicitation_id: id, approved: true });
    expect(JSON.parse(tried.text)).toMatchObject({ status: 'paused' });
    expect(sent).toEqual([]);
    await shed.resume(id, true);
    const after = await call('get_execution', { executionId: executionIn(paused) });
    expect(JSON.parse(after.text)).toMatchObject({ status: 'completed', value: 'sent to ada@x.org' });
  });

  verifies(
    'agent/no-self-approval',
    'let a model pass on an answer where the host says so, recorded as its own',
    async () => {
      const { shed, sent } = await opened();
      await using _ = shed;
      const call = toolsOf(shed, { approvals: 'auto' });
      const paused = await call('run', { code: `try { ${SEND} } catch (error) { return error.message }` });
      expect(JSON.parse(paused.text).next).toContain('Never decide for the user.');
      const answer = { execution_id: executionIn(paused), elicitation_id: questionIn(paused), approved: false };
      const denied = await call('resume', { ...answer, reason: 'not on a Sunday' });
      expect(JSON.parse(denied.text).value).toContain('not on a Sunday');
      expect(sent).toEqual([]);
      const journal = await shed.journal(executionIn(paused));
      expect(journal.find(({ kind }) => kind === 'answered')).toMatchObject({
        answer: { by: { principal: 'planner', kind: 'agent' } },
      });
    },
  );

  verifies('agent/tools', 'take no word of the model for an execution that began where a person is asked', async () => {
    const { shed: opening, sent } = await opened();
    await using shed = opening;
    const { executionId } = await shed.execute(SEND, { session: 's', labels: { 'mcp-asks': 'form' } });
    await toolsOf(shed, { approvals: 'auto' })('resume', { execution_id: executionId, approved: true });
    expect([(await shed.get(executionId)).status, sent]).toEqual(['paused', []]);
  });

  verifies('agent/tools', 'know nothing of the executions of another session', async () => {
    await using shed = (await opened()).shed;
    const paused = await toolsOf(shed, { session: 'other', approvals: 'auto' })('run', { code: SEND });
    const id = executionIn(paused);
    const call = toolsOf(shed, { approvals: 'auto' });
    const texts = [
      await call('get_execution', { execution_id: id }),
      await call('cancel', { execution_id: id }),
      await call('resume', { execution_id: id, approved: true }),
    ].map(({ text }) => text.replace(/:.*/s, ''));
    expect(texts).toEqual(Array.from({ length: 3 }, () => 'execution/unknown'));
  });

  verifies('agent/tools', 'cancel a program whose call is aborted', async () => {
    await using shed = (await opened()).shed;
    const call = toolsOf(shed);
    const abort = new AbortController();
    const running = call('run', { code: 'for (;;) await sleep(20)' }, abort.signal);
    await expect.poll(async () => (await shed.list({ session: 's' })).length).toBe(1);
    abort.abort();
    await running.catch(() => undefined);
    await expect.poll(async () => (await shed.list({ session: 's' }))[0]?.status).toBe('cancelled');
    await expect(call('run', { code: 'return 1' }, abort.signal)).rejects.toThrow();
  });

  it('are refused with an option that is misspelt', async () => {
    await using shed = (await opened()).shed;
    const options: object = { session: 's', aproval: 'auto' };
    const misspelt: AgentToolsOptions = { session: 's', ...options };
    expect(() => agentTools(shed, misspelt)).toThrow(InvalidOptionsError);
  });
});
