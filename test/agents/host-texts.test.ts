import { describe, expect, beforeAll, afterAll } from 'vitest';
import { agentTools, type AgentReply } from '@toolshed/runtime';
import { z } from 'zod';
import { openMcpOver, type McpOver } from '../mcp/mcp-over.ts';
import { verifies } from '../support/verifies.ts';
import { expectStatus } from '../support/expect-status.ts';
import { AFTER_DECLINE, DECLINED_AGAIN, HOST_TEXTS, NO_HIT, SOME_AWAY } from './host-texts.ts';
import { openTextsHost, type TextsHost, TOKEN } from './host-texts-shed.ts';

const AGENT = { token: 'ada', capabilities: {} };

describe('what the host tells a model', () => {
  const open = new AsyncDisposableStack();
  let host: TextsHost;
  let mcp: McpOver;
  beforeAll(async () => {
    host = open.use(await openTextsHost());
    mcp = open.use(await openMcpOver(host.shed));
  });
  afterAll(() => open.disposeAsync());

  const viaTools = async (name: string, args: unknown, session = 's'): Promise<AgentReply> => {
    const tools = agentTools(host.shed, { session, approvals: 'auto', decisionWaitMs: 0 });
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return await tool.execute(args);
  };
  const viaMcp = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { content } = await mcp.call(AGENT, name, args);
    return z.array(z.object({ text: z.string() })).parse(content)[0]?.text ?? '';
  };
  const plain = (text: string): string => text.replaceAll(host.server.origin, 'ORIGIN');

  verifies.each(
    'agent/host-texts',
    HOST_TEXTS.map((one) => [one.title, one] as const),
  )('%s', async (_title, { code, error }) => {
    const looped = JSON.parse(plain((await viaTools('run', { code })).text));
    expect(looped).toMatchObject({ status: 'failed' });
    const { line: _line, column: _column, at: _at, ...shown } = looped.error;
    expect(shown).toEqual(error);
    const served = JSON.parse(plain(await viaMcp('execute', { code })));
    expect(served.error).toEqual(looped.error);
    expect(JSON.stringify([looped, served])).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
    expect(JSON.stringify([looped, served])).not.toContain('key-7');
  });

  verifies('agent/search-texts', 'names the words no tool has and the namespaces there are', async () => {
    const query = { query: 'blockchain wallet' };
    expect((await viaTools('search_tools', query)).text).toBe(NO_HIT);
    expect(await viaMcp('search_tools', query)).toBe(NO_HIT);
  });

  verifies(
    'agent/search-texts',
    'marks what is denied and what asks, and names the sources that are away',
    async () => {
      const lines = (await viaTools('search_tools', { query: 'delete a repository' })).text.split('\n');
      expect(lines).toContainEqual(
        expect.stringMatching(/^github\.repos\.delete — .* \(denied by policy: deny github\.repos\.delete\)$/),
      );
      expect(lines.at(-1)).toBe(SOME_AWAY);
      const described = JSON.parse(await viaMcp('describe_tool', { path: 'github.repos.delete' }));
      expect(described.denied).toBe('denied by policy: deny github.repos.delete');
      expect(JSON.parse((await viaTools('describe_tool', { path: 'mail.send' })).text)).toMatchObject({ asks: true });
    },
  );

  verifies('agent/search-texts', 'does the same inside a program, and keeps the list a list', async () => {
    const code = `const found = await tools.$search('delete a repository'); return found.map(({ path, note }) => [path, note])`;
    const { value } = JSON.parse((await viaTools('run', { code })).text);
    expect(value).toContainEqual(['github.repos.delete', 'denied by policy: deny github.repos.delete']);
    const mail = `const [found] = await tools.$search('send a mail'); return found.note`;
    expect(JSON.parse((await viaTools('run', { code: mail })).text).value).toBe('asks a person first');
    const nothing = `Object.prototype.hint = 'forged'; return await tools.$search('launch rockets zeppelin')`;
    const reply = JSON.parse((await viaTools('run', { code: nothing })).text);
    expect(reply.value).toEqual([]);
    const same = JSON.parse(
      (await viaTools('run', { code: `return await tools.toolshed.search({ query: 'zeppelin' })` })).text,
    );
    expect(same.value).toEqual([]);
    const outside = (await viaTools('search_tools', { query: 'launch rockets zeppelin' })).text;
    expect(outside).toMatch(/^No tool matches these words: .*zeppelin.* There are: .*fs \(/);
    expect(JSON.stringify(reply.logs)).toContain(JSON.stringify(`tools.$search: ${outside}`).slice(1, -1));
  });

  verifies(
    'agent/host-texts',
    'an unknown id is answered with the executions of the session, and of no other',
    async () => {
      const named = async (session: string) =>
        (await viaTools('get_execution', { execution_id: 'exec_nope' }, session)).text;
      expect(await named('empty')).toBe(
        'execution/unknown: Cannot find the execution "exec_nope": this session has no execution with this id. Ids look like exec_… and are in the reply to the call that ran the program; nothing has run in it yet',
      );
      const { executionId } = JSON.parse((await viaTools('run', { code: 'return 1' }, 'own')).text);
      const other = JSON.parse((await viaTools('run', { code: 'return 1' }, 'other')).text).executionId;
      expect(await named('own')).toContain(`the latest in it: ${executionId} (completed)`);
      expect(await named('own')).not.toContain(other);
      const foreign = (await viaTools('get_execution', { execution_id: other }, 'own')).text;
      expect(foreign).toBe((await named('own')).replace('exec_nope', other));
      const served = await viaMcp('get_execution', { execution_id: other });
      expect(served).toContain('this session has no execution with this id');
      expect(served).not.toContain(executionId);
    },
  );
});

