// Bodies on the wire: what the document says about their form is what the server gets, and what cannot be said in that
// form is refused before anybody is asked.

import { describe, expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { bodyOf, documentOf, openWire } from './wire-shed.ts';

const DEEP = { style: 'deepObject', explode: true };
const FORM = 'application/x-www-form-urlencoded';

const subscription = documentOf(
  bodyOf({
    [FORM]: {
      schema: {
        type: 'object',
        properties: { customer: { type: 'string' }, metadata: {}, items: {}, expand: {}, card: {} },
      },
      encoding: { metadata: DEEP, items: DEEP, expand: DEEP },
    },
  }),
);

describe('a form', () => {
  verifies.each('sources/wire', [
    [`{ metadata: { plan: 'a b' } }`, 'metadata[plan]=a b'],
    [
      `{ items: [{ price: 'p1', quantity: 2 }, { price: 'p&2' }] }`,
      'items[0][price]=p1&items[0][quantity]=2&items[1][price]=p%262',
    ],
    [`{ items: [{ tiers: [{ up_to: 1 }] }] }`, 'items[0][tiers][0][up_to]=1'],
    [`{ expand: ['a', 'b'] }`, 'expand[]=a&expand[]=b'],
    [`{ customer: 'c', metadata: { 'a=b': 'c&d' } }`, 'customer=c&metadata[a%3Db]=c%26d'],
    [`{ card: { number: 1, owner: { name: 'A' } } }`, 'card={"number":1,"owner":{"name":"A"}}'],
    [`{ card: ['x', 'y'] }`, 'card=x&card=y'],
  ])('the body of %s is %s', async (body, expected) => {
    await using wire = await openWire(subscription);
    await wire.call(`tools.api.it.it({ body: ${body} })`);
    const { headers, body: sent } = await wire.sent();
    expect(headers.get('content-type')).toBe(FORM);
    expect(readable(sent)).toBe(expected);
  });

  verifies.each('sources/wire', [
    [`{ metadata: null }`, 'cannot write "metadata" into the request: a form cannot say null'],
    [`{ items: [] }`, 'cannot write "items" into the request: a form cannot say an empty list or object'],
    [`{ metadata: { tags: {} } }`, 'cannot write "metadata[tags]" into the request'],
  ])('refuses %s before anybody is asked', async (body, message) => {
    await using wire = await openWire(subscription, { safe: [] });
    expect(await wire.call(`tools.api.it.it({ body: ${body} })`)).toMatchObject({
      code: 'openapi/invalid-arguments',
      message: expect.stringContaining(message),
    });
    expect(wire.count()).toBe(0);
  });

  verifies('sources/wire', 'follows the styles that its document gives', async () => {
    const list = { type: 'array', items: { type: 'string' } };
    const document = documentOf(
      bodyOf({
        [FORM]: {
          schema: { type: 'object', properties: { a: list, b: list, c: { type: 'object' }, d: { type: 'object' } } },
          encoding: {
            a: { style: 'form', explode: false },
            b: { style: 'pipeDelimited', explode: false },
            c: { style: 'form', explode: true },
            d: { contentType: 'application/json' },
          },
        },
      }),
    );
    await using wire = await openWire(document);
    await wire.call(`tools.api.it.it({ body: { a: ['1', '2'], b: ['3', '4'], c: { x: 5 }, d: { y: 6 } } })`);
    expect(readable((await wire.sent()).body)).toBe('a=1,2&b=3%7C4&x=5&d={"y":6}');
  });

  verifies('sources/wire', 'shows a person the form it is sent in', async () => {
    await using wire = await openWire(subscription, { safe: [] });
    const result = await wire.shed.execute(`await tools.api.it.it({ body: { metadata: { plan: 'pro' } } })`);
    expect(result).toMatchObject({
      status: 'paused',
      paused: { request: { preview: { value: { contentType: FORM, body: { metadata: { plan: 'pro' } } } } } },
    });
  });
});

/** As people write it, with brackets and quotes. */
const readable = (form: string): string =>
  form.replaceAll('+', ' ').replaceAll(/%(?:5B|5D|7B|7D|22|3A|2C)/g, (one) => decodeURIComponent(one));

describe('a form with files', () => {
  const document = documentOf(
    bodyOf({
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            facts: { type: 'object' },
            file: { type: 'string' },
            photo: { type: 'string', format: 'binary' },
            scans: { type: 'array', items: { type: 'string', format: 'binary' } },
            page: { type: 'string' },
          },
        },
        encoding: { page: { contentType: 'text/html' } },
      },
    }),
  );

  const partsOf = async (body: string): Promise<readonly string[]> => {
    await using wire = await openWire(document);
    await wire.call(`tools.api.it.it({ body: ${body} })`);
    const { headers, body: sent } = await wire.sent();
    const boundary = headers.get('content-type')?.split('boundary=')[1] ?? '';
    return sent
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => part.trim().replaceAll('\r\n', '|'));
  };

  verifies.each('sources/wire', [
    [`{ title: 'T' }`, ['Content-Disposition: form-data; name="title"||T']],
    [`{ facts: { a: 1 } }`, ['Content-Disposition: form-data; name="facts"|Content-Type: application/json||{"a":1}']],
    [
      `{ file: { base64: 'aGk=', filename: 'a"b.txt', type: 'text/plain' } }`,
      ['Content-Disposition: form-data; name="file"; filename="a%22b.txt"|Content-Type: text/plain||hi'],
    ],
    [
      `{ photo: 'text' }`,
      ['Content-Disposition: form-data; name="photo"; filename="photo"|Content-Type: application/octet-stream||text'],
    ],
    [
      `{ scans: [{ base64: 'aGk=', filename: '1' }, { base64: 'aG8=', filename: '2' }] }`,
      [
        'Content-Disposition: form-data; name="scans"; filename="1"|Content-Type: application/octet-stream||hi',
        'Content-Disposition: form-data; name="scans"; filename="2"|Content-Type: application/octet-stream||ho',
      ],
    ],
    [`{ page: '<p>' }`, ['Content-Disposition: form-data; name="page"; filename="page"|Content-Type: text/html||<p>']],
  ])('writes %s', async (body, expected) => {
    expect(await partsOf(body)).toEqual(expected);
  });

  verifies('sources/wire', 'refuses a type that would be a header of its own', async () => {
    await using wire = await openWire(document);
    const call = String.raw`tools.api.it.it({ body: { file: { base64: 'aGk=', type: 'a/b\r\nX-Evil: 1' } } })`;
    expect(await wire.call(call)).toMatchObject({ code: 'openapi/invalid-arguments' });
    expect(wire.count()).toBe(0);
  });
});

