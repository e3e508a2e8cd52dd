// A host as a model meets it: an API described by an OpenAPI document on loopback, a mailbox, files, a source that is
// away, and a rule that denies.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, type Tool } from '@toolshed/kernel';
import { fsPlugin, type Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { QUIET } from '../mcp/mcp-bench.ts';
import { serveWeb, type WebServer } from '../sources/servers/serve-web.ts';

export const TOKEN = 'ghp-"quoted"-key-7';

const text = { type: 'string' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const ok = { 200: { description: 'OK' } };
const bodyOf = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

const documentOf = (server: string) => ({
  openapi: '3.0.3',
  info: { title: 'GitHub', version: '1' },
  servers: [{ url: server }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', name: 'key', in: 'query' } } },
  paths: {
    '/repos/{owner}/{repo}/issues': {
      parameters: [inPath('owner'), inPath('repo')],
      get: { operationId: 'issues/list', tags: ['issues'], summary: 'List issues of a repository', responses: ok },
      post: {
        operationId: 'issues/create',
        tags: ['issues'],
        summary: 'Create an issue',
        requestBody: bodyOf({
          type: 'object',
          additionalProperties: false,
          required: ['title'],
          properties: { title: text, text, labels: { type: 'array', items: text } },
        }),
        responses: ok,
      },
    },
    '/repos/{owner}/{repo}': {
      parameters: [inPath('owner'), inPath('repo')],
      get: { operationId: 'repos/get', tags: ['repos'], summary: 'Get a repository', responses: ok },
      delete: { operationId: 'repos/delete', tags: ['repos'], summary: 'Delete a repository', responses: ok },
    },
  },
});

const answer = (request: Request): Response => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/limited/issues'))
    return Response.json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '30' } });
  if (pathname.endsWith('/wrong/issues'))
    return Response.json(
      { message: 'Validation Failed', errors: [{ field: 'title', code: 'missing' }], echo: TOKEN },
      { status: 422 },
    );
  return Response.json({ message: 'Not Found' }, { status: 404 });
};

const sendMail: Tool = defineTool({
  path: 'mail.send',
  description: 'Send a mail',
  input: z.strictObject({ to: z.string(), subject: z.string().optional() }),
  destructive: true,
  handler: (_context, { to }) => `sent to ${to}`,
});

export interface TextsHost extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly server: WebServer;
}

export async function openTextsHost(): Promise<TextsHost> {
  const server = await serveWeb(answer);
  const folder = mkdtempSync(join(tmpdir(), 'shed-texts-'));
  writeFileSync(join(folder, 'github.json'), JSON.stringify(documentOf(server.origin)));
  writeFileSync(join(folder, 'notes.md'), 'notes');
  const shed = await openInThread({
    tools: [sendMail, fsPlugin({ root: folder })],
    store: 'memory',
    prepares: false,
    log: QUIET,
    policy: [{ pattern: 'github.repos.delete', verdict: 'deny' }],
    sources: [
      {
        namespace: 'github',
        openapi: join(folder, 'github.json'),
        allowPrivate: true,
        auth: { key: { secret: 'apiKey' } },
        safe: ['github.issues.create'],
      },
      { namespace: 'crm', openapi: join(folder, 'missing.json') },
    ],
    sourceDeps: { secrets: async (name) => (name === 'apiKey' ? TOKEN : undefined) },
  });
  return {
    shed,
    server,
    async [Symbol.asyncDispose]() {
      await shed[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
