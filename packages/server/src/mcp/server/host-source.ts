// The host that requests are served with, or why there is none yet: a person still has to do something, such as to trust
// the config. Nothing runs before that. Agents are served all the same, and learn what to ask their person for: a client
// whose server does not start shows nothing but "failed to connect".
//
// Invariants
//   W1. Until `setUp` has returned options, no request reaches a host: there is none.
//   W2. `setUp` is asked again before each request, one at a time, and never again once it returned options.

import { INTERNAL_ERROR, ProtocolError } from '@modelcontextprotocol/server';
import type { ToolLog } from '@toolshed/kernel';
import { readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { aFunction, ALog } from '../../host-parts.js';
import { SILENT_LOG } from '../../silent-log.js';
import { createMcpHost, type McpHost } from './mcp-host.js';
import type { McpOptions } from './mcp-options.js';

/** Whether agents can be served: the host that serves them, or the reply they get instead. */
export type McpSetUp =
  | { readonly kind: 'ready'; readonly mcp: McpOptions }
  | { readonly kind: 'waiting'; readonly because: string };

/** Serves agents before there is a host, with replies that say why there is none. */
export interface McpWaiting {
  /** Asked at the start and before each request, until it is ready. */
  readonly setUp: () => Promise<McpSetUp>;
  /** The version that clients see. Default: 0.0.0. */
  readonly version?: string;
  /** Default: nothing is logged. */
  readonly log?: ToolLog;
  /** The current time in milliseconds. Default: that of the machine. */
  readonly now?: () => number;
}

export type HostNow =
  | { readonly kind: 'ready'; readonly host: McpHost }
  | Extract<McpSetUp, { readonly kind: 'waiting' }>;

export interface HostSource extends Pick<McpHost, 'version' | 'log' | 'now'> {
  look(): Promise<HostNow>;
}

export const hostSource = (options: McpOptions | McpWaiting): HostSource =>
  isWaiting(options) ? waitingHost(options) : readyHost(createMcpHost(options));

const isWaiting = (options: McpOptions | McpWaiting): options is McpWaiting => 'setUp' in Object(options);

/**
 * The source of a host that is already open.
 * @internal also for the conformance suite's own servers
 */
export const readyHost = (host: McpHost): HostSource => ({
  version: host.version,
  log: host.log,
  now: host.now,
  look: async () => ({ kind: 'ready', host }),
});

const Waiting = z.strictObject({
  setUp: aFunction<McpWaiting['setUp']>('() => options, or what stands in the way'),
  version: z.string().exactOptional(),
  log: ALog.exactOptional(),
  now: aFunction<() => number>('() => milliseconds').exactOptional(),
});

function waitingHost(options: McpWaiting): HostSource {
  const { setUp, version = '0.0.0', log = SILENT_LOG, now = Date.now } = readOptions('serve MCP', Waiting, options);
  let looking: Promise<HostNow> | undefined;
  const ask = async (): Promise<HostNow> => {
    // W1.
    const found = await setUp();
    return found.kind === 'waiting' ? found : { kind: 'ready', host: createMcpHost(found.mcp) };
  };
  return {
    version,
    log,
    now,
    async look() {
      looking ??= ask();
      const mine = looking;
      try {
        const found = await mine;
        // W2.
        if (found.kind === 'waiting' && looking === mine) looking = undefined;
        return found;
      } catch (error) {
        if (looking === mine) looking = undefined;
        throw error;
      }
    },
  };
}

/** For requests other than calls of tools, whose replies cannot carry an explanation. */
export async function hostOf(source: HostSource): Promise<McpHost> {
  const found = await source.look();
  if (found.kind === 'ready') return found.host;
  throw new ProtocolError(INTERNAL_ERROR, found.because);
}