describe('a patch', () => {
  const patch = { schema: { $ref: '#/components/schemas/Patch' } };
  const document = documentOf(
    bodyOf({
      'application/apply-patch+yaml': patch,
      'application/json-patch+json': patch,
      'application/merge-patch+json': patch,
      'application/strategic-merge-patch+json': patch,
    }),
    { schemas: { Patch: { type: 'object' } } },
    'patch',
  );

  verifies.each('sources/wire', [
    [`{ body: { spec: { replicas: 2 } } }`, 'application/merge-patch+json', '{"spec":{"replicas":2}}'],
    [
      `{ body: { a: 1 }, contentType: 'application/strategic-merge-patch+json' }`,
      'application/strategic-merge-patch+json',
      '{"a":1}',
    ],
    [
      `{ body: [{ op: 'remove', path: '/a' }], contentType: 'application/json-patch+json' }`,
      'application/json-patch+json',
      '[{"op":"remove","path":"/a"}]',
    ],
    [
      `{ body: { kind: 'Pod' }, contentType: 'application/apply-patch+yaml' }`,
      'application/apply-patch+yaml',
      '{"kind":"Pod"}',
    ],
  ])('the body of %s is sent as %s', async (args, contentType, body) => {
    await using wire = await openWire(document);
    await wire.call(`tools.api.it.it(${args})`);
    const sent = await wire.sent();
    expect([sent.headers.get('content-type'), sent.body]).toEqual([contentType, body]);
  });

  verifies.each('sources/wire', [
    [`{ body: [{ op: 'remove', path: '/a' }] }`],
    [`{ body: { a: 1 }, contentType: 'application/json-patch+json' }`],
    [`{ body: { a: 1 }, contentType: 'text/plain' }`],
  ])('refuses %s, whose body is not of that type', async (args) => {
    await using wire = await openWire(document);
    expect(await wire.call(`tools.api.it.it(${args})`)).toMatchObject({ code: 'tool/invalid-arguments' });
  });
});

