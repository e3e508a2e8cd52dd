// What a host measures, as data, and as Prometheus reads it from a server.

import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { defineTool } from '@toolshed/kernel';
import type { Metric, Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const tool = (path: string, destructive: boolean, handler: () => unknown = () => 'done') =>
  defineTool({ path, description: path, input: z.object({ to: z.string().optional() }), destructive, handler });

const openShed = (): Promise<Toolshed> =>
  openInThread({
    tools: [
      tool('mail.look', false),
      tool('mail.send', true),
      tool('mail.break', false, () => {
        throw new Error('no');
      }),
    ],
    policy: [{ pattern: 'mail.break', verdict: 'allow' }],
    store: 'memory',
    maxWarm: 0,
  });

/** The value of a series, or how many a distribution counted; undefined if there is none. */
function numberOf(metrics: readonly Metric[], name: string, labels: Record<string, string> = {}): number | undefined {
  const metric = metrics.find((one) => one.name === name);
  if (metric === undefined) return undefined;
  const series: readonly { labels: object; value?: number; count?: number }[] =
    metric.kind === 'histogram' ? metric.distributions : metric.values;
  const found = series.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels));
  return found?.value ?? found?.count;
}

const SECRETS = ['session-of-ada', 'agent-of-ada', 'somebody@x.org', 'the-label'];

const PROGRAM = `
  await tools.mail.look({ to: 'somebody@x.org' });
  await tools.mail.break({}).catch(() => undefined);
  await tools.mail.nothing({}).catch(() => undefined);
  return await tools.mail.send({ to: 'somebody@x.org' });
`;

describe('the metrics of a host', () => {
  verifies(
    'operate/metrics',
    'count executions, decisions, questions and runs of handlers, and time replays, appends and people',
    async () => {
      await using shed = await openShed();
      const asked = { session: 'session-of-ada', agent: 'agent-of-ada', labels: { label: 'the-label' } };
      const paused = expectStatus(await shed.execute(PROGRAM, asked), 'paused');
      const before = await shed.metrics();
      expect(numberOf(before, 'toolshed_executions', { status: 'paused' })).toBe(1);
      expect(numberOf(before, 'toolshed_open_questions')).toBe(1);
      expect(numberOf(before, 'toolshed_oldest_question_age_seconds')).toBeGreaterThanOrEqual(0);
      expect(numberOf(before, 'toolshed_questions_asked_total', { asker: 'gate' })).toBe(1);
      expectStatus(await shed.resume(paused.executionId, true), 'completed');
      const after = await shed.metrics();
      expect(numberOf(after, 'toolshed_executions_started_total')).toBe(1);
      expect(numberOf(after, 'toolshed_executions_ended_total', { status: 'completed' })).toBe(1);
      expect(numberOf(after, 'toolshed_gate_decisions_total', { verdict: 'allow', because: 'safe' })).toBe(1);
      expect(numberOf(after, 'toolshed_gate_decisions_total', { verdict: 'allow', because: 'rule' })).toBe(1);
      expect(numberOf(after, 'toolshed_gate_decisions_total', { verdict: 'ask', because: 'destructive' })).toBe(1);
      expect(numberOf(after, 'toolshed_calls_refused_total')).toBe(1);
      expect(numberOf(after, 'toolshed_questions_answered_total', { action: 'accept' })).toBe(1);
      expect(numberOf(after, 'toolshed_answer_seconds')).toBe(1);
      expect(numberOf(after, 'toolshed_handlers_total', { tool: 'mail.send', outcome: 'returned' })).toBe(1);
      expect(numberOf(after, 'toolshed_handlers_total', { tool: 'mail.break', outcome: 'threw' })).toBe(1);
      expect(numberOf(after, 'toolshed_handler_seconds', { namespace: 'mail', outcome: 'returned' })).toBe(2);
      expect(numberOf(after, 'toolshed_replay_seconds')).toBe(1);
      expect(numberOf(after, 'toolshed_append_seconds')).toBeGreaterThan(1);
      expect(numberOf(after, 'toolshed_sandbox_wait_seconds')).toBe(2);
      const told = JSON.stringify(after);
      for (const secret of [...SECRETS, paused.executionId, paused.paused.elicitationId, 'mail.nothing'])
        expect(told).not.toContain(secret);
    },
  );

  verifies('operate/metrics', 'belong to one host: another in the same process counts for itself', async () => {
    await using first = await openShed();
    await using second = await openShed();
    await first.execute('return await tools.mail.look({})');
    expect(numberOf(await first.metrics(), 'toolshed_executions_started_total')).toBe(1);
    expect(numberOf(await second.metrics(), 'toolshed_executions_started_total')).toBe(0);
  });
});

describe('/metrics, /healthz and /readyz', () => {
  verifies(
    ['operate/metrics-access', 'operate/probes'],
    'are served to this machine without a token, and to nobody else: a proxy makes everybody look local',
    async () => {
      await using host = await serveHost();
      const agent = await host.agent('s');
      const shown = await fetch(`${host.url}/metrics`);
      expect(shown.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      const lines = await shown.text();
      expect(lines).toMatch(/^# TYPE toolshed_executions gauge\ntoolshed_executions\{status="running"\} \d+$/m);
      expect(lines).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
      expect(lines.split('\n').filter((line) => line !== '' && !EXPOSED.test(line))).toEqual([]);
      expect((await host.call('GET', '/metrics', { token: agent })).status).toBe(403);
      expect(await host.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await host.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
      await host.end('SIGTERM');
      await host.start('--url', 'https://shed.example.org');
      const asked = (path: string, token?: string) => get(host.port, path, 'shed.example.org', token);
      expect(await asked('/metrics')).toMatchObject({ status: 401, body: { code: 'access/unauthorized' } });
      const made = await host.command(['token', 'create', '--kind', 'metrics', '--name', 'prometheus', '--json']);
      const { token } = JSON.parse(made.stdout);
      expect((await asked('/metrics', token)).status).toBe(200);
      expect((await asked('/metrics', await host.approver())).status).toBe(200);
      for (const path of ['/v1/executions', '/v1/elicitations', '/v1/tools', '/v1/audit', '/v1/events'])
        expect(await asked(path, token)).toMatchObject({ status: 403, body: { code: 'access/metrics-only' } });
      expect((await get(host.port, '/readyz', '10.0.0.7:1234')).status).toBe(200);
      expect((await get(host.port, '/metrics', '10.0.0.7:1234', token)).status).toBe(421);
    },
  );
});

/** As a proxy or a prober sends it: under a host name of its own. */
async function get(port: number, path: string, host: string, token?: string) {
  const headers = { host, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const [response] = await once(request({ port, path, headers }).end(), 'response');
  const said = await text(response);
  return { status: response.statusCode, body: said.startsWith('{') ? JSON.parse(said) : said };
}

/** A line of the text format. */
const EXPOSED =
  /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? (\d+(\.\d+)?(e[+-]\d+)?))$/;
