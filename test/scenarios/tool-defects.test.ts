import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { defineTool, ToolError } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

const run = promisify(execFile);
const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const BREAK = `try { await tools.mail.break(); } catch (error) { return error.message + error.stack; }`;
const KERNEL = fileURLToPath(new URL('../../packages/kernel/dist/index.js', import.meta.url));

const breaking = (thrown: unknown) =>
  defineTool({
    path: 'mail.break',
    description: 'Always fails',
    input: z.object({}),
    destructive: false,
    handler() {
      throw thrown;
    },
  });

describe('a destructive call whose result cannot be given to the program', () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;

  verifies.each<[string, unknown, z.ZodType | undefined]>('operators/defects', [
    ['is too large', 'x'.repeat(17_000_000), undefined],
    ['is not what the tool promised', 1, z.object({ id: z.string() })],
    ['is no JSON', circular, undefined],
    [
      'makes its own check throw',
      1,
      z.number().refine(() => {
        throw new Error('10.0.0.7');
      }),
    ],
  ])('says that the call has run, where the result %s', async (_what, value, output) => {
    const send = defineTool({
      path: 'mail.send',
      description: 'Sends',
      input: z.object({}),
      ...(output === undefined ? {} : { output }),
      destructive: true,
      handler: () => value,
    });
    await using shed = await openInThread({ store: 'memory', tools: [send], log: QUIET });
    const program = 'try { await tools.mail.send({}); } catch ({ message }) { return message; }';
    const paused = expectStatus(await shed.execute(program), 'paused');
    const done = expectStatus(await shed.resume(paused.executionId, true), 'completed');
    expect(done.value).toMatch(/mail\.send has run/);
    expect(done.value).not.toContain('10.0.0.7');
  });
});