describe('XML', () => {
  const document = documentOf(bodyOf({ 'application/xml': { schema: { $ref: '#/components/schemas/Pet' } } }), {
    schemas: {
      Pet: {
        type: 'object',
        xml: { name: 'pet', namespace: 'urn:pets', prefix: 'p' },
        properties: {
          id: { type: 'integer', xml: { attribute: true } },
          name: { type: 'string', xml: { name: 'called' } },
          tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
          toys: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  });

  verifies('sources/wire', 'XML is written as its schema says', async () => {
    await using wire = await openWire(document);
    await wire.call(`tools.api.it.it({ body: { id: 7, name: 'R&D <x>', tags: ['a', 'b'], toys: ['c', 'd'] } })`);
    expect((await wire.sent()).body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<p:pet xmlns:p="urn:pets" id="7"><called>R&amp;D &lt;x&gt;</called><tags><tag>a</tag><tag>b</tag></tags><toys>c</toys><toys>d</toys></p:pet>',
    );
  });

  verifies('sources/wire', 'XML is taken as finished text, and refused where a name is not valid in XML', async () => {
    await using wire = await openWire(document);
    await wire.call(`tools.api.it.it({ body: '<pet/>' })`);
    expect(await wire.sent()).toMatchObject({ body: '<pet/>' });
    expect(await wire.call(`tools.api.it.it({ body: { 'a><b': 1 } })`)).toMatchObject({
      code: 'openapi/invalid-arguments',
    });
  });
});

describe('kinds of JSON', () => {
  verifies.each('sources/wire', [
    ['text/json'],
    ['application/vnd.api+json'],
    ['application/scim+json; charset=utf-8'],
  ])('%s is sent and read as JSON', async (type) => {
    await using wire = await openWire(documentOf(bodyOf({ [type]: { schema: { type: 'object' } } })), {
      answer: () => new Response('{"a":1}', { headers: { 'content-type': type } }),
    });
    expect(await wire.call(`tools.api.it.it({ body: { b: 2 } })`)).toMatchObject({ body: { a: 1 } });
    expect((await wire.sent()).body).toBe('{"b":2}');
  });

  verifies('sources/wire', 'bytes in no known form are refused where they are neither text nor bytes', async () => {
    await using wire = await openWire(documentOf(bodyOf({ 'multipart/mixed': { schema: {} } })));
    expect(await wire.call(`tools.api.it.it({ body: { b: 2 } })`)).toMatchObject({ code: 'openapi/invalid-arguments' });
  });
});

describe('an integer beyond 2^53', () => {
  const document = documentOf(
    {
      parameters: [{ name: 'since', in: 'query', schema: { type: 'integer', format: 'int64' } }],
      ...bodyOf({
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: { type: 'integer', format: 'int64' },
              ids: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
              text: { type: 'string' },
              n: { type: 'integer' },
            },
          },
        },
      }),
    },
    { schemas: { Id: { type: 'integer', format: 'int64' } } },
  );

  verifies('sources/wire', 'an integer beyond 2^53 arrives as text, and goes back as the integer it is', async () => {
    await using wire = await openWire(document, {
      answer: () =>
        new Response('{"id":9007199254740993,"small":12,"f":0.1234567890123456}', {
          headers: { 'content-type': 'application/json' },
        }),
    });
    const program = `tools.api.it.it({ body: { id: 1 } }).then(async ({ body }) => {
      await tools.api.it.it({ since: body.id, body: { id: body.id, ids: [body.id], text: body.id } });
      return body;
    })`;
    expect(await wire.call(program)).toEqual({ id: '9007199254740993', small: 12, f: 0.1234567890123456 });
    expect(await wire.sent()).toMatchObject({
      line: 'POST /it?since=9007199254740993',
      body: '{"id":9007199254740993,"ids":[9007199254740993],"text":"9007199254740993"}',
    });
  });

  verifies.each('sources/wire', [[`{ since: 9007199254740992, body: {} }`], [`{ body: { n: 9007199254740992 } }`]])(
    'is refused as a number, which was rounded: %s',
    async (args) => {
      await using wire = await openWire(document);
      expect(await wire.call(`tools.api.it.it(${args})`)).toMatchObject({
        code: 'tool/invalid-arguments',
      });
    },
  );
});