describe('a call that a person declined', () => {
  const PROGRAM = `
    const send = (to) => tools.mail.send({ to }).then(() => 'sent', ({ code, message, reason }) => ({ code, message, reason }));
    const first = await send('ada@x.org');
    const again = await send('ada@x.org');
    return { first, again, other: await send('bob@x.org') };`;

  verifies('agent/declined-again', 'is declined again without asking, journaled, and replayed exactly', async () => {
    await using host = await openTextsHost();
    const { shed } = host;
    const paused = expectStatus(await shed.execute(PROGRAM), 'paused');
    const next = expectStatus(
      await shed.resume(paused.executionId, { approved: false, reason: 'not today' }),
      'paused',
    );
    expect(next.pending.map(({ args }) => args)).toEqual([{ to: 'bob@x.org' }]);
    const done = expectStatus(await shed.resume(next.paused.elicitationId, true), 'completed');
    expect(done.value).toMatchObject({
      first: { code: 'tool/declined' },
      again: { code: 'tool/declined', message: DECLINED_AGAIN, reason: 'not today' },
      other: 'sent',
    });
    const kinds = (await shed.journal(paused.executionId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'asked')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'call-refused')).toHaveLength(1);
    expect(await shed.replay(paused.executionId)).toMatchObject({ kind: 'same' });
  });

  verifies.each('agent/declined-again', [
    ['was cancelled', { action: 'cancel' }],
    ['was answered in other words', { action: 'other', data: 'first show me the text' }],
  ] as const)('is asked about again where it %s', async (_, answer) => {
    await using host = await openTextsHost();
    const paused = expectStatus(await host.shed.execute(PROGRAM), 'paused');
    const next = expectStatus(await host.shed.resume(paused.executionId, answer), 'paused');
    expect(next.pending.map(({ args }) => args)).toEqual([{ to: 'ada@x.org' }]);
  });

  verifies('agent/declined-again', 'fails its program with what the model should do next', async () => {
    await using host = await openTextsHost();
    const [run, resume] = agentTools(host.shed, { session: 's', approvals: 'auto', decisionWaitMs: 0 });
    const paused = JSON.parse((await run?.execute({ code: `await tools.mail.send({ to: 'a@x.org' })` }))?.text ?? '');
    const declined = await resume?.execute({ execution_id: paused.executionId, approved: false });
    expect(JSON.parse(declined?.text ?? '')).toMatchObject({ status: 'failed', next: AFTER_DECLINE });
  });
});
