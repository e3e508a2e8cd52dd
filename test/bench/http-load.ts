// Executions started over HTTP at a steady rate, each of which stops at the gate; a robot follows the event stream and
// approves every question. The server is a process of its own. `--seconds=10` and `--rate=50` make it shorter or gentler.

import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createEventReader } from '../support/event-reader.ts';
import { serveHost, type ServedHost } from '../support/served-host.ts';
import { ms } from './measure.ts';

const PROGRAM = `const sent = await tools.mail.send({ to: 'robot@x.org' }); return sent.sent;`;

const option = (name: string, usual: number): number =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual);

export async function httpLoad(): Promise<readonly string[]> {
  const [seconds, rate] = [option('seconds', 60), option('rate', 200)];
  await using host = await serveHost({
    config: { quotas: { liveExecutionsPerAgent: 1_000, openQuestionsPerAgent: 500 } },
  });
  const [agent, approver] = await Promise.all([host.agent('load', 'load'), host.approver('robot')]);
  const client = createClient(host);
  const wanted = seconds * rate;
  const answers: Promise<void>[] = [];
  const completed = new Set<string>();
  const reader = createEventReader({ url: () => host.url, token: approver, from: 0, cutAfter: () => 5_000 });
  const read = { next: 0 };
  const following = reader.until((events) => {
    for (const { entry, executionId } of events.slice(read.next)) {
      if (entry.kind === 'completed') completed.add(executionId);
      if (entry.kind !== 'asked') continue;
      const path = `/v1/elicitations/${entry['elicitation']}/answer`;
      answers.push(client.post(path, approver, { approved: true }, 'answers'));
    }
    read.next = events.length;
    return completed.size >= wanted;
  });

  const memory: number[] = [];
  const sampling = sampleMemory(host, memory, seconds);
  const began = performance.now();
  const starts: Promise<void>[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const due = began + (index / rate) * 1_000;
    if (due > performance.now()) await pause(due - performance.now());
    starts.push(client.post('/v1/executions', agent, { program: PROGRAM }, 'starts'));
  }
  await Promise.all(starts);
  const startedFor = (performance.now() - began) / 1_000;
  await following;
  await Promise.all(answers);
  const lasted = (performance.now() - began) / 1_000;
  await sampling;
  const sent = (await host.outbox()).length;
  const [first = 0, last = 0] = [memory[Math.floor(memory.length / 3)], memory.at(-1)];
  return [
    '| | |',
    '| --- | --- |',
    `| executions started | ${wanted} in ${startedFor.toFixed(1)} s (${(wanted / startedFor).toFixed(0)} a second) |`,
    `| approved and completed | ${completed.size}, the last ${(lasted - startedFor).toFixed(1)} s after the last start |`,
    `| handlers run | ${sent} |`,
    `| errors | ${client.errors.length}${client.errors.length === 0 ? '' : ` (${[...new Set(client.errors)].slice(0, 3).join('; ')})`} |`,
    `| start, median and p99 | ${spread(client.times.starts)} |`,
    `| answer until completed, median and p99 | ${spread(client.times.answers)} |`,
    `| memory of the server after a third, and at the end | ${first.toFixed(0)} MB, ${last.toFixed(0)} MB |`,
  ];
}

type Kind = 'starts' | 'answers';

function createClient(host: ServedHost) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const errors: string[] = [];
  const times: Record<Kind, number[]> = { starts: [], answers: [] };
  const post = (path: string, token: string, body: object, kind: Kind): Promise<void> =>
    new Promise((resolve) => {
      const before = performance.now();
      const fail = (reason: string): void => {
        errors.push(reason);
        resolve();
      };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = request(`${host.url}${path}`, { method: 'POST', agent, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        if ((response.statusCode ?? 500) >= 300) return fail(`${response.statusCode} ${text.slice(0, 200)}`);
        times[kind].push(performance.now() - before);
        resolve();
      });
      sent.on('error', (error) => fail(error.message));
      sent.end(JSON.stringify(body));
    });
  return { errors, times, post };
}

async function sampleMemory(host: ServedHost, into: number[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await pause(1_000);
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${host.pid}/status`, 'utf8')) ?? [];
    into.push(Number(kilobytes) / 1_024);
  }
}

function spread(samples: readonly number[]): string {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `${ms(at(0.5))}, ${ms(at(0.99))}`;
}