describe('a body of which the media type says nothing', () => {
  const OBJECT = { schema: { $ref: '#/components/schemas/Thing' } };
  const schemas = { Thing: { allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }] } };

  verifies.each('sources/wire', [
    ['*/*', OBJECT],
    ['application/*', OBJECT],
    ['application/*+json', OBJECT],
    ['applicationjson', OBJECT],
    ['', OBJECT],
  ])('is sent as JSON where it is an object: %j', async (type, media) => {
    await using wire = await openWire(documentOf(bodyOf({ [type]: media }), { schemas }));
    await wire.call(`tools.api.it.it({ body: { a: 1 } })`);
    const { headers, body } = await wire.sent();
    expect([headers.get('content-type'), body]).toEqual(['application/json', '{"a":1}']);
  });

  verifies.each('sources/wire', [
    ['*/*', `'text'`, 'application/octet-stream', 'text'],
    ['*/*', `{ base64: 'aGk=', type: 'image/png' }`, 'image/png', 'hi'],
    ['image/*', `{ base64: 'aGk=', type: 'image/png' }`, 'image/png', 'hi'],
  ])('is sent as it is where it is a file: %s, %s', async (type, value, contentType, sent) => {
    const media = { schema: { type: 'string', format: 'binary' } };
    await using wire = await openWire(documentOf(bodyOf({ [type]: media })));
    await wire.call(`tools.api.it.it({ body: ${value} })`);
    const { headers, body } = await wire.sent();
    expect([headers.get('content-type'), body]).toEqual([contentType, sent]);
  });

  verifies('sources/wire', 'is the form that is meant by application/form-data', async () => {
    await using wire = await openWire(documentOf(bodyOf({ 'application/form-data': OBJECT }), { schemas }));
    await wire.call(`tools.api.it.it({ body: { a: 1 } })`);
    const { headers, body } = await wire.sent();
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="a"\r\n\r\n1');
  });
});

describe('JSON by lines', () => {
  verifies.each('sources/wire', [
    [{ type: 'object' }, `[{ a: 1 }, { b: 'x' }]`, '{"a":1}\n{"b":"x"}\n'],
    [{ type: 'array', items: { type: 'object' } }, `[{ a: 1 }]`, '{"a":1}\n'],
    [{ type: 'string', format: 'binary' }, `'{"a":1}\\n'`, '{"a":1}\n'],
    [{ type: 'object' }, `{ a: 1 }`, '{"a":1}\n'],
  ])('of %j, %s is %j', async (schema, value, sent) => {
    await using wire = await openWire(documentOf(bodyOf({ 'application/x-ndjson': { schema } })));
    await wire.call(`tools.api.it.it({ body: ${value} })`);
    const { headers, body } = await wire.sent();
    expect([headers.get('content-type'), body]).toEqual(['application/x-ndjson', sent]);
  });
});
