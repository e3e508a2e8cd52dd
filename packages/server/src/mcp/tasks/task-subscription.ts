// `subscriptions/listen` for tasks. The SDK serves these subscriptions itself and knows nothing about task ids, so a request that
// names some is taken before it gets there.

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCNotification,
  PROTOCOL_VERSION_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, callerFrom } from '../server/caller.js';
import { followTasks, ownTasks } from './follow-tasks.js';
import type { McpHost } from '../server/mcp-host.js';
import type { PrincipalOf } from '../server/principal-session.js';
import { requireTasks } from './task-methods.js';

/** A client that needs more would be polling. */
const MOST_TASKS = 100;

export const ListenRequest = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.literal('subscriptions/listen'),
  params: z.looseObject({
    _meta: z.looseObject({ [PROTOCOL_VERSION_META_KEY]: z.literal('2026-07-28') }),
    notifications: z.looseObject({ taskIds: z.array(z.string()).min(1).max(MOST_TASKS) }),
  }),
});
export type ListenRequest = z.infer<typeof ListenRequest>;

export interface TaskSubscription {
  readonly acknowledgement: JSONRPCNotification;
  /** Resolves when there is nothing more to notify of. */
  follow(tell: (notification: JSONRPCNotification) => void, signal: AbortSignal): Promise<void>;
  /** The result that ends the subscription. */
  readonly end: { readonly jsonrpc: '2.0'; readonly id: string | number; readonly result: Record<string, unknown> };
}

/** Throws if the client did not declare the extension. Tasks that are not the caller's are left out silently. */
export async function openSubscription(
  host: McpHost,
  { id, params }: ListenRequest,
  principalOf: PrincipalOf,
): Promise<TaskSubscription> {
  const caller = listenerOf(params._meta, principalOf);
  requireTasks(caller);
  const taskIds = [...(await ownTasks(host, caller, params.notifications.taskIds))];
  const _meta = { [SUBSCRIPTION_ID_META_KEY]: id };
  return {
    acknowledgement: {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds }, _meta },
    },
    follow: (tell, signal) =>
      followTasks(
        host,
        caller,
        taskIds,
        (task) => tell({ jsonrpc: '2.0', method: 'notifications/tasks', params: { ...task, _meta } }),
        signal,
      ),
    end: { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } },
  };
}

const listenerOf = (meta: Readonly<Record<string, unknown>>, principalOf: PrincipalOf): Caller =>
  callerFrom(
    {
      capabilities: meta[CLIENT_CAPABILITIES_META_KEY],
      info: meta[CLIENT_INFO_META_KEY],
      revision: meta[PROTOCOL_VERSION_META_KEY],
    },
    'modern',
    principalOf,
  );
