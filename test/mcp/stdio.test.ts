import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { compiledOnce } from '../support/compiled-once.ts';
import { verifies } from '../support/verifies.ts';
import { call, mailTo, SILENT } from './clients.ts';
import { openMcpBench } from './mcp-bench.ts';
import { showing, textIn } from './shown-view.ts';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/toolshed.js', import.meta.url));
const TOOLS = fileURLToPath(new URL('./mail-tools.ts', import.meta.url));

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const callList = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'execute', arguments: { code: `return await tools.mail.list({ folder: 'in' })` } },
};

describe('the server on a pipe', { timeout: 60_000 }, () => {
  verifies.each('mcp/stdio', [[[]], [['--json']], [['--verbose']]])(
    'writes nothing but the protocol to standard output %j',
    async (flags) => {
      await using bench = await openMcpBench('stdio');
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: bench.home,
        TOOLSHED_HOME: bench.home,
        OUTBOX: '',
        ...compiledOnce(),
      };
      const child = spawn(process.execPath, [BIN, ...flags, 'mcp', '--tools', TOOLS], {
        cwd: bench.folder,
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      const lines: string[] = [];
      for (const message of [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, callList]) {
        child.stdin.write(`${JSON.stringify(message)}\n`);
      }
      for await (const line of createInterface(child.stdout)) {
        lines.push(line);
        if (line.includes('"id":2')) child.stdin.end();
      }
      const [exitCode] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
      expect(exitCode).toBe(0);
      expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(lines.map(() => '2.0'));
      expect(lines.join()).toContain('in 1');
    },
  );

  verifies('mcp/one-dialog', 'asks in one dialog when a call is sent three times, and replies to each', async () => {
    await using bench = await openMcpBench('stdio');
    const transport = await bench.transport();
    const params = { ...initialize.params, capabilities: { elicitation: {} } };
    const send = { name: 'execute', arguments: { code: mailTo('ada') } };
    const replies: unknown[] = [];
    const dialogs: JSONRPCMessage[] = [];
    transport.onmessage = (message) => {
      if ('method' in message) dialogs.push(message);
      else if (message.id === 7) replies.push(message);
    };
    await transport.start();
    await transport.send({ ...initialize, jsonrpc: '2.0', params });
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const again = () => transport.send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: send });
    await Promise.all([again(), again()]);
    await expect.poll(() => dialogs.length, { timeout: 10_000 }).toBe(1);
    await again();
    // Replied to in order: whatever the third call asks would be asked by now.
    await transport.send({ jsonrpc: '2.0', id: 8, method: 'tools/call', params: { ...callList.params } });
    const [dialog] = dialogs;
    const id = dialog && 'id' in dialog ? (dialog.id ?? 0) : 0;
    await transport.send({ jsonrpc: '2.0', id, result: { action: 'accept', content: { decision: 'Approve' } } });
    await expect.poll(() => replies.length, { timeout: 10_000 }).toBe(3);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ result: { ...showing({ status: 'completed' }) } });
    expect(dialogs).toHaveLength(1);
    expect(await bench.outbox()).toEqual(['ada']);
    await transport.close();
  });

  verifies('mcp/stdio', 'says how a program goes, call by call, to a client that wants to know', async () => {
    await using bench = await openMcpBench('stdio');
    const client = await bench.connect(SILENT);
    const told: (string | undefined)[] = [];
    await client.callTool(callList.params, { onprogress: ({ message }) => told.push(message) });
    expect(told).toContain('call 1: mail.list');
    expect(told).toContain('call 1: 1 of 2, reading in');
    await client.close();
  });

  verifies(
    'mcp/same-call',
    'takes a request that is sent twice for one call, and each connection’s for its own',
    async () => {
      await using bench = await openMcpBench('stdio');
      const send = { name: 'execute', arguments: { code: `return await tools.mail.send({ to: 'ada@x.org' })` } };
      const found: string[] = [];
      for (const repeats of [3, 1]) {
        const transport = await bench.transport();
        const over = Promise.withResolvers<void>();
        let left = repeats;
        transport.onmessage = (message) => {
          found.push(/exec_[\w-]+/.exec(JSON.stringify(message))?.[0] ?? '');
          left -= 1;
          if (left === 0) over.resolve();
        };
        await transport.start();
        const _meta = {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        };
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...send, _meta } } as const;
        await Promise.all(Array.from({ length: repeats }, () => transport.send(message)));
        await over.promise;
        await transport.close();
      }
      const [first, second, third, other] = found;
      expect([second, third]).toEqual([first, first]);
      expect(other).not.toBe(first);
    },
  );

  verifies('mcp/stdio', 'finds and describes tools', async () => {
    await using bench = await openMcpBench('stdio');
    const client = await bench.connect(SILENT);
    const brief = await client.callTool({ name: 'search_tools', arguments: { query: 'mail' } });
    expect(brief.content).toEqual([{ type: 'text', text: expect.stringMatching(/^mail\.send — .* \(asks\)$/m) }]);
    expect(JSON.stringify(brief)).not.toContain('Promise');
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'mail', signatures: true } });
    expect(found.structuredContent).toBeUndefined();
    expect(textIn(found)).toMatch(/^mail\.list — [^(]*$/m);
    expect(textIn(found)).toMatch(/^mail\.send — .* \(asks\)\n {2}mail\.send\(args: \{ to: string \}\)/m);
    const described = await client.callTool({ name: 'describe_tool', arguments: { path: 'mail.send' } });
    expect(described.structuredContent).toBeUndefined();
    expect(JSON.parse(textIn(described))).toMatchObject({ path: 'mail.send', input: { type: 'object' } });
    expect(JSON.parse(textIn(described))).not.toHaveProperty('output');
    const whole = await client.callTool({ name: 'describe_tool', arguments: { path: 'mail.send', output: true } });
    expect(JSON.parse(textIn(whole))).toMatchObject({ path: 'mail.send', output: null });
    expect(await client.callTool({ name: 'describe_tool', arguments: { path: 'mail.sand' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did you mean mail.send?') }],
    });
    await client.close();
  });

  verifies('mcp/agent', 'takes from the config that nobody but a person decides', async () => {
    await using bench = await openMcpBench('stdio');
    const file = join(bench.home, '..', 'inbox.json');
    await writeFile(file, JSON.stringify({ mcp: { approvals: 'inbox' } }));
    const client = await bench.connect(SILENT, undefined, ['--config', file]);
    const { next } = await call(client, 'execute', { code: `await tools.mail.send({ to: 'x' })` });
    expect(next).toContain('Only a person can decide this');
    await client.close();
  });

  verifies('mcp/stdio', 'cancels an execution for good', async () => {
    await using bench = await openMcpBench('stdio');
    const client = await bench.connect(SILENT);
    const { executionId: execution_id } = await call(client, 'execute', { code: `await tools.mail.send({ to: 'x' })` });
    expect(await call(client, 'cancel', { execution_id })).toMatchObject({ status: 'cancelled' });
    expect(await call(client, 'resume', { execution_id, approved: true })).toMatchObject({ status: 'cancelled' });
    expect(await bench.outbox()).toEqual([]);
    await client.close();
  });
});
