import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { APPROVE, answeredBy, call, LEGACY, mailTo, SILENT, withPerson } from './clients.ts';
import { type Carrier, openMcpBench } from './mcp-bench.ts';
import { openWire } from './raw-wire.ts';
import { showing, viewIn } from './shown-view.ts';

const PROGRAM = { code: mailTo('ada@x.org') };

describe.each<Carrier>(['stdio', 'http'])(
  'a server over %s killed between question and answer',
  { timeout: 60_000 },
  (carrier) => {
    verifies('mcp/restart', 'continues with the state a client of 2026-07-28 kept', async () => {
      await using bench = await openMcpBench(carrier);
      await using before = await openWire(bench, { elicitation: {} });
      const { inputRequests, requestState } = await before.call('execute', PROGRAM);
      await bench.restart();
      await using after = await openWire(bench, { elicitation: {} });
      const [key = ''] = Object.keys(inputRequests ?? {});
      const retry = { requestState, inputResponses: { [key]: APPROVE } };
      expect(await after.call('execute', PROGRAM, retry)).toMatchObject({
        resultType: 'complete',
        ...showing({ status: 'completed', value: ['fulfilled'] }),
      });
      expect(await bench.outbox()).toEqual(['ada@x.org']);
    });

    verifies('mcp/restart', 'continues with a task', async () => {
      await using bench = await openMcpBench(carrier);
      const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
      await using before = await openWire(bench, capabilities);
      const { taskId } = await before.call('execute', PROGRAM);
      await bench.restart();
      await using after = await openWire(bench, capabilities);
      const task = await after.untilTask(String(taskId), 'input_required');
      const [key = ''] = Object.keys(task['inputRequests'] ?? {});
      await after.request('tasks/update', { taskId, inputResponses: { [key]: APPROVE } });
      expect(await after.untilTask(String(taskId), 'completed')).toMatchObject({
        result: { ...showing({ value: ['fulfilled'] }) },
      });
      expect(await bench.outbox()).toEqual(['ada@x.org']);
    });

    verifies('mcp/restart', 'asks a client of 2025 again, for the same execution', async () => {
      await using bench = await openMcpBench(carrier);
      const asked = Promise.withResolvers<void>();
      const before = await bench.connect(
        LEGACY,
        withPerson(() => {
          asked.resolve();
          return new Promise<never>(() => undefined);
        }),
      );
      const args = { ...PROGRAM, idempotency_key: 'once' };
      const lost = call(before, 'execute', args).catch(() => 'lost');
      await asked.promise;
      await bench.restart();
      const after = await bench.connect(
        LEGACY,
        withPerson(() => APPROVE),
      );
      const done = await call(after, 'execute', args);
      expect(done).toMatchObject({ status: 'completed', value: ['fulfilled'] });
      expect(await bench.outbox()).toEqual(['ada@x.org']);
      expect(await answeredBy(bench, done.executionId)).toEqual(['person accept']);
      await Promise.all([before.close(), after.close()]);
      expect(await lost).toBe('lost');
    });

    verifies('mcp/restart', 'takes what the agent passes on', async () => {
      await using bench = await openMcpBench(carrier);
      const before = await bench.connect(SILENT);
      const { executionId: execution_id } = await call(before, 'execute', PROGRAM);
      await bench.restart();
      const after = await bench.connect(SILENT);
      expect(await call(after, 'get_execution', { execution_id })).toMatchObject({ status: 'paused' });
      expect(await call(after, 'resume', { execution_id, approved: true })).toMatchObject({
        status: 'completed',
        value: ['fulfilled'],
      });
      expect(await bench.outbox()).toEqual(['ada@x.org']);
      await Promise.all([before.close(), after.close()]);
    });
  },
);

describe('a request of 2026-07-28 that is sent again after its server was killed', { timeout: 60_000 }, () => {
  verifies('mcp/left-behind', 'a request repeated after a kill is the execution it began', async () => {
    await using bench = await openMcpBench('http');
    await using before = await openWire(bench, { elicitation: {} });
    const { inputRequests } = await before.call('execute', PROGRAM);
    await bench.restart();
    await using after = await openWire(bench, { elicitation: {} });
    const again = await after.call('execute', PROGRAM);
    expect(Object.keys(again['inputRequests'] ?? {})).toEqual(Object.keys(inputRequests ?? {}));
  });

  verifies('mcp/state', 'a repeated request gets the outcome of its answers, submitted once', async () => {
    await using bench = await openMcpBench('http');
    await using before = await openWire(bench, { elicitation: {} });
    const { inputRequests, requestState } = await before.call('execute', PROGRAM);
    const [key = ''] = Object.keys(inputRequests ?? {});
    const answer = { requestState, inputResponses: { [key]: APPROVE } };
    const view = viewIn(await before.call('execute', PROGRAM, answer));
    expect(view).toMatchObject({ status: 'completed', value: ['fulfilled'] });
    await bench.restart();
    await using after = await openWire(bench, { elicitation: {} });
    const again = await after.call('execute', PROGRAM, answer);
    expect(again).toMatchObject({ resultType: 'complete', ...showing({ ...view }) });
    expect(await bench.outbox()).toEqual(['ada@x.org']);
  });
});
