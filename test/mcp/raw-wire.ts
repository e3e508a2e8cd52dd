// JSON-RPC of 2026-07-28 by hand, over the SDK's transport: for tasks, which its client does not know, and for clients
// that do not keep to the rules.

import { setTimeout as wait } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { McpBench } from './mcp-bench.ts';

export type Answer = Readonly<Record<string, unknown>>;

const Reply = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});
type Reply = z.infer<typeof Reply>;

export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

export interface Wire extends AsyncDisposable {
  /** Rejects with WireError where the server answers with an error. */
  request(method: string, params: Answer): Promise<Answer>;
  call(name: string, args: Answer, more?: Answer): Promise<Answer>;
  untilTask(taskId: string, status: string): Promise<Answer>;
  listen(taskIds: readonly string[]): { next(): Promise<Reply> };
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

export async function openWire(bench: McpBench, capabilities: Answer, name = 'bench'): Promise<Wire> {
  const transport = await bench.transport();
  const waiting = new Map<string | number, (reply: Reply) => void>();
  let lastId = 0;
  transport.onmessage = (message: JSONRPCMessage) => {
    const reply = Reply.parse(message);
    const id = reply.id ?? z.union([z.string(), z.number()]).safeParse(reply.params?._meta?.[SUBSCRIPTION]).data;
    if (id !== undefined) waiting.get(id)?.(reply);
  };
  await transport.start();
  transport.setProtocolVersion?.('2026-07-28');
  const send = async (id: number, method: string, params: Answer): Promise<void> => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name, version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const name_ = params['name'] ?? params['taskId'];
    const headers = { 'mcp-method': method, ...(typeof name_ === 'string' ? { 'mcp-name': name_ } : {}) };
    await transport.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }, { headers });
  };
  const request = async (method: string, params: Answer): Promise<Answer> => {
    const id = ++lastId;
    const reply = await new Promise<Reply>((resolve, reject) => {
      waiting.set(id, resolve);
      send(id, method, params).catch(reject);
    });
    if (reply.error) throw new WireError(reply.error.code, reply.error.message, reply.error.data);
    return reply.result ?? {};
  };
  return {
    request,
    call: (tool, args, more = {}) => request('tools/call', { name: tool, arguments: args, ...more }),
    async untilTask(taskId, status) {
      for (;;) {
        const task = await request('tasks/get', { taskId });
        if (task['status'] === status) return task;
        await wait(50);
      }
    },
    listen(taskIds) {
      const id = ++lastId;
      const received: Reply[] = [];
      let wake = (): void => undefined;
      waiting.set(id, (reply) => {
        received.push(reply);
        wake();
      });
      void send(id, 'subscriptions/listen', { notifications: { taskIds } });
      return {
        async next() {
          while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          return received.shift() ?? {};
        },
      };
    },
    [Symbol.asyncDispose]: () => transport.close(),
  };
}
