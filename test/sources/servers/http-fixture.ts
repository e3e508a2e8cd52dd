// The same server over HTTP, in either era.

import { randomUUID } from 'node:crypto';
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createFixtureServer, type FixtureOptions } from './fixture-server.ts';
import { serveWeb, type WebServer } from './serve-web.ts';

export interface HttpFixture extends WebServer {
  readonly url: string;
  /** Offers further tools from now on, and says so. */
  offer(...names: readonly string[]): void;
  /** Says something else of `write` from now on, and that its tools changed. */
  reword(writes: string): void;
  /** Knows none of its sessions any more, as after a restart. */
  forget(): void;
}

export async function openHttpFixture(era: 'modern' | 'legacy', options: FixtureOptions = {}): Promise<HttpFixture> {
  const more = [...(options.more ?? [])];
  let { writes = 'Write' } = options;
  const factory = () => createFixtureServer({ ...options, more, writes });
  const modern = createMcpHandler(factory, { legacy: 'reject' });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  const legacy = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    if (request.headers.has('mcp-session-id')) return new Response('no such session', { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await factory().connect(transport);
    return transport.handleRequest(request);
  };

  const server = await serveWeb((request) => (era === 'modern' ? modern.fetch(request) : legacy(request)));
  return {
    ...server,
    url: `${server.origin}/mcp`,
    forget: () => sessions.clear(),
    reword(words) {
      writes = words;
      modern.notify.toolsChanged();
    },
    offer(...names) {
      more.push(...names);
      modern.notify.toolsChanged();
    },
  };
}
