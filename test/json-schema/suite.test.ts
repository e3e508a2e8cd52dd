// The official JSON-Schema-Test-Suite, all required tests of draft 2020-12, against what checks tools, the tools of
// sources, and forms. A schema we refuse is refused where it is read, and the reason is one of those below.
//
// The suite is not ours and not part of this repository: `.ci/run` unpacks it from a Debian package. Where it is not
// there these tests are skipped, and json-schema.test.ts beside the code is what checks the keywords.

import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '@toolshed/kernel';
import { readForm, readSchema } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { openSourceShed } from '../sources/source-shed.ts';
import { verifies } from '../support/verifies.ts';

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/json-schema-test-suite/draft2020-12', import.meta.url));
const isThere = existsSync(FOLDER);

const SUITE: Readonly<Record<string, readonly Group[]>> = isThere
  ? Object.fromEntries(
      readdirSync(FOLDER)
        .filter((file) => file.endsWith('.json'))
        .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))]),
    )
  : {};

interface Tally {
  readonly right: number;
  readonly wrong: readonly string[];
  /** By file: how many groups were refused, and each reason once. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
}

type Read = (schema: JsonSchema) => { parse(value: unknown): { readonly kind: 'valid' | 'invalid' } };

function tally(read: Read): Tally {
  let right = 0;
  const wrong: string[] = [];
  const refused = new Map<string, readonly string[]>();
  for (const [file, groups] of Object.entries(SUITE)) {
    for (const { description, schema, tests } of groups) {
      const made = attempt(() => read(schema));
      if (made instanceof Error) refused.set(file, [...(refused.get(file) ?? []), made.message]);
      else
        for (const test of tests) {
          const isRight = (made.parse(test.data).kind === 'valid') === test.valid;
          if (isRight) right++;
          else wrong.push(`${file}: ${description}: ${test.description}`);
        }
    }
  }
  return { right, wrong, refused };
}

function attempt<T>(make: () => T): T | Error {
  try {
    return make();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** With references from the root of a document in which the schema is a part. */
function rooted(schema: unknown, place: string, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => rooted(one, place));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (!isMap && (key === 'enum' || key === 'const' || key === 'default')) return [key, value];
      if (!isMap && key === '$ref' && /^#(?:\/|$)/.test(value)) return [key, place + value.slice(1)];
      return [key, rooted(value, place, !isMap && MAPS.has(key))];
    }),
  );
}

const MAPS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependentRequired',
]);

describe.skipIf(!isThere)('the official tests of JSON Schema', () => {
  verifies.each('schemas/standard', ['host', 'stranger'] as const)(
    'find nothing wrong with the schema of a tool written by a %s',
    (author) => {
      const { right, wrong, refused } = tally((schema) => readSchema(schema, author));
      expect(wrong).toEqual([]);
      expect(right).toBeGreaterThan(1_000);
      // What is elsewhere is never fetched, and a dialect of one's own may mean anything.
      for (const [file, reasons] of refused)
        for (const reason of reasons)
          expect(reason).toMatch(file === 'vocabulary' ? /"\$schema" .* dialect/ : /"\$ref" .* not in the schema/);
    },
  );

  verifies('schemas/standard', 'find nothing wrong with the body of an operation of an OpenAPI document', async () => {
    const groups = Object.values(SUITE).flat();
    const placeOf = (schema: JsonSchema): string =>
      `#/components/schemas/G${groups.findIndex((one) => one.schema === schema)}`;
    const schemas = groups.map(({ schema }, index) => [`G${index}`, rooted(schema, placeOf(schema))] as const);
    const operation = (index: number) => ({
      operationId: `g${index}`,
      requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/G${index}` } } } },
    });
    const openapi = join(mkdtempSync(join(tmpdir(), 'toolshed-suite-')), 'suite.json');
    const document = {
      openapi: '3.1.0',
      paths: Object.fromEntries(groups.map((_, index) => [`/g${index}`, { get: operation(index) }])),
      components: { schemas: Object.fromEntries(schemas) },
    };
    writeFileSync(openapi, JSON.stringify(document));
    await using shed = await openSourceShed([{ namespace: 'suite', openapi }]);
    const { right, wrong, refused } = tally((schema) => {
      const path = `suite.g${placeOf(schema).slice('#/components/schemas/G'.length)}`;
      const [tool] = shed.catalog.tools.filter((one) => one.path.startsWith(`${path}.`));
      if (tool === undefined) throw new Error(shed.catalog.absence(`${path}.${path.slice('suite.'.length)}`));
      return { parse: (body) => tool.input.parse({ body }) };
    });
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(1_000);
    for (const reason of [...refused.values()].flat())
      expect(reason).toMatch(
        /"\$ref" refers to .* not a schema of the document|"\$dynamicRef" is not supported|"\$schema" .* not known/,
      );
  });

  verifies('schemas/standard', 'find in a form only formats, which are checked there', () => {
    const { right, wrong } = tally(readForm);
    expect(right).toBeGreaterThan(300);
    expect(wrong.filter((one) => !one.startsWith('format: '))).toEqual([]);
  });
});
