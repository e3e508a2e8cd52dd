// A server whose host is not set up yet: `/mcp` tells agents what their person has to do, `/readyz` reports that it takes no
// work, and there is nothing else. Its owner sets the host up meanwhile, closes this one and serves in its place.

import type { ToolLog } from '@toolshed/kernel';
import { createMcpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import { SILENT_LOG } from '../silent-log.js';
import { createAuthenticate } from './access/authenticate.js';
import { HttpLimits } from './access/http-limits.js';
import { createRateLimit } from './access/rate-limit.js';
import { createSite } from './access/site.js';
import type { Tokens } from './access/tokens.js';
import { listen } from './listen.js';
import { createPipeline } from './request-pipeline.js';
import { assertAnyToken } from './serve.js';

/** How a server listens while a person still has to set it up. */
export interface ServeWaitingOptions {
  /** The address to listen on. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** How people reach it, if a proxy stands in front. */
  readonly url?: string;
  /** Other host names that requests may name. */
  readonly allowedHosts?: readonly string[];
  /** The tokens that agents sign in with. */
  readonly tokens: Tokens;
  /** What agents get as a reply. */
  readonly because: () => string;
  /** Whether only MCP will be served. */
  readonly only?: 'mcp';
  /** How a person calls the command. */
  readonly prefix: string;
  /** The version that MCP clients see. */
  readonly version: string;
  /** Default: nothing is logged. */
  readonly log?: ToolLog;
  /** The current time in milliseconds. Default: that of the machine. */
  readonly now?: () => number;
}

/** Disposing of it frees the port. */
export interface ServedWaiting extends AsyncDisposable {
  /** Its address. */
  readonly url: string;
  /** Its port. */
  readonly port: number;
}

/** How long replies under way may take when the real server takes its place. */
const GRACE_MS = 1_000;

/** Listens in the place of a server that a person still has to set up. */
export async function serveWaiting(options: ServeWaitingOptions): Promise<ServedWaiting> {
  const { host, tokens, because, only, prefix, version, log = SILENT_LOG, now = Date.now } = options;
  await assertAnyToken({ tokens, mcp: { prefix }, ...(only && { only }) }, host);
  const limits = HttpLimits.parse({});
  const server = await listen({ host, port: options.port, limits });
  const site = createSite({ host, port: server.port, publicUrl: options.url, allowedHosts: options.allowedHosts });
  const closing = new AbortController();
  const setUp = async () => ({ kind: 'waiting', because: because() }) as const;
  const mcp = createMcpEndpoint({ setUp, version, log, now });
  const failures = createRateLimit({ burst: limits.failedLogins, perSecond: 1, now });
  const app = createPipeline({
    site,
    limits,
    authenticate: createAuthenticate({ tokens, site, failures }),
    isValid: tokens.isValid,
    // Reasons name no path: anybody may ask.
    operator: {
      metrics: async () => [],
      readiness: async () => ({ isReady: false, reasons: ['it is not set up'] }),
    },
    mcp,
    authorizationServers: [],
    version,
    log,
    now,
    closing: closing.signal,
  });
  server.handle({ fetch: async (request, env) => await app.fetch(request, env) });
  return {
    url: site.url,
    port: server.port,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await mcp[Symbol.asyncDispose]();
      await server.close(GRACE_MS);
    },
  };
}
