// Traces with the real SDK: what one execution leaves, over a pause, a restart and another host.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { defineTool } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { createHttpApp, createTokenFolder } from '@toolshed/server';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { z } from 'zod';
import { openMcpOver } from '../mcp/mcp-over.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const CALLERS_TRACE = '0af7651916cd43dd8448eb211c80319c';
const ANSWERER = '00-11112222333344445555666677778888-1111222233334444-01';

const exporter = new InMemorySpanExporter();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolshed-traces-'));
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(async () => {
  trace.disable();
  context.disable();
  exporter.reset();
  await rm(folder, { recursive: true, force: true });
});

const mail = defineTool({
  path: 'mail.send',
  description: 'Send',
  input: z.object({ to: z.string() }),
  destructive: true,
  handler() {
    trace.getTracer('the tool itself').startSpan('smtp').end();
    return 'sent';
  },
});

const openShed = (options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({ tools: [mail], store: { sqlite: join(folder, 'shed.db') }, ...options });

const PROGRAM = `return await tools.mail.send({ to: 'somebody@x.org' })`;

const spans = (): readonly ReadableSpan[] => exporter.getFinishedSpans();
const named = (name: string): readonly ReadableSpan[] => spans().filter((span) => span.name === name);
const only = (name: string): ReadableSpan => {
  const [span, ...more] = named(name);
  if (span === undefined || more.length > 0) throw new Error(`${named(name).length} spans are called "${name}"`);
  return span;
};
const idOf = (span: ReadableSpan): string => span.spanContext().spanId;

describe('the trace of an execution', () => {
  verifies(
    'operate/traces',
    'is one, from what started it over the pause to the answer at another host, which is linked',
    async () => {
      const first = await openShed();
      const paused = expectStatus(await first.execute(PROGRAM, { trace: CALLER }), 'paused');
      await first[Symbol.asyncDispose]();
      expect(spans().map(({ name }) => name)).toEqual(['execution']);
      await using second = await openShed();
      expectStatus(await second.resume(paused.executionId, true, { trace: ANSWERER }), 'completed');
      await expect.poll(() => named('call mail.send')).toHaveLength(1);

      expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(new Set([CALLERS_TRACE]));
      const [before, after] = named('execution');
      if (before === undefined || after === undefined) throw new Error('it was driven twice');
      expect(before.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
      expect(after.parentSpanContext?.spanId).toBe(idOf(before));
      expect(after.links.map((link) => link.context.spanId)).toEqual([idOf(before), '1111222233334444']);
      expect(after.attributes).toMatchObject({ 'toolshed.status': 'completed' });
      expect(only('replay').parentSpanContext?.spanId).toBe(idOf(after));

      const call = only('call mail.send');
      expect(call.parentSpanContext?.spanId).toBe(idOf(after));
      expect(call.events).toMatchObject([{ name: 'gate', attributes: { verdict: 'ask', because: 'destructive' } }]);
      const wait = only('wait for a person');
      expect(wait.parentSpanContext?.spanId).toBe(idOf(call));
      expect(wait.attributes).toMatchObject({ 'toolshed.asker': 'gate', 'toolshed.action': 'accept' });
      const handler = only('handler mail.send');
      expect(handler.parentSpanContext?.spanId).toBe(idOf(call));
      expect(only('smtp').parentSpanContext?.spanId).toBe(idOf(handler));

      const entries = await second.journal(paused.executionId);
      const at = (kind: string): number => entries.find((entry) => entry.kind === kind)?.at ?? 0;
      const msOf = ([seconds, nanos]: readonly [number, number]): number => Math.round(seconds * 1_000 + nanos / 1e6);
      expect([msOf(wait.startTime), msOf(wait.endTime)]).toEqual([at('asked'), at('answered')]);
      expect([msOf(call.startTime), msOf(call.endTime)]).toEqual([at('tool-called'), at('returned')]);
      const told = JSON.stringify(spans().map(({ name, attributes, events }) => ({ name, attributes, events })));
      expect(told).not.toContain('somebody@x.org');
    },
  );

  verifies('operate/traces', 'is made of its id where its start was not traced, and is one all the same', async () => {
    trace.disable();
    const untraced = await openShed();
    const paused = expectStatus(await untraced.execute(PROGRAM), 'paused');
    expect((await untraced.journal(paused.executionId))[0]).not.toHaveProperty('trace');
    await untraced[Symbol.asyncDispose]();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    await using traced = await openShed({ telemetry: { arguments: true } });
    expectStatus(await traced.resume(paused.executionId, true), 'completed');
    await expect.poll(() => named('call mail.send')).toHaveLength(1);
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(only('call mail.send').attributes['toolshed.arguments']).toBe('{"to":"somebody@x.org"}');
  });

  verifies('operate/traces', 'marks what failed, and says nothing of why', async () => {
    const failing = defineTool({
      path: 'mail.fail',
      description: 'Fail',
      input: z.object({}),
      destructive: false,
      handler: fail,
    });
    await using shed = await openShed({ tools: [failing] });
    expectStatus(await shed.execute('await tools.mail.fail({})'), 'failed');
    for (const name of ['handler mail.fail', 'call mail.fail', 'execution'])
      expect(only(name)).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
    expect(JSON.stringify(spans().map(({ attributes, status, events }) => [attributes, status, events]))).not.toContain(
      'the password is',
    );
  });

  verifies('operate/traces', 'continues from the traceparent of an HTTP request', async () => {
    await using shed = await openShed();
    const tokens = createTokenFolder({ home: folder });
    await using app = createHttpApp({ shed, tokens, url: 'http://shed.test' });
    const { text } = await tokens.create({ kind: 'approver', name: 'ada' });
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json', traceparent: CALLER };
    const body = JSON.stringify({ program: 'return 1', session: 's', waitMs: 5_000 });
    const started = await app.fetch(new Request('http://shed.test/v1/executions', { method: 'POST', headers, body }));
    expect(await started.json()).toMatchObject({ status: 'completed' });
    expect(only('execution').spanContext().traceId).toBe(CALLERS_TRACE);
    const wrong = { ...headers, traceparent: 'nonsense' };
    const again = await app.fetch(
      new Request('http://shed.test/v1/executions', { method: 'POST', headers: wrong, body }),
    );
    expect(again.status).toBe(201);
  });

  verifies('operate/traces', 'goes on from the traceparent in the _meta of an MCP call', async () => {
    await using shed = await openShed();
    await using mcp = await openMcpOver(shed);
    const run = (code: string, _meta: object) =>
      mcp.call({ token: 'robot', capabilities: {} }, 'execute', { code }, { _meta });
    expect(JSON.stringify(await run('return 41 + 1', { traceparent: CALLER }))).toContain('42');
    expect(only('execution').spanContext().traceId).toBe(CALLERS_TRACE);
    expect(only('execution').parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    exporter.reset();
    expect(JSON.stringify(await run('return 42 + 1', { traceparent: 'nonsense' }))).toContain('43');
    expect(only('execution').spanContext().traceId).not.toBe(CALLERS_TRACE);
  });
});

function fail(): never {
  throw new Error('the password is wrong');
}
