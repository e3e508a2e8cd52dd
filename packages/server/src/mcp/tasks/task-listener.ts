// The wire of a pipe, with subscriptions to tasks taken out on their way in.

import { type JSONRPCMessage, ProtocolError, type Transport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { hostOf, type HostSource } from '../server/host-source.js';
import type { PrincipalOf } from '../server/principal-session.js';
import { ListenRequest, openSubscription } from './task-subscription.js';

const Cancelled = z.looseObject({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

export function createTaskListener(source: HostSource, wire: Transport, principalOf: PrincipalOf): Transport {
  const open = new Map<string | number, AbortController>();

  const listen = async (request: ListenRequest, ended: AbortController): Promise<void> => {
    try {
      const subscription = await openSubscription(await hostOf(source), request, principalOf);
      await wire.send(subscription.acknowledgement);
      await subscription.follow((notification) => void wire.send(notification).catch(() => undefined), ended.signal);
      if (!ended.signal.aborted) await wire.send(subscription.end);
    } catch (error) {
      const { code, message, data } =
        error instanceof ProtocolError ? error : { code: -32603, message: 'Internal error', data: undefined };
      await wire.send({
        jsonrpc: '2.0',
        id: request.id,
        error: { code, message, ...(data === undefined ? {} : { data }) },
      });
    } finally {
      open.delete(request.id);
    }
  };

  const isTaken = (message: JSONRPCMessage): boolean => {
    const request = ListenRequest.safeParse(message).data;
    if (request !== undefined) {
      const ended = new AbortController();
      open.set(request.id, ended);
      listen(request, ended).catch((error: unknown) =>
        source.log.warn({ err: error }, 'a subscription failed and has ended'),
      );
      return true;
    }
    const cancelled = Cancelled.safeParse(message).data;
    const subscription = cancelled && open.get(cancelled.params.requestId);
    subscription?.abort();
    return subscription !== undefined;
  };

  const listener: Transport = {
    async start() {
      wire.onmessage = (message, extra) => {
        if (!isTaken(message)) listener.onmessage?.(message, extra);
      };
      wire.onclose = () => {
        for (const ended of open.values()) ended.abort();
        listener.onclose?.();
      };
      wire.onerror = (error) => listener.onerror?.(error);
      await wire.start();
    },
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  };
  return listener;
}
