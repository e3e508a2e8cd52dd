// One operation of a document, called by a program, and the request as the server got it.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenOptions, SourceInput, Toolshed } from '@toolshed/runtime';
import { serveWeb } from '../servers/serve-web.ts';
import { openSourceShed } from '../source-shed.ts';

export interface Wire extends AsyncDisposable {
  readonly shed: Toolshed;
  /** Runs `return await <expression>` and gives what it returned, or the error it failed with. */
  call(expression: string): Promise<unknown>;
  /** What the last request was, its body as text. */
  sent(): Promise<{ readonly line: string; readonly headers: Headers; readonly body: string }>;
  readonly count: () => number;
}

export function documentFile(document: object | string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'toolshed-wire-')), 'document.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return file;
}

export async function openWire(
  document: object | string,
  {
    answer = () => Response.json({}),
    ...more
  }: Partial<SourceInput> & { answer?: (request: Request) => Response } = {},
  options: Partial<OpenOptions> = {},
): Promise<Wire> {
  const server = await serveWeb(answer);
  const source: SourceInput = {
    namespace: 'api',
    openapi: documentFile(document),
    server: server.origin,
    safe: ['api.**'],
    ...more,
  };
  const sourceDeps = { secrets: async (name: string) => `${name}-of-the-host` };
  const shed = await openSourceShed([source], { sourceDeps, ...options });
  return {
    shed,
    async call(expression) {
      const result = await shed.execute(`return await ${expression}`);
      if (result.status === 'completed') return result.value;
      if (result.status === 'failed') return result.error;
      throw new Error(`The program is ${result.status}`);
    },
    async sent() {
      const request = server.requests.at(-1);
      if (request === undefined) throw new Error('Nothing was sent');
      const line = `${request.method} ${request.url.slice(server.origin.length)}`;
      return { line, headers: request.headers, body: await request.clone().text() };
    },
    count: () => server.requests.length,
    async [Symbol.asyncDispose]() {
      await shed[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A document of one path, `/it`. */
export const documentOf = (operation: object, components: object = {}, method = 'post'): object => ({
  openapi: '3.0.3',
  info: { title: 'Wire', version: '1' },
  components,
  paths: { '/it': { [method]: { operationId: 'it', tags: ['it'], responses: {}, ...operation } } },
});

export const bodyOf = (content: Readonly<Record<string, object>>): object => ({
  requestBody: { required: true, content },
});
