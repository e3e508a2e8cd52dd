import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { APPROVE, mailTo } from './clients.ts';
import { createStateSeal } from '@toolshed/server/internal/mcp/pause/ask/request-state';
import { openMcpOver } from './mcp-over.ts';
import { ASKS, type McpShed, openMcpShed } from './mcp-shed.ts';
import type { Answer } from './raw-wire.ts';
import { showing, viewIn } from './shown-view.ts';

const ADA = { token: 'ada', capabilities: ASKS };
const EVE = { token: 'eve', capabilities: ASKS };
const PROGRAM = { code: mailTo('bank@x.org') };

interface Asked {
  readonly requestState: unknown;
  readonly key: string;
  readonly approval: Answer;
}

async function ask({ call }: McpShed, as = ADA, args: Answer = PROGRAM): Promise<Asked> {
  const { resultType, requestState, inputRequests } = await call(as, 'execute', args);
  expect(resultType).toBe('input_required');
  const [key = ''] = Object.keys(inputRequests ?? {});
  return { requestState, key, approval: { requestState, inputResponses: { [key]: APPROVE } } };
}

const refusedWith = (reason: string) => ({ code: -32602, data: { reason } });

describe('a client of 2026-07-28 that does not keep to the rules', () => {
  verifies('mcp/state', 'cannot approve what it was not asked', async () => {
    await using mcp = await openMcpShed();
    const guess = { inputResponses: { approve: APPROVE, ok: APPROVE, decision: APPROVE } };
    expect(await mcp.call(ADA, 'execute', PROGRAM, guess)).toMatchObject({ resultType: 'input_required' });
    const [{ elicitationId: elicitation } = { elicitationId: '' }] = await mcp.shed.pending();
    const seen = { inputResponses: { [elicitation]: APPROVE } };
    expect(await mcp.call(ADA, 'execute', PROGRAM, seen)).toMatchObject({ resultType: 'input_required' });
    expect(mcp.sent).toEqual([]);
    expect(await mcp.shed.pending()).toHaveLength(2);
  });

  verifies('mcp/state', 'cannot answer twice with a state', async () => {
    await using mcp = await openMcpShed();
    const code = `await tools.mail.send({ to: 'one' }); await tools.mail.send({ to: 'two' })`;
    const { approval } = await ask(mcp, ADA, { code });
    const second = await mcp.call(ADA, 'execute', { code }, approval);
    expect(second).toMatchObject({ resultType: 'input_required' });
    const again = await mcp.call(ADA, 'execute', { code }, approval);
    expect(again).toMatchObject({ resultType: 'input_required', inputRequests: second['inputRequests'] });
    expect(mcp.sent).toEqual(['one']);
  });

  verifies('mcp/state', 'gets the outcome of the first answer, whatever it sends with that state later', async () => {
    await using mcp = await openMcpShed();
    const { requestState, key } = await ask(mcp);
    const answer = (action: string) => ({ requestState, inputResponses: { [key]: { ...APPROVE, action } } });
    const first = await mcp.call(ADA, 'execute', PROGRAM, answer('decline'));
    expect(first).toMatchObject({ resultType: 'complete', ...showing({ value: ['rejected'] }) });
    const again = await mcp.call(ADA, 'execute', PROGRAM, answer('accept'));
    expect(viewIn(again)).toEqual(viewIn(first));
    expect(again['content']).toContainEqual({
      type: 'text',
      text: expect.stringContaining('nothing was answered now'),
    });
    expect(mcp.sent).toEqual([]);
    await expect(mcp.call(EVE, 'execute', PROGRAM, answer('accept'))).rejects.toMatchObject(refusedWith('not-yours'));
    await expect(mcp.call(ADA, 'execute', { code: mailTo('thief@x.org') }, answer('accept'))).rejects.toMatchObject(
      refusedWith('another-call'),
    );
  });

  verifies(
    'mcp/state',
    'cannot answer with a state that another server of the same key took, and is asked what is still open',
    async () => {
      const key = new Uint8Array(32).fill(7);
      const seal = () => createStateSeal({ key, now: Date.now });
      await using mcp = await openMcpShed({ seal: seal() });
      const code = `await Promise.all([tools.mail.send({ to: 'one' }), tools.mail.send({ to: 'two' })])`;
      const { requestState, inputRequests } = await mcp.call(ADA, 'execute', { code });
      const [one = '', two = ''] = Object.keys(inputRequests ?? {});
      await mcp.call(ADA, 'execute', { code }, { requestState, inputResponses: { [one]: APPROVE } });
      // As after a restart: nothing remembers the state but the journal.
      await using again = await openMcpOver(mcp.shed, { seal: seal() });
      const late = { requestState, inputResponses: { [two]: APPROVE } };
      const reply = await again.call(ADA, 'execute', { code }, late);
      expect(reply).toMatchObject({ resultType: 'input_required' });
      expect(Object.keys(reply['inputRequests'] ?? {})).toEqual([two]);
      expect(mcp.sent).toEqual(['one']);
    },
  );

  verifies('mcp/state', 'cannot answer one execution with the state of another', async () => {
    await using mcp = await openMcpShed();
    const harmless = await ask(mcp, ADA, { code: mailTo('friend@x.org') });
    const harmful = await ask(mcp);
    const swapped = { requestState: harmless.requestState, inputResponses: { [harmful.key]: APPROVE } };
    await expect(mcp.call(ADA, 'execute', PROGRAM, swapped)).rejects.toMatchObject(refusedWith('another-call'));
    const hidden = { ...swapped, inputResponses: { [harmful.key]: APPROVE } };
    expect(await mcp.call(ADA, 'execute', { code: mailTo('friend@x.org') }, hidden)).toMatchObject({
      resultType: 'input_required',
      inputRequests: { [harmless.key]: {} },
    });
    expect(mcp.sent).toEqual([]);
  });

  verifies('mcp/state', 'cannot change the arguments when it calls again', async () => {
    await using mcp = await openMcpShed();
    const { approval } = await ask(mcp);
    for (const args of [{ code: mailTo('thief@x.org') }, { ...PROGRAM, session: 'other' }]) {
      await expect(mcp.call(ADA, 'execute', args, approval)).rejects.toMatchObject(refusedWith('another-call'));
    }
    await expect(mcp.call(ADA, 'cancel', { execution_id: 'exec_x' }, approval)).resolves.toMatchObject({
      isError: true,
    });
    expect(mcp.sent).toEqual([]);
  });

  verifies('mcp/state', 'cannot use the state of another principal', async () => {
    await using mcp = await openMcpShed();
    const { approval } = await ask(mcp);
    await expect(mcp.call(EVE, 'execute', PROGRAM, approval)).rejects.toMatchObject(refusedWith('not-yours'));
    expect(mcp.sent).toEqual([]);
  });

  verifies('mcp/state', 'cannot use a state that has expired', async () => {
    await using mcp = await openMcpShed();
    const { approval } = await ask(mcp);
    mcp.clock.now += 60_001;
    await expect(mcp.call(ADA, 'execute', PROGRAM, approval)).rejects.toMatchObject(refusedWith('expired'));
    expect(mcp.sent).toEqual([]);
    expect(await mcp.shed.pending()).toHaveLength(1);
  });

  verifies('mcp/state', 'cannot change, cut or make up a state', async () => {
    await using mcp = await openMcpShed();
    const { requestState, key } = await ask(mcp);
    const state = String(requestState);
    const flipped = state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const forgeries = [
      flipped,
      `${state}A`,
      `${state}=`,
      state.slice(0, -4),
      'ts1.',
      'exec_1',
      '',
      state.replace('ts1', 'ts2'),
    ];
    for (const forged of forgeries) {
      const inputResponses = { [key]: APPROVE };
      await expect(
        mcp.call(ADA, 'execute', PROGRAM, { requestState: forged, inputResponses }),
        forged,
      ).rejects.toMatchObject({ code: -32602 });
    }
    expect(mcp.sent).toEqual([]);
  });

  verifies('mcp/forms', 'cannot approve by accepting a form it did not fill in, or filled in otherwise', async () => {
    await using mcp = await openMcpShed();
    const contents = [
      undefined,
      {},
      { decision: true },
      { decision: 'approve' },
      { approved: true },
      { decision: ['Approve'] },
    ];
    for (const content of contents) {
      const { requestState, key } = await ask(mcp);
      const inputResponses = { [key]: { action: 'accept', content } };
      const again = await mcp.call(ADA, 'execute', PROGRAM, { requestState, inputResponses });
      expect(again).toMatchObject({
        resultType: 'input_required',
        inputRequests: { [key]: { params: { message: expect.stringContaining('was not taken') } } },
      });
    }
    expect(mcp.sent).toEqual([]);
  });

  verifies('mcp/agent', 'cannot take the place of the person by no longer saying that it can ask', async () => {
    await using mcp = await openMcpShed();
    await ask(mcp);
    const [{ executionId: execution } = { executionId: '' }] = await mcp.shed.pending();
    const silent = { token: 'ada', capabilities: {} };
    const result = await mcp.call(silent, 'resume', { execution_id: execution, approved: true });
    expect(result).toMatchObject({
      ...showing({ status: 'paused', next: expect.stringContaining('Only a person') }),
    });
    expect(mcp.sent).toEqual([]);
  });

  verifies('mcp/state', 'can answer some of the questions now and the others later', async () => {
    await using mcp = await openMcpShed();
    const args = { code: mailTo('one', 'two') };
    const first = await mcp.call(ADA, 'execute', args);
    const [one = '', two = ''] = Object.keys(first['inputRequests'] ?? {});
    const second = await mcp.call(ADA, 'execute', args, {
      requestState: first['requestState'],
      inputResponses: { [two]: APPROVE, made_up: APPROVE },
    });
    expect(Object.keys(second['inputRequests'] ?? {})).toEqual([one]);
    const done = await mcp.call(ADA, 'execute', args, {
      requestState: second['requestState'],
      inputResponses: { [one]: { action: 'decline' } },
    });
    expect(done).toMatchObject({ resultType: 'complete', ...showing({ status: 'completed' }) });
    expect(mcp.sent).toEqual(['two']);
  });
});

