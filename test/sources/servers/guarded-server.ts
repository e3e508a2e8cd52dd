import { createHash, randomUUID } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createFixtureServer } from './fixture-server.ts';
import { serveWeb, type WebServer } from './serve-web.ts';

export interface GuardedServer extends WebServer {
  readonly tokens: Set<string>;
}

/** An MCP server and its authorization server in one, as strict as the standards ask. */
export async function openGuardedServer(): Promise<GuardedServer> {
  const tokens = new Set<string>();
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  const handler = createMcpHandler(() => createFixtureServer({}));
  const json = (value: object, status = 200): Response => Response.json(value, { status });

  const server: WebServer = await serveWeb(async (request) => {
    const url = new URL(request.url);
    const { origin } = url;
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource':
      case '/.well-known/oauth-protected-resource/mcp':
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      case '/.well-known/oauth-authorization-server':
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
        });
      case '/register':
        return json({ ...z.looseObject({}).parse(await request.json()), client_id: randomUUID() }, 201);
      case '/authorize': {
        const code = randomUUID();
        const redirect = url.searchParams.get('redirect_uri') ?? '';
        codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', redirect });
        const back = new URL(redirect);
        back.searchParams.set('code', code);
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        return new Response(null, { status: 302, headers: { location: back.href } });
      }
      case '/token': {
        const form = new URLSearchParams(await request.text());
        const known = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const digest = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (known?.challenge !== digest || known.redirect !== form.get('redirect_uri'))
          return json({ error: 'invalid_grant' }, 400);
        const token = randomUUID();
        tokens.add(token);
        return json({ access_token: token, token_type: 'Bearer', expires_in: 3600 });
      }
      default: {
        const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
        if (tokens.has(token)) return handler.fetch(request);
        const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
        const headers = { 'www-authenticate': `Bearer resource_metadata="${metadata}"` };
        return new Response('who are you?', { status: 401, headers });
      }
    }
  });
  return { ...server, tokens };
}
