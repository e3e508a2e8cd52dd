// A document of Swagger 2.0, as written ten years ago.

import { describe, expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { openWire } from './wire-shed.ts';

const field = (name: string, more: object = {}) => ({ name, in: 'formData', type: 'string', ...more });
const DOCUMENT = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'old.example.org',
  basePath: '/v2',
  schemes: ['http', 'https'],
  consumes: ['application/json'],
  securityDefinitions: { basic: { type: 'basic' }, key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  security: [{ key: [] }],
  parameters: { Pet: { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } } },
  definitions: {
    Pet: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', 'x-nullable': true },
        age: { type: 'integer', minimum: 0, exclusiveMinimum: true },
      },
    },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'find',
        tags: ['pets'],
        parameters: [
          { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' } },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
        ],
        responses: { 200: { description: 'Pets', schema: { type: 'array', items: { $ref: '#/definitions/Pet' } } } },
      },
      post: { operationId: 'add', tags: ['pets'], parameters: [{ $ref: '#/parameters/Pet' }], responses: {} },
    },
    '/pets/{id}': {
      put: { operationId: 'put', tags: ['pets'], responses: {} },
      parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }, { $ref: '#/parameters/Pet' }],
    },
    '/photos': {
      post: {
        operationId: 'upload',
        tags: ['pets'],
        consumes: ['multipart/form-data'],
        parameters: [field('photo', { type: 'file', required: true }), field('title')],
        responses: {},
      },
    },
    '/lists/{bars}': {
      get: {
        operationId: 'lists',
        tags: ['pets'],
        parameters: [
          {
            name: 'bars',
            in: 'path',
            required: true,
            type: 'array',
            items: { type: 'string' },
            collectionFormat: 'pipes',
          },
          { name: 'tabs', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'tsv' },
          { name: 'blanks', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'ssv' },
        ],
        responses: {},
      },
    },
    '/plain': {
      post: {
        operationId: 'plain',
        tags: ['pets'],
        consumes: [],
        parameters: [{ name: 'any', in: 'body', schema: { type: 'object' } }],
        responses: {},
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        tags: ['pets'],
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [field('a', { type: 'array', items: { type: 'string' } })],
        responses: {},
      },
    },
  },
};

describe('a document of Swagger 2.0', () => {
  verifies.each('sources/swagger', [
    [`find({ ids: [1, 2], tags: ['a', 'b'] })`, 'GET /pets?ids=1,2&tags=a&tags=b', ''],
    [`add({ body: { name: null, age: 1 } })`, 'POST /pets', '{"age":1,"name":null}'],
    [`put({ id: 'x', body: { name: 'Rex' } })`, 'PUT /pets/x', '{"name":"Rex"}'],
    [`form({ body: { a: ['1', '2'] } })`, 'POST /form', 'a=1,2'],
    [
      `lists({ bars: ['a', 'b'], tabs: ['1', '2'], blanks: ['x', 'y'] })`,
      'GET /lists/a%7Cb?tabs=1%092&blanks=x%20y',
      '',
    ],
    [`plain({ body: { a: 1 } })`, 'POST /plain', '{"a":1}'],
  ])('sends %s as %s', async (call, line, body) => {
    await using wire = await openWire(DOCUMENT, { auth: { key: { secret: 'key' } } });
    expect(await wire.call(`tools.api.pets.${call}`)).toMatchObject({ status: 200 });
    const sent = await wire.sent();
    expect([sent.line, sent.body, sent.headers.get('x-key')]).toEqual([line, body, 'key-of-the-host']);
  });

  verifies('sources/swagger', 'uploads files, and wants the form that has a required field', async () => {
    await using wire = await openWire(DOCUMENT);
    await wire.call(`tools.api.pets.upload({ body: { photo: { base64: 'aGk=', filename: 'a.png' } } })`);
    expect((await wire.sent()).body).toContain('name="photo"; filename="a.png"');
    expect(await wire.call(`tools.api.pets.upload({})`)).toMatchObject({ code: 'tool/invalid-arguments' });
  });

  verifies('sources/swagger', 'checks what its schemas say, and prefers https', async () => {
    await using wire = await openWire(DOCUMENT, { server: undefined, safe: [] });
    expect(await wire.call(`tools.api.pets.add({ body: { name: 'x', age: 0 } })`)).toMatchObject({
      code: 'tool/invalid-arguments',
    });
    expect(await wire.shed.execute(`await tools.api.pets.add({ body: { name: 'x' } })`)).toMatchObject({
      paused: { message: 'Send POST https://old.example.org/v2/pets?' },
    });
  });
});
