import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import {
  APPROVE,
  type Asked,
  answeredBy,
  call,
  DENY,
  LEGACY,
  MODERN,
  mailTo,
  SILENT,
  SILENT_MODERN,
  withPerson,
} from './clients.ts';
import { type Carrier, openMcpBench } from './mcp-bench.ts';
import { openWire } from './raw-wire.ts';
import { showing } from './shown-view.ts';

describe.each<Carrier>(['stdio', 'http'])('a pause over %s', { timeout: 60_000 }, (carrier) => {
  verifies('mcp/ways', 'asks a client of 2026-07-28 everything at once and continues with each answer', async () => {
    await using bench = await openMcpBench(carrier);
    const asked: Asked[] = [];
    const person = withPerson((params) => {
      asked.push(params);
      return params.message.includes('Send a mail to ada@') ? APPROVE : DENY;
    });
    const client = await bench.connect(MODERN, person);
    const done = await call(client, 'execute', { code: mailTo('ada@x.org', 'bob@x.org') });
    expect(done).toMatchObject({ status: 'completed', value: ['fulfilled', 'not today'] });
    expect(asked.map(({ message }) => /Send a mail to \S+/.exec(message)?.[0])).toEqual([
      'Send a mail to ada@x.org?',
      'Send a mail to bob@x.org?',
    ]);
    expect(asked[0]?.message).toContain('"ada@x.org"');
    expect(await bench.outbox()).toEqual(['ada@x.org']);
    expect(await answeredBy(bench, done.executionId)).toEqual(['person accept', 'person decline']);
    await client.close();
  });

  verifies('mcp/ways', 'gives a client that knows tasks a task, which is answered and ends', async () => {
    await using bench = await openMcpBench(carrier);
    await using wire = await openWire(bench, { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } });
    const created = await wire.call('execute', { code: mailTo('ada@x.org') });
    expect(created).toMatchObject({ resultType: 'task', taskId: expect.stringMatching(/^exec_/) });
    const taskId = String(created['taskId']);
    const waiting = await wire.untilTask(taskId, 'input_required');
    const [key = ''] = Object.keys(waiting['inputRequests'] ?? {});
    expect(await wire.request('tasks/update', { taskId, inputResponses: { [key]: APPROVE } })).toMatchObject({
      resultType: 'complete',
    });
    expect(await wire.untilTask(taskId, 'completed')).toMatchObject({
      result: { ...showing({ status: 'completed', value: ['fulfilled'] }) },
    });
    expect(await bench.outbox()).toEqual(['ada@x.org']);
  });

  verifies('mcp/ways', 'tells a client that listens what becomes of its task', async () => {
    await using bench = await openMcpBench(carrier);
    await using wire = await openWire(bench, { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } });
    const { taskId } = await wire.call('execute', { code: mailTo('ada@x.org') });
    const received = wire.listen([String(taskId), 'exec_of_somebody_else']);
    expect(await received.next()).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds: [taskId] } },
    });
    const asked = { method: 'notifications/tasks', params: { status: 'input_required' } };
    // It may still be at work when the client begins to listen.
    await expect.poll(() => received.next(), { interval: 0 }).toMatchObject(asked);
    await wire.request('tasks/cancel', { taskId });
    expect(await received.next()).toMatchObject({ method: 'notifications/tasks', params: { status: 'cancelled' } });
    expect(await received.next()).toMatchObject({ result: { resultType: 'complete' } });
  });

  verifies.each('mcp/ways', ['2025-11-25', '2025-06-18'])('pushes each question to a client of %s', async (version) => {
    await using bench = await openMcpBench(carrier);
    const answers = [APPROVE, DENY];
    const options = { ...LEGACY, supportedProtocolVersions: [version] };
    const client = await bench.connect(
      options,
      withPerson(() => answers.shift() ?? { action: 'cancel' }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const done = await call(client, 'execute', { code: mailTo('ada@x.org', 'bob@x.org') });
    expect(done).toMatchObject({ status: 'completed', value: ['fulfilled', 'not today'] });
    expect(await bench.outbox()).toEqual(['ada@x.org']);
    expect(await answeredBy(bench, done.executionId)).toEqual(['person accept', 'person decline']);
    await client.close();
  });

  verifies('mcp/ways', 'lets a client whose call ran out of time take the same execution up again', async () => {
    await using bench = await openMcpBench(carrier);
    const asked = Promise.withResolvers<void>();
    const never = new Promise<never>(() => undefined);
    const answers = [never, Promise.resolve(APPROVE)];
    const client = await bench.connect(
      LEGACY,
      withPerson(() => {
        asked.resolve();
        return answers.shift() ?? never;
      }),
    );
    const args = { code: mailTo('ada@x.org'), idempotency_key: 'once' };
    const gaveUp = new AbortController();
    const first = client.callTool({ name: 'execute', arguments: args }, { signal: gaveUp.signal });
    await asked.promise;
    gaveUp.abort();
    await expect(first).rejects.toThrow();
    const done = await call(client, 'execute', args);
    expect(done).toMatchObject({ status: 'completed', value: ['fulfilled'] });
    expect(await bench.outbox()).toEqual(['ada@x.org']);
    await client.close();
  });

  verifies.each('mcp/agent', [
    ['2025', SILENT],
    ['2026', SILENT_MODERN],
  ])(
    'goes through the agent of a client of %s that cannot ask, and is recorded as the agent’s word',
    async (_, options) => {
      await using bench = await openMcpBench(carrier);
      const client = await bench.connect(options);
      const paused = await call(client, 'execute', { code: mailTo('ada@x.org', 'bob@x.org') });
      expect(paused).toMatchObject({ status: 'paused', next: expect.stringContaining('call resume') });
      const [ada, bob] = paused.pending ?? [];
      const { executionId: execution_id } = paused;
      await call(client, 'resume', { execution_id, elicitation_id: ada?.elicitationId, approved: true });
      const done = await call(client, 'resume', {
        execution_id,
        elicitation_id: bob?.elicitationId,
        approved: false,
        reason: 'no',
      });
      expect(done).toMatchObject({ status: 'completed', value: ['fulfilled', 'no'] });
      expect(await bench.outbox()).toEqual(['ada@x.org']);
      expect(await answeredBy(bench, execution_id)).toEqual(['agent accept', 'agent decline']);
      await client.close();
    },
  );

  verifies('mcp/agent', 'is decided by nobody but a person where the host says inbox', async () => {
    await using bench = await openMcpBench(carrier, ['--approvals', 'inbox']);
    const client = await bench.connect(SILENT);
    const { executionId: execution_id, next } = await call(client, 'execute', { code: mailTo('ada@x.org') });
    expect(next).toContain('Only a person can decide this');
    expect(next).not.toMatch(/resume|--approve/);
    const waiting = call(client, 'resume', { execution_id, approved: true });
    await bench.person('resume', execution_id, '--approve', '--yes-as-person');
    expect(await waiting).toMatchObject({ status: 'completed', value: ['fulfilled'] });
    expect(await answeredBy(bench, execution_id)).toEqual(['person accept']);
    expect(await bench.outbox()).toEqual(['ada@x.org']);
    await client.close();
  });

  verifies('mcp/agent', 'asks the person, not the agent, when a client that can ask calls resume', async () => {
    await using bench = await openMcpBench(carrier);
    const answers = [{ action: 'cancel' } as const, DENY];
    const client = await bench.connect(
      LEGACY,
      withPerson(() => answers.shift() ?? APPROVE),
    );
    const paused = await call(client, 'execute', { code: mailTo('ada@x.org') });
    expect(paused).toMatchObject({ status: 'paused', pending: [{ note: 'The person put it aside' }] });
    const done = await call(client, 'resume', { execution_id: paused.executionId, approved: true });
    expect(done).toMatchObject({ status: 'completed', value: ['not today'] });
    expect(await bench.outbox()).toEqual([]);
    await client.close();
  });

  verifies('mcp/ways', 'is taken off the screen when it is decided elsewhere', async () => {
    await using bench = await openMcpBench(carrier);
    const asked = Promise.withResolvers<string>();
    const client = await bench.connect(
      LEGACY,
      withPerson(() => {
        asked.resolve('');
        return new Promise<never>(() => undefined);
      }),
    );
    const work = call(client, 'execute', { code: mailTo('ada@x.org'), idempotency_key: 'k' });
    await asked.promise;
    const other = await bench.connect(SILENT);
    const { executionId: execution_id } = await call(other, 'execute', {
      code: mailTo('ada@x.org'),
      idempotency_key: 'k',
    });
    await bench.person('resume', execution_id, '--approve', '--yes-as-person');
    expect(await work).toMatchObject({ status: 'completed', value: ['fulfilled'] });
    expect(await bench.outbox()).toEqual(['ada@x.org']);
    await Promise.all([client.close(), other.close()]);
  });
});
