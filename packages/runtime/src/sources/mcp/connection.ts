// One conversation with an MCP server, in whichever era of the protocol it speaks.
//
// In the older era a server asks by a request of its own, which does not say which call it belongs to. So a connection
// carries calls of one session at a time (lanes.ts), and a question goes to the call that has waited longest without
// having asked.

import {
  Client,
  type CallToolResult,
  type ElicitResult,
  type Tool as McpTool,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ToolLog } from '@toolshed/kernel';
import type { UpstreamQuestion } from './upstream-question.js';

export interface ConnectionOptions {
  readonly namespace: string;
  readonly asksPeople: boolean;
  readonly log: ToolLog;
  readonly onToolsChanged: () => void;
  /** Aborts when the source is closed, and closes the connection with it, however far it has come. */
  readonly signal: AbortSignal;
}

export interface Connection {
  readonly client: Client;
  readonly era: 'legacy' | 'modern';
  readonly calls: ReadonlySet<InFlight>;
  /** Names the consent of a person that it works with, if it does. */
  readonly signIn?: string | undefined;
  /** Resolves with the reason once it can no longer be used. */
  readonly closed: Promise<string>;
  track(call: InFlight): Disposable;
  /** Gives it up. */
  end(reason: string): Promise<void>;
}

/** A call that was sent and not yet answered. */
export interface InFlight {
  readonly session: string;
  readonly isAsking: boolean;
  ask(question: UpstreamQuestion, signal: AbortSignal): Promise<ElicitResult>;
}

export type UpstreamTool = McpTool;
export type UpstreamResult = CallToolResult;

/** Also how long a server that does not know the newer protocol has to say so. */
const PROBE_MS = 5_000;
const CONNECT_MS = 30_000;
const IDENTITY = { name: 'toolshed', version: '0.1.0' };

export async function openConnection(
  transport: Transport & { readonly ended?: string | undefined },
  era: 'any' | 'legacy',
  { namespace, asksPeople, log, onToolsChanged, signal }: ConnectionOptions,
): Promise<Connection> {
  const calls = new Set<InFlight>();
  const closed = Promise.withResolvers<string>();
  const client = new Client(IDENTITY, {
    capabilities: asksPeople ? { elicitation: { form: {}, url: {} } } : {},
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
    listChanged: { tools: { autoRefresh: false, debounceMs: 200, onChanged: onToolsChanged } },
  });
  if (asksPeople) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      const call = askerAmong(calls);
      if (call) return call.ask(params, mcpReq.signal);
      log.warn({ source: namespace }, 'the MCP server asked a question outside of a call; it is cancelled');
      return { action: 'cancel' };
    });
  }
  client.onerror = (error) => log.debug({ source: namespace, err: error }, 'the connection reported an error');
  // The transport, not the client: until the era is known the client does not hold it.
  const close = (): void => void transport.close();
  signal.addEventListener('abort', close);
  client.onclose = () => {
    signal.removeEventListener('abort', close);
    closed.resolve(transport.ended ?? 'the connection was closed');
  };
  signal.throwIfAborted();
  await client.connect(transport, { timeout: CONNECT_MS, ...(era === 'legacy' ? { prior: { kind: 'legacy' } } : {}) });
  return {
    client,
    era: client.getProtocolEra() === 'modern' ? 'modern' : 'legacy',
    calls,
    closed: closed.promise,
    track(call) {
      calls.add(call);
      return { [Symbol.dispose]: () => void calls.delete(call) };
    },
    async end(reason) {
      closed.resolve(reason);
      await client
        .close()
        .catch((error) => log.debug({ source: namespace, err: error }, 'closing the connection failed'));
    },
  };
}

const askerAmong = (calls: ReadonlySet<InFlight>): InFlight | undefined =>
  [...calls].find(({ isAsking }) => !isAsking) ?? [...calls][0];