describe('two clients of one server', () => {
  verifies(
    'mcp/principals',
    'neither see nor answer nor cancel each other’s executions, nor learn that they exist',
    async () => {
      await using mcp = await openMcpShed();
      const ada = { token: 'ada', capabilities: {} };
      const eve = { token: 'eve', capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
      const paused = await mcp.call(ada, 'execute', { ...PROGRAM, idempotency_key: 'k' });
      const { executionId: execution_id } = Object(viewIn(paused));
      for (const [tool, more] of [
        ['get_execution', {}],
        ['resume', { approved: true }],
        ['cancel', {}],
      ] as const) {
        const [real, invented] = await Promise.all(
          [execution_id, 'exec_none'].map((id) => mcp.call(eve, tool, { execution_id: id, ...more })),
        );
        expect(real).toMatchObject({ isError: true });
        expect(JSON.stringify(real)).toBe(JSON.stringify(invented).replaceAll('exec_none', execution_id));
      }
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        await expect(mcp.request(eve, method, { taskId: execution_id, inputResponses: {} })).rejects.toMatchObject({
          code: -32602,
        });
      }
      expect(await mcp.shed.get(execution_id)).toMatchObject({ status: 'paused' });
      expect(mcp.sent).toEqual([]);
    },
  );

  verifies(
    'mcp/principals',
    'share neither a session of the same name nor its approvals nor an idempotency key',
    async () => {
      await using mcp = await openMcpShed();
      const args = { ...PROGRAM, session: 'main', idempotency_key: 'k' };
      const { requestState, key } = await ask(mcp, ADA, args);
      const remember = {
        action: 'accept',
        content: { decision: 'Approve, also later calls of this tool in this session, for 8 hours' },
      };
      await mcp.call(ADA, 'execute', args, { requestState, inputResponses: { [key]: remember } });
      expect(mcp.sent).toEqual(['bank@x.org']);
      expect(await mcp.shed.grants.list()).toMatchObject([
        { pattern: 'mail.send', scope: 'session', session: 'mcp:ada/main', expiresAt: expect.any(Number) },
      ]);
      expect(await mcp.call(EVE, 'execute', args)).toMatchObject({ resultType: 'input_required' });
      expect(await mcp.call(EVE, 'execute', { ...PROGRAM, session: 'ada/main' })).toMatchObject({
        resultType: 'input_required',
      });
      expect(await mcp.call(ADA, 'execute', { ...PROGRAM, session: 'main' })).toMatchObject({ resultType: 'complete' });
      expect(mcp.sent).toEqual(['bank@x.org', 'bank@x.org']);
    },
  );
});
