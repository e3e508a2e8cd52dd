import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { call, SILENT } from '../mcp/clients.ts';
import { openMcpBench } from '../mcp/mcp-bench.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench } from './cli-process.ts';

const KERNEL = JSON.stringify(fileURLToPath(new URL('../../packages/kernel/dist/index.js', import.meta.url)));
const ZOD = JSON.stringify(import.meta.resolve('zod'));

const CHANNEL = `
export const pager = {
  name: 'pager',
  priority: 10,
  ask: async ({ message }: { message: string }) =>
    message.startsWith('skip') ? null : { action: 'accept', content: message + '!', by: { principal: 'ada', kind: 'person' } },
};`;

const CONFIG = `
import { createElicit, type Middleware } from ${KERNEL};
import { z } from ${ZOD};
import { pager } from './pager.ts';
const ping = createElicit({ name: 'ping', description: 'Ping', input: z.object({}), output: z.object({}), actions: ['accept', 'cancel'] });
const louder: Middleware = async (question, next) =>
  question.type === 'text' ? next({ ...question.request, message: question.message.toUpperCase() }) : next();
export default { channels: [pager], middleware: [louder], kinds: [ping], whenNobody: 'cancel' };`;

const PROGRAM = `
const first = await elicit({ type: 'text', message: 'hi' });
const second = await elicit({ message: 'skip me' });
const third = await elicit({ type: 'ping', message: 'skip me, too' });
return [first.content, second.action, third.action].join(' ')`;

describe('channels of a config', () => {
  verifies(
    'channels/config',
    'are asked by run, with middleware, kinds and what is to happen when nobody takes a question',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.ts', CONFIG);
      await bench.write('pager.ts', CHANNEL);
      await bench.write('program.ts', PROGRAM);
      expect((await bench.toolshed(['run', 'program.ts'])).exitCode).toBe(2);
      await bench.toolshed(['trust', '--yes-as-person']);
      const done = await bench.toolshed(['run', 'program.ts', '--json']);
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'completed', value: 'HI! cancel cancel' });

      await bench.write('pager.ts', `${CHANNEL}\n`);
      const changed = await bench.toolshed(['run', 'program.ts']);
      expect(changed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('changed since you trusted it') });
    },
  );

  verifies(
    'channels/config',
    'are asked first in a terminal, and the person at it when none of them takes a question',
    async () => {
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.ts', CONFIG);
      await bench.write('pager.ts', CHANNEL);
      await bench.write('program.ts', PROGRAM);
      await bench.toolshed(['trust', '--yes-as-person']);
      const terminal = bench.terminal(['run', 'program.ts']);
      await terminal.until('skip me');
      await terminal.until(asks('Your decision'));
      terminal.press(KEY.down + KEY.enter);
      await terminal.until('skip me, too');
      await terminal.until(asks('Your decision'));
      terminal.press(KEY.down + KEY.enter);
      await terminal.until('HI! accept accept');
      expect(await terminal.exit()).toBe(0);
    },
  );

  verifies('channels/config', 'are asked by serve for what clients start over HTTP', async () => {
    await using host = await serveHost();
    const [file, channel] = [join(host.folder, 'asks.ts'), join(host.folder, 'pager.ts')];
    await writeFile(file, CONFIG);
    await writeFile(channel, CHANNEL);
    await host.end('SIGTERM');
    await host.start('--config', file);
    const token = await host.agent('monday');
    const started = await host.call('POST', '/v1/executions', { token, body: { program: PROGRAM } });
    const read = async () => (await host.call('GET', `/v1/executions/${started.body.executionId}`, { token })).body;
    await expect.poll(read).toMatchObject({ status: 'completed', value: 'HI! cancel cancel' });
  });

  verifies('channels/config', 'are asked by mcp for what a client without questions of its own runs', async () => {
    await using bench = await openMcpBench('stdio', ['--config', 'asks.ts']);
    await writeFile(join(bench.folder, 'asks.ts'), CONFIG);
    await writeFile(join(bench.folder, 'pager.ts'), CHANNEL);
    const client = await bench.connect(SILENT);
    const reply = await call(client, 'execute', { code: PROGRAM });
    expect(JSON.stringify(reply)).toContain('HI! cancel cancel');
    await client.close();
  });

  verifies(
    'channels/config',
    'wrong channels are refused by key, with what is allowed; a JSON config can hold only data',
    async () => {
      await using bench = await openWorkbench();
      const refusal = async (file: string, text: string): Promise<string> => {
        await bench.write(file, text);
        const { exitCode, stderr } = await bench.toolshed(['list', '--config', file]);
        expect(exitCode).toBe(2);
        return stderr.replaceAll(/\s+/g, ' ');
      };
      const wrong = await refusal(
        'wrong.ts',
        `export default { channels: [{ name: 'x', ask: 1 }], middleware: [7], kinds: [{}], whenNobody: 'deny', questionsExpireInMs: 0 }`,
      );
      for (const words of [
        '"channels.0.priority" is missing: it must be a number',
        '"channels.0.ask" must be a function (question, signal)',
        '"middleware.0" must be a function (question, next)',
        'kinds.0.requestFor',
        '"whenNobody" must be "park" or "cancel", got "deny"',
        '"questionsExpireInMs" must be a whole number from 1',
      ])
        expect(wrong).toContain(words);
      const data = await refusal('wrong.json', `{ "channels": ["pager"], "whenNobody": "park" }`);
      expect(data).toContain('"channels.0" must be a channel');
      expect(data).toContain('they are functions: write a toolshed.config.ts instead');

      await bench.write(
        'good.json',
        `{ "whenNobody": "cancel", "questionsExpireInMs": 60000, "sessionGrantsExpireInMs": 1000 }`,
      );
      await bench.write('program.ts', `return (await elicit({ type: 'text', message: 'hi' })).action`);
      const done = await bench.toolshed(['run', 'program.ts', '--config', 'good.json', '--json']);
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'completed', value: 'cancel' });
    },
  );
});
