// The app on a socket of its own: what `toolshed serve` and `toolshed mcp --http` do.

import { createSite, isLoopback } from './access/site.js';
import { HttpLimits } from './access/http-limits.js';
import { CLOSE_GRACE_MS, openApp } from './http-app.js';
import type { Tokens } from './access/tokens.js';
import { assertServeOptions, type CommonHttpOptions, type CredentialOptions } from './http-options.js';
import { type HttpServer, listen } from './listen.js';
import { NoTokenError } from '../server-errors.js';

/** How `serve` serves an open Toolshed, and where it listens. */
export type ServeOptions = CommonHttpOptions &
  CredentialOptions & {
    /** The address to listen on. Default: `127.0.0.1`, which no other machine reaches. */
    readonly host?: string;
    /** The port to listen on; 0 for any that is free. Default: 4180. */
    readonly port?: number;
    /** The public address, if a proxy is in front: `https://shed.example.org`. */
    readonly url?: string;
  };

/** A listening server. Disposing of it finishes the requests under way and closes the socket. */
export interface Served extends AsyncDisposable {
  /** How people reach it. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /** Signs one browser in to the inbox; `undefined` where there is none. */
  readonly loginUrl: string | undefined;
}

/**
 * Listens, and serves the app of `createHttpApp`.
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({ tools, store: { sqlite: 'toolshed.db' } });
 * await using server = await serve({ shed, tokens: createTokenFolder({ home: '/var/lib/toolshed' }) });
 * console.log(server.url, server.loginUrl);
 * ```
 */
export async function serve(options: ServeOptions): Promise<Served> {
  assertServeOptions(options);
  const { host = '127.0.0.1', port = 4180, url: publicUrl, allowedHosts, trustedProxies = [] } = options;
  await assertAnyToken(options, host);
  const server = await listen({ host, port, limits: HttpLimits.parse(options.limits ?? {}) });
  const site = createSite({
    host,
    port: server.port,
    publicUrl,
    allowedHosts,
    isBehindProxy: trustedProxies.length > 0,
  });
  const app = await openOrClose(() => openApp(options, site), server);
  await app.ready;
  server.handle(app);
  return {
    url: site.url,
    port: server.port,
    get loginUrl() {
      return app.loginUrl;
    },
    async [Symbol.asyncDispose]() {
      const closing = app[Symbol.asyncDispose]();
      // No new connection from here on, whatever the app still has to finish.
      await server.close(CLOSE_GRACE_MS);
      await closing;
    },
  };
}

/** What decides whether anybody is meant to use a server. */
export type TokenHolder = Pick<CommonHttpOptions, 'only'> & {
  readonly tokens: Tokens;
  readonly mcp?: { readonly prefix: string };
};

/** Threat: a server on the network that anybody may find, but that has no users yet. */
export async function assertAnyToken(options: ServeOptions | TokenHolder, host: string): Promise<void> {
  if (isLoopback(host) || !('tokens' in options) || options.tokens === undefined) return;
  const usable = (await options.tokens.list()).filter(({ kind }) => kind !== 'browser');
  if (usable.length > 0) return;
  const { only, mcp = {} } = options;
  throw new NoTokenError(host, { only, prefix: ('prefix' in mcp ? mcp.prefix : undefined) ?? 'toolshed' });
}

/** A socket that nobody serves is closed again. */
async function openOrClose<T>(open: () => T, server: HttpServer): Promise<T> {
  try {
    return open();
  } catch (error) {
    await server.close(0);
    throw error;
  }
}