describe('what a handler throws', () => {
  verifies('operators/defects', 'is in the result with its causes, and not in what the program gets', async () => {
    const error = new Error('not sent', { cause: new Error('connection to 10.0.0.7 refused') });
    await using shed = await openInThread({ store: 'memory', tools: [breaking(error)], log: QUIET });
    const result = expectStatus(await shed.execute(BREAK), 'completed');
    const { value, executionId } = result;
    expect(JSON.stringify([result, await shed.journal(executionId)])).not.toContain('10.0.0.7');
    expect(JSON.stringify(await shed.eventsAfter(0))).not.toContain('10.0.0.7');
    const { calls } = await shed.get(executionId);
    expect(value).toContain('the tool failed');
    expect(value).not.toMatch(/not sent|10\.0\.0\.7/);
    expect(calls[0]?.defect).toMatch(/Error: not sent\n.*Caused by: Error: connection to 10\.0\.0\.7 refused/s);
    expect(calls[0]?.error).toMatchObject({ code: 'tool/failed' });
  });

  verifies.each<[string, () => unknown, readonly string[]]>('operators/defects', [
    [
      'the errors it holds',
      () => new AggregateError([new Error('first host'), new Error('second host')], 'no host'),
      ['no host', 'One of its errors: Error: first host', 'One of its errors: Error: second host'],
    ],
    [
      'the errors its cause holds',
      () => new Error('top', { cause: new AggregateError([new Error('nested')], 'middle') }),
      ['top', 'Caused by: AggregateError: middle', 'One of its errors: Error: nested'],
    ],
    [
      'what else it says',
      () =>
        Object.assign(new Error('not stored'), { sqlState: '23505', detail: 'key is there', request: { key: 'k1' } }),
      ['not stored', 'sqlState: 23505', 'detail: key is there'],
    ],
    [
      'the message of one that is no Error',
      () => new z.ZodError([{ code: 'custom', path: ['field'], message: 'why', input: 1 }]),
      ['field', 'why'],
    ],
    [
      'the cause of one that was meant for the program',
      () => new ToolError('mail/closed', 'closed', { cause: new Error('connection refused') }),
      ['Error: connection refused'],
    ],
  ])('is kept with %s', async (_what, thrown, told) => {
    await using shed = await openInThread({ store: 'memory', tools: [breaking(thrown())], log: QUIET });
    const result = expectStatus(await shed.execute(BREAK), 'completed');
    const [call] = (await shed.get(result.executionId)).calls;
    for (const part of told) expect(call?.defect).toContain(part);
    expect(call?.defect).not.toContain('k1');
    expect(JSON.stringify([result, await shed.journal(result.executionId)])).not.toMatch(/host|nested|23505|refused/);
  });

  verifies('operators/defects', 'is logged in full, without secrets', async () => {
    const lines: object[] = [];
    const log = { ...QUIET, error: (facts: object) => void lines.push(facts) };
    const inner = Object.assign(new Error('inner hunter-seven-2'), { detail: 'with hunter-seven-2' });
    const error = Object.assign(new AggregateError([inner], 'outer'), { sqlState: '23505' });
    await using shed = await openInThread({ store: 'memory', tools: [breaking(error)], log });
    await shed.secrets.set('mail', 'hunter-seven-2');
    await shed.execute(BREAK);
    expect(lines).toMatchObject([{ err: { message: 'outer', sqlState: '23505', errors: [{ name: 'Error' }] } }]);
    expect(inspect(lines, { depth: 9 })).toContain('inner ');
    expect(inspect(lines, { depth: 9 })).not.toContain('hunter-seven-2');
  });

  verifies('operators/defects', 'ends, though errors hold each other', async () => {
    const error = new AggregateError([], 'ring');
    error.errors = Array.from({ length: 1_000 }, () => error);
    error.cause = error;
    await using shed = await openInThread({ store: 'memory', tools: [breaking(error)], log: QUIET });
    const { executionId } = expectStatus(await shed.execute(BREAK), 'completed');
    expect((await shed.get(executionId)).calls[0]?.defect?.length).toBeLessThan(10_000);
  });

  verifies('operators/defects', 'is kept without secrets, and cut', async () => {
    const error = new Error(`with hunter-seven-2 in it ${'x'.repeat(20_000)}`);
    await using shed = await openInThread({ store: 'memory', tools: [breaking(error)], log: QUIET });
    await shed.secrets.set('mail', 'hunter-seven-2');
    const { executionId } = expectStatus(await shed.execute(BREAK), 'completed');
    const { calls } = await shed.get(executionId);
    expect(calls[0]?.defect?.length).toBeLessThan(10_000);
    expect(calls[0]?.defect).toContain('with ');
    expect(JSON.stringify(calls)).not.toContain('hunter-seven-2');
  });

  verifies(
    'operators/defects',
    'is cut after secrets were taken out, so that no part of one is left at the end',
    async () => {
      const error = new Error(`${'x'.repeat(7_985)}hunter-seven-2${'x'.repeat(100)}`);
      await using shed = await openInThread({ store: 'memory', tools: [breaking(error)], log: QUIET });
      await shed.secrets.set('mail', 'hunter-seven-2');
      const { executionId } = expectStatus(await shed.execute(BREAK), 'completed');
      const { calls } = await shed.get(executionId);
      expect(calls[0]?.defect).toMatch(/^Error: x+[^h]/);
      expect(calls[0]?.defect).not.toContain('hunter');
    },
  );

  verifies(
    'operators/defects',
    'is a line on stderr of a host that brought no log, with nothing in it that commands a terminal',
    async () => {
      const script = `
      import { defineTool } from '@toolshed/kernel';
      import { openToolshed } from '@toolshed/runtime';
      import { z } from 'zod';
      const handler = () => { throw new Error('no\\u001b[2J\\u009b2J'); };
      const tool = defineTool({ path: 'mail.break', description: '', input: z.object({}), destructive: false, handler });
      await using shed = await openToolshed({ store: 'memory', tools: [tool] });
      await shed.execute(${JSON.stringify(BREAK)});`;
      const cwd = fileURLToPath(new URL('..', import.meta.url));
      const { stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd });
      for (const control of ['\u001b', '\u009b']) expect(stderr).not.toContain(control);
      expect(JSON.parse(stderr)).toMatchObject({
        level: 'error',
        message: 'tool failed',
        path: 'mail.break',
        err: { message: 'no\u001b[2J\u009b2J', stack: expect.stringContaining('at handler') },
      });
    },
  );

  verifies('operators/defects', 'is on stderr of a command, and in what toolshed show says', async () => {
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', JSON.stringify({ modules: ['./mail.ts'] }));
    await bench.write(
      'mail.ts',
      `import { defineTool } from ${JSON.stringify(KERNEL)};
      const handler = () => { throw new TypeError('no server in the config'); };
      export const tool = defineTool({ path: 'mail.break', description: 'Fails', input: { type: 'object' }, destructive: false, handler });`,
    );
    await bench.toolshed(['trust', '--yes-as-person']);
    await bench.write('program.ts', 'await tools.mail.break()');
    const failed = await bench.toolshed(['run', 'program.ts']);
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).not.toContain('no server in the config');
    expect(failed.stderr).toMatch(/✖ tool failed\n.*path: mail\.break.*\n\s+TypeError: no server in the config/);
    const [execution] = JSON.parse((await bench.toolshed(['list', '--json'])).stdout).items;
    const shown = await bench.toolshed(['show', execution.id]);
    expect(shown.stdout).toContain('TypeError: no server in the config');
  });

  verifies('operators/defects', 'is shown to approvers over HTTP, and not to agents', async () => {
    await using host = await serveHost();
    const [agent, approver] = await Promise.all([host.agent('monday'), host.approver()]);
    const { body } = await host.call('POST', '/v1/executions', {
      token: agent,
      body: { program: BREAK, waitMs: 20_000 },
    });
    const read = async (path: string, token: string): Promise<string> =>
      JSON.stringify((await host.call('GET', `/v1/executions/${body.executionId}${path}`, { token })).body);
    expect(await read('', approver)).toContain('10.0.0.7');
    for (const path of ['', '/journal']) expect(await read(path, agent)).not.toContain('10.0.0.7');
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
  });
});
