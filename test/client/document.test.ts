// The OpenAPI document, as the tools that people generate clients with read it.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMemoryRecords } from '@toolshed/runtime';
import { createHttpApp, createTokenFolder } from '@toolshed/server';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { HttpDocument, operationsOf } from '../support/http-document.ts';
import { root } from '../architecture/sources.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

/** Of the whole document, as it is served. */
const MAX_BYTES = 120_000;

const run = promisify(execFile);

describe('the OpenAPI document', () => {
  let folder = '';
  let text = '';
  let document: HttpDocument;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolshed-document-'));
    await using mail = await openMailShed();
    const shed = { ...mail.shed, records: createMemoryRecords() };
    const url = 'http://127.0.0.1:4180';
    await using app = createHttpApp({ shed, url, tokens: createTokenFolder({ home: join(folder, 'home') }) });
    text = await (await app.fetch(new Request(`${url}/v1/openapi.json`))).text();
    document = HttpDocument.parse(JSON.parse(text));
    await writeFile(join(folder, 'openapi.json'), text);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A tool of the workspace in the folder of the document, without a word to anybody's server. */
  const tool = (path: string, ...args: readonly string[]) =>
    run(process.execPath, [join(root, path), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    });

  verifies('http/generate', 'passes the recommended rules of Redocly without an error or a warning', async () => {
    const { stdout } = await tool('node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json');
    const { totals, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  verifies('http/generate', 'gives openapi-typescript types that compile and tell executions apart', async () => {
    await tool('test/node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts');
    await writeFile(
      join(folder, 'use.ts'),
      `import type { components, operations } from './types.ts';
       type Execution = operations['startExecution']['responses'][201]['content']['application/json'];
       export const firstQuestion = (execution: Execution): string =>
         execution.status === 'paused' ? execution.paused.elicitationId : execution.status;
       export const start: components['schemas']['StartExecution'] = { program: 'return 1', waitMs: 0 };
       export const when: components['schemas']['ArgumentCondition'] = { all: [{ not: { at: 'to', equals: 'a' } }] };
       // @ts-expect-error a program is a text
       export const wrong: components['schemas']['StartExecution'] = { program: 1, waitMs: 0 };
       `,
    );
    const strict = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--target', 'esnext'];
    await tool('node_modules/typescript/bin/tsc', ...strict, '--module', 'nodenext', 'use.ts').catch(({ stdout }) =>
      expect(stdout).toBe(''),
    );
  });

  verifies('http/generate', 'is small enough to read', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  });

  verifies('http/generate', 'gives every operation a name of its own, and every failure its codes', () => {
    const operations = operationsOf(document);
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([]);
    for (const { operationId, responses: declared } of operations)
      for (const [status, response] of Object.entries(declared)) {
        if (status.startsWith('2')) continue;
        const { content, 'x-toolshed-codes': codes } = response;
        expect(content, `${operationId} ${status}`).toHaveProperty(['application/problem+json']);
        expect(codes, `${operationId} ${status}`).not.toHaveLength(0);
      }
  });

  verifies('http/generate', 'writes a failure or a parameter that several operations have once', () => {
    const written = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => [
        ...Object.entries(operation?.responses ?? {}).flatMap(([status, one]) => (status.startsWith('2') ? [] : one)),
        ...(operation?.parameters ?? []),
      ]),
    );
    const texts = written.map((one) => JSON.stringify(one)).filter((one) => !one.startsWith('{"$ref"'));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((one, index) => texts.indexOf(one) !== index)).toEqual([]);
  });

  verifies('http/generate', 'refers to nothing that it does not have', () => {
    const targets = [...text.matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, pointer = '']) => pointer);
    expect(targets.length).toBeGreaterThan(100);
    const missing = targets.filter((pointer) => {
      const found = pointer.split('/').reduce<unknown>((node, key) => Object(node)[key], document);
      return found === undefined;
    });
    expect(missing).toEqual([]);
  });

  verifies('http/generate', 'has every route that the server has', async () => {
    const files = globSync('packages/server/src/http/routes/*.ts', { cwd: root });
    const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
    const names = sources.flatMap((source) => [...source.matchAll(/^ {6}id: '(\w+)',$/gm)].map(([, name]) => name));
    const paths = sources.flatMap((source) => [...source.matchAll(/path: '(\/v1\/[^']+)'/g)].map(([, path]) => path));
    expect(names.length).toBeGreaterThan(20);
    const operations = operationsOf(document);
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...names, 'getDocument'].sort());
    expect(Object.keys(document.paths).sort()).toEqual([...new Set([...paths, '/v1/openapi.json'])].sort());
  });
});
