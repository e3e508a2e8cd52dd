// The types of a large API compile, strictly: programs are written and checked against them.

import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { defineTool, type JsonSchema, type Tool } from '@toolshed/kernel';
import { declarationOf } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openSourceShed } from './source-shed.ts';

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const run = promisify(execFile);

/** What the compiler says; nothing if it has nothing to say. */
async function compile(declaration: string, program: string): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'toolshed-types-'));
  const file = join(folder.path, 'tools.ts');
  await writeFile(file, `${declaration}${program}\nexport {};\n`);
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext'];
  const failed = (error: unknown): { readonly stdout: string } => ({
    stdout: String(Reflect.get(Object(error), 'stdout')),
  });
  const { stdout } = await run(process.execPath, [compiler, ...flags, file], { cwd: folder.path }).catch(failed);
  return stdout;
}

describe('the types of tools', () => {
  verifies('sources/types', 'compile for all of the GitHub API, and know its results', async () => {
    const manifest = require.resolve('@octokit/openapi/package.json');
    const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');
    await using shed = await openSourceShed([{ namespace: 'github', openapi }]);
    const declaration = declarationOf(shed.catalog.tools);
    const call = `tools.github.issues.create({ owner: 'o', repo: 'r', body: { title: 't' } })`;
    const all = `const [first] = await tools.github.issues.listForRepo.$all({ owner: 'o', repo: 'r' }, { limit: 5 }); const s: string | undefined = first?.title;`;
    expect(await compile(declaration, `const { body } = await ${call}; const n: number = body.number; ${all}`)).toBe(
      '',
    );
    expect(declaration).toContain('type FileUpload = string | { base64: string;');
    expect(await compile(declaration, `await tools.github.issues.create.$all({ owner: 'o', repo: 'r' })`)).toContain(
      "Property '$all' does not exist",
    );
    expect(await compile(declaration, `const { body } = await ${call}; const n: string = body.number;`)).toContain(
      "Type 'number' is not assignable to type 'string'",
    );
  });

  verifies('sources/types', 'compile whatever a schema says', async () => {
    const schemas: readonly JsonSchema[] = [
      { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
      { properties: { a: { type: 'number' } }, additionalProperties: { type: 'number' } },
      { properties: { 'a-b': { enum: ['x | y', 'z"', null, 1e30, -1, { a: [1] }] }, new: { const: '\u2028' } } },
      { properties: { a: { type: ['object', 'null'], properties: { b: {} }, anyOf: [{ required: ['b'] }] } } },
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { $ref: '#' } } }] },
      {
        properties: { a: false, b: true, c: { enum: [] }, d: { type: 'array', prefixItems: [{ enum: ['a', 'b'] }] } },
      },
    ];
    const toolAt = (path: string, json: JsonSchema): Tool =>
      defineTool<unknown, unknown>({
        path,
        description: 'Ends */ here',
        input: { type: 'object', ...json },
        output: json,
        handler: () => undefined,
      });
    const tools = schemas.map((json, index) => toolAt(`odd.new.case-${index}`, json));
    expect(await compile(declarationOf([...tools, toolAt('odd.new', {})]), '')).toBe('');
  });
});
