// The HTTP side of one open host: put together, listening, and closed in order.

import type { ToolLog } from '@toolshed/kernel';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import type { HttpLimits } from './access/http-limits.js';
import { createLoginCodes } from './access/login-codes.js';
import { createSite } from './access/site.js';
import type { Tokens } from './access/token-folder.js';
import { createApp } from './create-app.js';
import { createEventTail } from './events/event-tail.js';
import { readInbox } from './inbox-files.js';
import { listen } from './listen.js';
import type { Shed } from './shed.js';
import { notify } from './webhooks/notify-webhook.js';
import { createPositionFile } from './webhooks/position-file.js';
import { post } from './webhooks/post.js';

export interface OpenHttpOptions {
  readonly shed: Shed;
  readonly tokens: Tokens;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly limits: HttpLimits;
  readonly labels: Readonly<Record<string, string>>;
  readonly webhooks: readonly { readonly url: string; readonly secret: string; readonly allowPrivate: boolean }[];
  readonly home: string;
  /** The folder with the built inbox. */
  readonly inbox: string;
  readonly user: string;
  readonly version: string;
  readonly log: ToolLog;
  now(): number;
  /** Agents over MCP; `inboxUrl` is where a person answers one question. */
  openMcp(inboxUrl: (elicitationId: string) => string): Promise<McpEndpoint>;
  /** A code was used; `loginUrl` is the next. */
  signedIn(): void;
}

export interface OpenHttp extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Signs in one browser. */
  readonly loginUrl: string;
}

const CLOSE_GRACE_MS = 10_000;

export async function openHttp(options: OpenHttpOptions): Promise<OpenHttp> {
  const { shed, log, host, publicUrl, home, now, limits } = options;
  const inbox = await readInbox(options.inbox);
  const server = await listen({ host, port: options.port, limits });
  const site = createSite({ host, port: server.port, publicUrl });
  const closing = new AbortController();
  const { signal } = closing;
  const tail = createEventTail({ shed, log, closing: signal });
  const codes = createLoginCodes();
  const mcp = await options.openMcp((id) => `${site.url}/questions/${encodeURIComponent(id)}`);
  server.handle(createApp({ ...options, mcp, tail, codes, site, inbox, closing: signal }));
  const notifying = options.webhooks.map(({ url, secret, allowPrivate }) =>
    notify({
      shed,
      tail,
      secret,
      log,
      now,
      closing: signal,
      inbox: site.url,
      kept: createPositionFile(home, url),
      post: (body, headers, cut) => post({ url, body, headers, allowPrivate, signal: cut }),
    }),
  );
  return {
    url: site.url,
    port: server.port,
    get loginUrl() {
      return `${site.url}/login?code=${codes.current}`;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      // No new connection from here on, whatever agents still have to be told.
      const closed = server.close(CLOSE_GRACE_MS);
      await mcp[Symbol.asyncDispose]();
      await closed;
      await Promise.all(notifying);
      await tail[Symbol.asyncDispose]();
    },
  };
}
