// Documents as people write them: members without a value, numbers where a text should be, quoted booleans. What is
// meant is clear, so their operations are offered; what nobody can understand is left out, and named.

import { describe, expect } from 'vitest';
import { expectStatus } from '../../support/expect-status.ts';
import { verifies } from '../../support/verifies.ts';
import { watchedLog } from '../source-shed.ts';
import { documentOf, openWire } from './wire-shed.ts';

const YAML = `
openapi: 3.0.0
info: { title: Loose, version: 1 }
servers:
  - url: http://127.0.0.1:{port}/v{version}
    description:
    variables:
      port: { default: 8080, enum: [8080, 9090] }
      version: { default: 2 }
security:
  - key:
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
paths:
  /things/{id}:
    parameters:
    post:
      operationId: true
      summary:
      description: { $ref: ./long.md }
      tags: [it, 2]
      deprecated: "true"
      parameters:
        - { name: id, in: path, required: "true", description: , schema: { type: string } }
        - { name: n, in: query, required: "false", description: 7, schema: { type: integer } }
      requestBody:
        description:
        required: true
        content:
          application/json:
      responses:
        200:
`;

describe('a document that was written by hand', () => {
  verifies('sources/by-hand', 'is read as it is meant', async () => {
    await using wire = await openWire(YAML, { auth: { key: { secret: 'key' } } });
    expect(await wire.call(`tools.api.it.true({ id: 'x', body: { a: 1 } })`)).toMatchObject({ status: 200 });
    const { line, headers, body } = await wire.sent();
    expect([line, headers.get('x-key'), body]).toEqual(['POST /things/x', 'key-of-the-host', '{"a":1}']);
  });

  verifies('sources/by-hand', 'may have numbers as variables of its server', async () => {
    await using wire = await openWire(YAML, { server: undefined, safe: [] });
    const paused = expectStatus(await wire.shed.execute(`await tools.api.it.true({ id: 'x', body: {} })`), 'paused');
    expect(paused.paused.message).toBe('Send POST http://127.0.0.1:8080/v2/things/x?');
  });

  verifies.each('sources/by-hand', [
    [{ name: 'q', in: 'somewhere', schema: {} }, 'a parameter cannot be understood'],
    [{ in: 'query', schema: {} }, 'a parameter cannot be understood'],
    [{ $ref: '#/components/parameters/None' }, 'a parameter refers to something that does not exist'],
  ])('offers no operation that has the parameter %j, and says why', async (parameter, problem) => {
    const log = watchedLog();
    const wrong = documentOf({ parameters: [parameter] }, {}, 'get');
    const right = documentOf({ operationId: 'other' }, {}, 'post');
    const both = { ...right, paths: { ...Reflect.get(wrong, 'paths'), '/other': Reflect.get(right, 'paths')['/it'] } };
    await using wire = await openWire(both, {}, { log });
    expect(wire.shed.catalog.tools.map(({ path }) => String(path))).toEqual(['api.it.other']);
    expect(await log.until(({ message }) => message.includes('left out'))).toMatchObject({
      facts: { problem: expect.stringContaining(problem) },
    });
  });

  verifies('sources/by-hand', 'names what is new in version 3.2, and leaves it out', async () => {
    const log = watchedLog();
    const document = documentOf({}, {}, 'get');
    Object.assign(Reflect.get(document, 'paths')['/it'], { query: { responses: {} }, trace: { responses: {} } });
    await using wire = await openWire({ ...document, openapi: '3.2.0' }, {}, { log });
    for (const method of ['query', 'trace'])
      await log.until(({ facts }) => facts['problem'] === `${method} /it: operations of this kind are not supported`);
    expect(wire.shed.catalog.tools).toHaveLength(1);
  });

  verifies('sources/by-hand', 'is named as unusable where it has no operations', async () => {
    await using wire = await openWire({ openapi: '3.1.0', info: { title: 'Hooks', version: '1' }, webhooks: {} });
    const [api] = wire.shed.catalog.namespaces.filter(({ name }) => name === 'api');
    expect(api?.problem).toContain('it has no operations');
  });
});
