// Where the arguments of a request go: paths, queries, headers and cookies, in each of the styles that documents have.

import { describe, expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { documentOf, openWire } from './wire-shed.ts';

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const OBJECT = { type: 'object' };

const at = (template: string, parameters: readonly object[] = [], method = 'get') => ({
  openapi: '3.0.3',
  info: { title: 'Places', version: '1' },
  paths: { [template]: { [method]: { operationId: 'it', tags: ['it'], parameters, responses: {} } } },
});

const param = (place: string, name: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  ...more,
});

const lineFor = async (document: object, args: string): Promise<string> => {
  await using wire = await openWire(document);
  await wire.call(`tools.api.it.it(${args})`);
  return (await wire.sent()).line;
};

describe('a path', () => {
  verifies.each('sources/wire', [
    ['/a/{id}', param('path', 'id', TEXT), `'x y/z?'`, '/a/x%20y%2Fz%3F'],
    ['/a/{id}', param('path', 'id', LIST), `['x', 'y']`, '/a/x,y'],
    ['/a/{id}', param('path', 'id', OBJECT), `{ g: 1, r: 2 }`, '/a/g,1,r,2'],
    ['/a/{id}', param('path', 'id', OBJECT, { explode: true }), `{ g: 1, r: 2 }`, '/a/g=1,r=2'],
    ['/a{id}', param('path', 'id', LIST, { style: 'label' }), `['x', 'y']`, '/a.x,y'],
    ['/a{id}', param('path', 'id', LIST, { style: 'label', explode: true }), `['x', 'y']`, '/a.x.y'],
    ['/a{id}', param('path', 'id', TEXT, { style: 'matrix' }), `'x'`, '/a;id=x'],
    ['/a{id}', param('path', 'id', LIST, { style: 'matrix', explode: true }), `['x', 'y']`, '/a;id=x;id=y'],
    ['/a{id}', param('path', 'id', OBJECT, { style: 'matrix', explode: true }), `{ r: 1 }`, '/a;r=1'],
    ['/a/{id}.json', param('path', 'id', TEXT), `'x'`, '/a/x.json'],
    ['/a/{id}:cancel', param('path', 'id', TEXT), `'x'`, '/a/x:cancel'],
    ['/a/{id}', param('path', 'other', TEXT), `'x'`, '/a/x'],
  ])('%s with %j of %s is %s', async (template, parameter, value, line) => {
    expect(await lineFor(at(template, [parameter]), `{ id: ${value} }`)).toBe(`GET ${line}`);
  });

  verifies('sources/wire', 'is sent without the mark that tells operations of one path apart', async () => {
    const document = at('/files/{id}#add_link', [param('path', 'id', TEXT), param('query', 'fields', TEXT)]);
    expect(await lineFor(document, `{ id: '1', fields: 'a' }`)).toBe('GET /files/1?fields=a');
  });

  verifies('sources/wire', 'has the query that its template spells out', async () => {
    const spelt = '/now?city={city}&lang={lang}&units=I%20M&flag';
    const document = at(spelt, [param('path', 'city', TEXT), param('query', 'days', TEXT)]);
    expect(await lineFor(document, `{ city: 'a&b', lang: 'x', days: '2' }`)).toBe(
      'GET /now?city=a%26b&lang=x&units=I%20M&flag=&days=2',
    );
    expect(await lineFor(at('/now?city={city}', [param('query', 'city', TEXT)]), `{ city: 'a' }`)).toBe(
      'GET /now?city=a',
    );
  });
});

describe('a query', () => {
  verifies.each('sources/wire', [
    [LIST, {}, `['x', 'y z']`, 'q=x&q=y%20z'],
    [LIST, { explode: false }, `['x', 'y']`, 'q=x,y'],
    [LIST, { style: 'spaceDelimited', explode: false }, `['x', 'y']`, 'q=x%20y'],
    [LIST, { style: 'pipeDelimited' }, `['x', 'y']`, 'q=x%7Cy'],
    [OBJECT, {}, `{ a: 1, b: true }`, 'a=1&b=true'],
    [OBJECT, { explode: false }, `{ a: 1, b: 2 }`, 'q=a,1,b,2'],
    [
      OBJECT,
      { style: 'deepObject', explode: true },
      `{ a: { gte: 1 }, b: [2] }`,
      'q%5Ba%5D%5Bgte%5D=1&q%5Bb%5D%5B%5D=2',
    ],
    [TEXT, {}, `'a+b=c#d'`, 'q=a%2Bb%3Dc%23d'],
    [TEXT, { allowReserved: true }, `'a/b:c&d'`, 'q=a/b:c%26d'],
    [TEXT, { schema: undefined, content: { 'application/json': {} } }, `{ a: [1] }`, 'q=%7B%22a%22%3A%5B1%5D%7D'],
    [TEXT, { schema: undefined, content: { '*/*': { schema: TEXT } } }, `'plain'`, 'q=plain'],
    [{ type: 'boolean' }, {}, `false`, 'q=false'],
  ])('of %j with %j: %s is %s', async (schema, more, value, query) => {
    expect(await lineFor(at('/it', [param('query', 'q', schema, more)]), `{ q: ${value} }`)).toBe(`GET /it?${query}`);
  });

  verifies('sources/wire', 'has names with brackets as they are', async () => {
    const document = at('/it', [param('query', 'filter[status]', TEXT), param('query', 'ids[]', LIST)]);
    expect(await lineFor(document, `{ 'filter[status]': 'open', 'ids[]': ['1', '2'] }`)).toBe(
      'GET /it?filter%5Bstatus%5D=open&ids%5B%5D=1&ids%5B%5D=2',
    );
  });
});

describe('headers and cookies', () => {
  verifies('sources/wire', 'have lists and objects in one line, and nothing that the protocol owns', async () => {
    const document = at('/it', [
      param('header', 'X-List', LIST),
      param('header', 'X-Object', OBJECT, { explode: true }),
      param('cookie', 'crumb', TEXT),
      param('header', 'Accept-Encoding', TEXT, { required: true }),
      param('header', 'Host', TEXT, { required: true }),
    ]);
    await using wire = await openWire(document);
    await wire.call(`tools.api.it.it({ 'X-List': ['a', 'b'], 'X-Object': { g: 1, r: 2 }, crumb: 'x;y' })`);
    const { headers } = await wire.sent();
    expect([headers.get('x-list'), headers.get('x-object'), headers.get('cookie')]).toEqual([
      'a,b',
      'g=1,r=2',
      'crumb=x%3By',
    ]);
  });

  verifies('sources/wire', 'go with the body that a DELETE may have', async () => {
    const requestBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
    await using wire = await openWire(documentOf({ requestBody }, {}, 'delete'));
    await wire.call(`tools.api.it.it({ body: { ids: [1] } })`);
    expect(await wire.sent()).toMatchObject({ line: 'DELETE /it', body: '{"ids":[1]}' });
  });
});
