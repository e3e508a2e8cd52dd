// The app on a socket of its own: what `toolshed serve` and `toolshed mcp --http` do.

import { createSite } from './access/site.js';
import { HttpLimits } from './access/http-limits.js';
import { CLOSE_GRACE_MS, openApp } from './http-app.js';
import { assertHttpOptions, type CommonHttpOptions, type CredentialOptions } from './http-options.js';
import { listen } from './listen.js';

export type ServeOptions = CommonHttpOptions &
  CredentialOptions & {
    /** The address to listen on. Default: `127.0.0.1`, which no other machine reaches. */
    readonly host?: string;
    /** The port to listen on; 0 for any that is free. Default: 4180. */
    readonly port?: number;
    /** How people reach it, if a proxy stands in front: `https://shed.example.org`. */
    readonly url?: string;
  };

/** A listening server. Disposing of it answers what is under way and closes the socket. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Signs one browser in to the inbox; `undefined` where there is none. */
  readonly loginUrl: string | undefined;
}

/**
 * Listens, and serves the app of `createHttpApp`.
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({ tools });
 * await using server = await serve({ shed, tokens: createTokenFolder({ home: '/var/lib/toolshed' }) });
 * console.log(server.url, server.loginUrl);
 * ```
 */
export async function serve(options: ServeOptions): Promise<Served> {
  assertHttpOptions('serve', options);
  const { host = '127.0.0.1', port = 4180, url: publicUrl, allowedHosts } = options;
  const server = await listen({ host, port, limits: HttpLimits.parse(options.limits ?? {}) });
  const site = createSite({ host, port: server.port, publicUrl, allowedHosts });
  const app = openApp(options, site);
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
