// An API described by an OpenAPI document, served by a real web server that writes down what it was asked.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureOf } from '@toolshed/kernel/runtime';
import type { SourceInput, Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { QUIET } from '../mcp/mcp-bench.ts';
import { serveWeb, type WebServer } from './servers/serve-web.ts';
import { openSourceShed } from './source-shed.ts';
import { documentFile } from './wire/wire-shed.ts';

const STRING = { type: 'string' };
const parameter = (place: string, name: string, more: object = {}) => ({ name, in: place, schema: {}, ...more });
const at = (operationId: string, parameters: readonly object[], more: object = {}) => ({
  get: { operationId, tags: ['styles'], parameters, responses: { 200: { description: 'OK' } }, ...more },
});
const body = (contentType: string, schema: object) => ({ required: true, content: { [contentType]: { schema } } });

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: '{base}/v1', variables: { base: { default: 'http://unset.invalid' } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', name: 'X-Api-Key', in: 'header' },
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      queryKey: { type: 'apiKey', name: 'api_key', in: 'query' },
      oauth: { type: 'oauth2', flows: {} },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: STRING,
          nick: { type: 'string', nullable: true },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        },
      },
    },
  },
  paths: {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: STRING }],
      get: {
        operationId: 'pets/get-by-id',
        tags: ['pets'],
        summary: 'Find a pet',
        parameters: [
          parameter('header', 'X-Trace', { schema: STRING }),
          parameter('cookie', 'crumb', { schema: STRING }),
        ],
        responses: {
          200: {
            description: 'A pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
      delete: { operationId: 'pets/delete', tags: ['pets'], responses: { 204: { description: 'Gone' } } },
    },
    '/pets': {
      post: {
        operationId: 'pets/create',
        tags: ['pets'],
        requestBody: body('application/json', { $ref: '#/components/schemas/Pet' }),
        responses: { 201: { description: 'Made' } },
      },
    },
    '/upload': {
      post: {
        operationId: 'upload',
        requestBody: body('multipart/form-data', {
          type: 'object',
          properties: { title: STRING, file: { type: 'string', format: 'binary' } },
        }),
        responses: { 200: { description: 'OK' } },
      },
    },
    '/form': {
      post: {
        requestBody: body('application/x-www-form-urlencoded', {
          type: 'object',
          properties: { a: STRING, b: { type: 'array', items: STRING } },
        }),
        responses: { 200: { description: 'OK' } },
      },
    },
    '/simple/{v}': at('simple', [parameter('path', 'v')]),
    '/simple-explode/{v}': at('simpleExplode', [parameter('path', 'v', { explode: true })]),
    '/label/{v}': at('label', [parameter('path', 'v', { style: 'label' })]),
    '/label-explode/{v}': at('labelExplode', [parameter('path', 'v', { style: 'label', explode: true })]),
    '/matrix/{v}': at('matrix', [parameter('path', 'v', { style: 'matrix' })]),
    '/matrix-explode/{v}': at('matrixExplode', [parameter('path', 'v', { style: 'matrix', explode: true })]),
    '/form-explode': at('formExplode', [parameter('query', 'v')]),
    '/form-joined': at('formJoined', [parameter('query', 'v', { explode: false })]),
    '/spaces': at('spaces', [parameter('query', 'v', { style: 'spaceDelimited', explode: false })]),
    '/pipes': at('pipes', [parameter('query', 'v', { style: 'pipeDelimited', explode: false })]),
    '/deep': at('deep', [parameter('query', 'v', { style: 'deepObject', explode: true })]),
    '/reserved': at('reserved', [parameter('query', 'v', { allowReserved: true })]),
    '/content': at('content', [{ name: 'v', in: 'query', content: { 'application/json': { schema: {} } } }]),
    '/clash/{id}': at('clash', [
      parameter('path', 'id', { schema: STRING }),
      parameter('query', 'id', { schema: STRING }),
    ]),
    '/bearer': at('withBearer', [], { security: [{ bearer: [] }] }),
    '/basic': at('withBasic', [], { security: [{ basic: [] }] }),
    '/query-key': at('withQueryKey', [], { security: [{ queryKey: [] }] }),
    '/oauth': at('withOauth', [], { security: [{ oauth: ['read'] }] }),
    '/open': at('open', [], { security: [] }),
    '/status/{code}': at('status', [parameter('path', 'code', { schema: STRING })]),
  },
};

const YAML = `
openapi: 3.1.0
info: { title: Toys, version: '1' }
paths:
  /toys:
    parameters:
      - $ref: '#/components/parameters/Colour'
    get:
      operationId: find
      responses:
        '200': { description: Toys }
components:
  parameters:
    Colour: { name: colour, in: query, schema: { type: [string, 'null'] } }
`;

const file = (): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'toolshed-openapi-')), 'pets.json');
  writeFileSync(path, JSON.stringify(DOCUMENT));
  return path;
};

const answer = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  if (pathname === '/document') return Response.json({ ...DOCUMENT, servers: [{ url: '/v1' }] });
  const status = /\/status\/(\d+)/.exec(pathname)?.[1];
  if (status !== undefined)
    return Response.json(
      { sent: Object.fromEntries(request.headers), long: 'x'.repeat(9_000) },
      { status: Number(status) },
    );
  return Response.json(
    { id: 1, name: 'Rex' },
    { headers: { link: '</pets?page=2>; rel="next"', 'x-total': '7', 'set-cookie': 'a=b', server: 'secret/1.0' } },
  );
};

const SECRETS: Readonly<Record<string, string>> = { token: 'token-of-the-host', pass: 'pass-of-the-host' };

async function openPets(server: WebServer, more: Partial<SourceInput> = {}): Promise<Toolshed> {
  const source: SourceInput = {
    namespace: 'pets',
    openapi: file(),
    variables: { base: server.origin },
    allowPrivate: true,
    auth: {
      key: { secret: 'token' },
      bearer: { secret: 'token' },
      basic: { username: 'ada', password: { secret: 'pass' } },
      queryKey: { secret: 'token' },
      oauth: { secret: 'token' },
    },
    ...more,
  };
  return openSourceShed([source], { sourceDeps: { secrets: async (name) => SECRETS[name] } });
}

const call = async (shed: Toolshed, expression: string): Promise<unknown> =>
  expectStatus(await shed.execute(`return await ${expression}`), 'completed').value;

const last = ({ requests }: WebServer): Request => {
  const request = requests.at(-1);
  if (request === undefined) throw new Error('Nothing was asked');
  return request;
};

const pathOf = ({ url }: Request): string => url.replace(/^http:\/\/[^/]+/, '');

describe('an OpenAPI document', () => {
  verifies('sources/openapi', 'becomes one tool for each operation, with a signature', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    const find = shed.catalog.find('pets.pets.getById');
    expect(find && signatureOf(find)).toBe(
      'pets.pets.getById(args: { petId: string; "X-Trace"?: string; crumb?: string }): Promise<ApiResponse<{ id: number; name: string; nick?: string | null; friends?: unknown[] }>>',
    );
    expect(shed.catalog.tools.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['pets.pets.delete', 'pets.upload.upload', 'pets.form.postForm', 'pets.styles.deep']),
    );
    expect(shed.catalog.search('find a pet')[0]?.path).toBe('pets.pets.getById');
  });

  verifies('sources/openapi', 'is read at once and asked about before it is changed', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    expect(await call(shed, `tools.pets.pets.getById({ petId: '1', 'X-Trace': 't', crumb: 'a;b' })`)).toEqual({
      status: 200,
      headers: { link: '</pets?page=2>; rel="next"', 'x-total': '7', 'content-type': 'application/json' },
      body: { id: 1, name: 'Rex' },
    });
    expect(Object.fromEntries(last(server).headers)).toMatchObject({
      'x-trace': 't',
      cookie: 'crumb=a%3Bb',
      'x-api-key': 'token-of-the-host',
    });
    const paused = expectStatus(await shed.execute(`return await tools.pets.pets.delete({ petId: '1' })`), 'paused');
    expect(paused.paused.message).toBe(`Send DELETE ${server.origin}/v1/pets/1?`);
    expect(server.requests).toHaveLength(1);
    expectStatus(await shed.resume(paused.executionId, true), 'completed');
    expect(last(server).method).toBe('DELETE');
  });

  verifies('sources/openapi', 'lets the config say what is safe', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server, { safe: ['pets.pets.create'], destructive: ['pets.styles.*'] });
    await call(shed, `tools.pets.pets.create({ body: { name: 'Rex' } })`);
    expect(await last(server).json()).toEqual({ name: 'Rex' });
    expectStatus(await shed.execute(`await tools.pets.styles.open({})`), 'paused');
  });

  verifies('sources/openapi', 'tells two parameters of one name apart', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    await call(shed, `tools.pets.styles.clash({ id: 'a', query_id: 'b' })`);
    expect(pathOf(last(server))).toBe('/v1/clash/a?id=b');
  });

  verifies.each('sources/openapi', [
    ['withBearer', 'authorization', 'Bearer token-of-the-host'],
    ['withBasic', 'authorization', `Basic ${Buffer.from('ada:pass-of-the-host').toString('base64')}`],
    ['withOauth', 'authorization', 'Bearer token-of-the-host'],
    ['withQueryKey', 'x-api-key', null],
    ['open', 'x-api-key', null],
  ])('sends what %s wants', async (operation, header, expected) => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    await call(shed, `tools.pets.styles.${operation}({})`);
    expect(last(server).headers.get(header)).toBe(expected);
    if (operation === 'withQueryKey') expect(pathOf(last(server))).toBe('/v1/query-key?api_key=token-of-the-host');
  });

  verifies('sources/openapi', 'sends forms, files included', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server, { safe: ['pets.**'] });
    await call(
      shed,
      `tools.pets.upload.upload({ body: { title: 'Rex', file: { base64: 'aGVsbG8=', filename: 'rex.txt', type: 'text/plain' } } })`,
    );
    const form = await last(server).formData();
    expect(form.get('title')).toBe('Rex');
    const sent = form.get('file');
    expect(sent instanceof File && [sent.name, sent.type, await sent.text()]).toEqual([
      'rex.txt',
      'text/plain',
      'hello',
    ]);
    await call(shed, `tools.pets.form.postForm({ body: { a: 'x y&z', b: ['1', '2'] } })`);
    expect(await last(server).text()).toBe('a=x+y%26z&b=1&b=2');
  });

  verifies('sources/openapi', 'fails with the status and what the API said, no more of it than fits', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    const program = `return await tools.pets.styles.status({ code: '404' }).catch(({ code, message, reason }) => ({ code, message, reason }))`;
    const failure = expectStatus(await shed.execute(program), 'completed').value;
    expect(failure).toMatchObject({
      code: 'openapi/404',
      message: 'Cannot finish GET /status/{code}: the API answered 404',
      reason: expect.stringContaining('"x-api-key":"[secret token]"'),
    });
    expect(JSON.stringify(failure).length).toBeLessThan(5_000);
  });

  verifies.each('sources/hostile', [
    ['a variable', { env: 'PETS_TOKEN' }, '[variable PETS_TOKEN]'],
    ['a text', 'key-in-the-config', '[credential]'],
  ] as const)('keeps a credential that is given as %s out of what the API says', async (_, given, mask) => {
    await using server = await serveWeb((request) =>
      Response.json({ said: request.headers.get('authorization'), key: request.headers.get('x-extra-token') }),
    );
    const source = {
      namespace: 'pets',
      openapi: file(),
      variables: { base: server.origin },
      allowPrivate: true,
      auth: { bearer: given, basic: { username: 'ada-of-the-pets', password: given } },
      headers: { 'X-Extra-Token': given, 'X-Version': '2022-11-28' },
    };
    await using shed = await openSourceShed([source], { sourceDeps: { environment: () => 'key-in-the-config' } });
    const answered = JSON.stringify([
      await call(shed, `tools.pets.styles.withBearer({})`),
      await call(shed, `tools.pets.styles.withBasic({})`),
    ]);
    expect(answered).not.toContain('key-in-the-config');
    expect(answered).toContain(`"Bearer ${mask}"`);
    expect(answered).toContain(`"key":"${mask}"`);
  });

  verifies('sources/openapi', 'never bothers a person with arguments that do not fit', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    const result = await shed.execute(`await tools.pets.pets.create({ body: { nick: 'R' }, colour: 'red' })`);
    expect(expectStatus(result, 'failed').error.code).toBe('tool/invalid-arguments');
  });

  verifies('sources/openapi', 'is also taken from a web server, which its servers are relative to', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server, { openapi: `${server.origin}/document`, allowPrivate: false });
    await call(shed, `tools.pets.styles.open({})`);
    expect(pathOf(last(server))).toBe('/v1/open');
  });

  verifies('sources/openapi', 'may be YAML, and of version 3.1', async () => {
    const yaml = join(mkdtempSync(join(tmpdir(), 'toolshed-openapi-')), 'pets.yaml');
    writeFileSync(yaml, YAML);
    await using server = await serveWeb(answer);
    await using shed = await openSourceShed([{ namespace: 'pets', openapi: yaml, server: server.origin }]);
    const tool = shed.catalog.find('pets.toys.find');
    expect(tool && signatureOf(tool)).toContain('pets.toys.find(args?: { colour?: string | null })');
    await call(shed, `tools.pets.toys.find({ colour: 'red' })`);
    expect(pathOf(last(server))).toBe('/toys?colour=red');
  });

  verifies('sources/openapi', 'names what is wrong with a file it cannot use, and opens without it', async () => {
    const broken = join(mkdtempSync(join(tmpdir(), 'toolshed-openapi-')), 'broken.json');
    writeFileSync(broken, '{"swagger":"1.2"}');
    await using shed = await openSourceShed([{ namespace: 'pets', openapi: broken }], { log: QUIET });
    expect(shed.catalog.namespaces).toEqual([
      {
        name: 'pets',
        tools: 0,
        problem:
          'the OpenAPI document of "pets" cannot be used: it is neither an OpenAPI document of version 3 nor one of Swagger 2.0',
      },
    ]);
  });
});

describe('a parameter', () => {
  const open = new AsyncDisposableStack();
  let server: WebServer;
  let shed: Toolshed;
  beforeAll(async () => {
    server = open.use(await serveWeb(answer));
    shed = open.use(await openPets(server));
  });
  afterAll(() => open.disposeAsync());

  verifies.each('sources/openapi', [
    ['simple', `'a b'`, '/v1/simple/a%20b'],
    ['simple', `['a', 'b,c']`, '/v1/simple/a,b%2Cc'],
    ['simple', `{ g: 2, r: 1 }`, '/v1/simple/g,2,r,1'],
    ['simpleExplode', `{ g: 2, r: 1 }`, '/v1/simple-explode/g=2,r=1'],
    ['label', `['a', 'b']`, '/v1/label/.a,b'],
    ['label', `{ r: 1 }`, '/v1/label/.r,1'],
    ['labelExplode', `['a', 'b']`, '/v1/label-explode/.a.b'],
    ['labelExplode', `{ g: 2, r: 1 }`, '/v1/label-explode/.g=2.r=1'],
    ['matrix', `'a'`, '/v1/matrix/;v=a'],
    ['matrix', `['a', 'b']`, '/v1/matrix/;v=a,b'],
    ['matrixExplode', `['a', 'b']`, '/v1/matrix-explode/;v=a;v=b'],
    ['matrixExplode', `{ g: 2, r: 1 }`, '/v1/matrix-explode/;g=2;r=1'],
    ['formExplode', `'a&b=c'`, '/v1/form-explode?v=a%26b%3Dc'],
    ['formExplode', `['a', 'b']`, '/v1/form-explode?v=a&v=b'],
    ['formExplode', `{ g: 2, r: 1 }`, '/v1/form-explode?g=2&r=1'],
    ['formJoined', `['a', 'b']`, '/v1/form-joined?v=a,b'],
    ['formJoined', `{ g: 2, r: 1 }`, '/v1/form-joined?v=g,2,r,1'],
    ['spaces', `['a', 'b']`, '/v1/spaces?v=a%20b'],
    ['pipes', `['a', 'b']`, '/v1/pipes?v=a%7Cb'],
    ['deep', `{ g: { b: 2 }, r: 1 }`, '/v1/deep?v%5Bg%5D%5Bb%5D=2&v%5Br%5D=1'],
    ['reserved', `'a/b?c:d&e#f'`, '/v1/reserved?v=a/b?c:d%26e%23f'],
    ['content', `{ r: [1] }`, '/v1/content?v=%7B%22r%22%3A%5B1%5D%7D'],
  ])('writes %s %s as %s', async (operation, value, expected) => {
    await call(shed, `tools.pets.styles.${operation}({ v: ${value} })`);
    expect(pathOf(last(server))).toBe(expected);
  });
});

describe('an argument of an operation', () => {
  verifies.each('sources/openapi-confined', ['..', '.', '%2e%2e', ''])('cannot change the path: %j', async (value) => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    const result = await shed.execute(`await tools.pets.pets.getById({ petId: ${JSON.stringify(value)} })`);
    if (value.startsWith('%')) expect(pathOf(last(server))).toBe('/v1/pets/%252e%252e');
    else {
      expect(expectStatus(result, 'failed').error.code).toBe('openapi/invalid-arguments');
      expect(server.requests).toEqual([]);
    }
  });

  verifies.each('sources/openapi-confined', [
    ['../../admin', '/v1/pets/..%2F..%2Fadmin'],
    ['1?force=true', '/v1/pets/1%3Fforce%3Dtrue'],
    ['1#x', '/v1/pets/1%23x'],
    ['a\\b', '/v1/pets/a%5Cb'],
    ['@evil.example', '/v1/pets/%40evil.example'],
  ])('stays where it belongs: %s', async (value, expected) => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    await call(shed, `tools.pets.pets.getById({ petId: ${JSON.stringify(value)} })`);
    expect(pathOf(last(server))).toBe(expected);
  });

  verifies('sources/openapi-confined', 'stay in their namespace, whatever they are called', async () => {
    const named = { operationId: '获取用户', tags: ['用户'], responses: {} };
    const paths = { '/用户': { get: named, delete: { ...named, operationId: '🙂' } } };
    const openapi = documentFile({ openapi: '3.0.3', info: { title: 'Names', version: '1' }, paths });
    const deny = { pattern: 'api.**', verdict: 'deny' } as const;
    await using shed = await openSourceShed([{ namespace: 'api', openapi }], { policy: [deny] });
    const names = shed.catalog.tools.map(({ path }) => String(path));
    expect(names).toEqual(['api.get', 'api.delete']);
    for (const name of names)
      expect(await shed.execute(`await tools.${name}({})`)).toMatchObject({ error: { code: 'tool/denied' } });
  });

  verifies('sources/openapi-confined', 'cannot add a header', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server);
    const result = await shed.execute(`await tools.pets.pets.getById({ petId: '1', 'X-Trace': 'a\\r\\nX-Admin: 1' })`);
    expect(expectStatus(result, 'failed').error.code).toBe('http/header-refused');
  });
});

describe('credentials', () => {
  verifies('sources/openapi-confined', 'do not follow a redirect to another host', async () => {
    await using other = await serveWeb(() => Response.json({}));
    const { port } = new URL(other.origin);
    const lead = () => new Response(null, { status: 302, headers: { location: `http://localhost:${port}/steal` } });
    await using server = await serveWeb(lead);
    await using shed = await openPets(server);
    const result = await shed.execute(`return await tools.pets.styles.open({})`);
    expect(expectStatus(result, 'failed').error.code).toBe('http/host-not-allowed');
    await using allowed = await openPets(server, { hosts: [`localhost:${port}`] });
    await call(allowed, `tools.pets.styles.withBearer({})`);
    expect(last(other).headers.get('authorization')).toBeNull();
  });

  verifies('sources/openapi-confined', 'reach no operation by a redirect within the API', async () => {
    await using server = await serveWeb((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/v1/query-key')
        return Response.redirect(request.url.replace('/v1/query-key', '/v1/open/token-of-the-host'), 302);
      if (pathname === '/v1/pets/1') return Response.redirect(`${server.origin}/v1/pets/2`, 302);
      return pathname === '/v1/pets/3' ? Response.redirect(`${server.origin}/v1/pets/3/`, 308) : Response.json({});
    });
    await using shed = await openPets(server);
    const result = await shed.execute(`return await tools.pets.pets.getById({ petId: '1' })`);
    expect(expectStatus(result, 'failed').error.code).toBe('http/redirect-refused');
    expect(server.requests).toHaveLength(1);
    const keyed = await shed.execute(`return await tools.pets.styles.withQueryKey({})`);
    expect(expectStatus(keyed, 'failed').error).toMatchObject({ code: 'http/redirect-refused' });
    expect(JSON.stringify(await shed.journal(keyed.executionId))).not.toContain('token-of');
    await call(shed, `tools.pets.pets.getById({ petId: '3' })`);
    expect(last(server).url).toContain('/v1/pets/3/');
  });

  verifies('sources/openapi-confined', 'are not sent to this machine because a document says so', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server, { allowPrivate: false });
    const result = await shed.execute(`return await tools.pets.styles.open({})`);
    expect(expectStatus(result, 'failed').error.code).toBe('http/private-address');
    await using named = await openPets(server, { allowPrivate: false, server: `${server.origin}/v1` });
    await call(named, `tools.pets.styles.open({})`);
  });

  verifies(
    'sources/openapi-confined',
    'are not sent to another port of the machine that the document came from',
    async () => {
      await using inner = await serveWeb(answer);
      const document = { ...DOCUMENT, servers: [{ url: inner.origin }] };
      await using server = await serveWeb(() => Response.json(document));
      await using shed = await openPets(server, { openapi: `${server.origin}/openapi.json`, allowPrivate: false });
      const result = await shed.execute(`return await tools.pets.styles.open({})`);
      expect(expectStatus(result, 'failed').error.code).toBe('http/private-address');
      expect(inner.requests).toEqual([]);
    },
  );

  verifies('sources/openapi-confined', 'are missed by name, never by value', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openPets(server, { auth: { key: { secret: 'absent' } } });
    const result = await shed.execute(`return await tools.pets.pets.getById({ petId: '1' })`);
    expect(expectStatus(result, 'failed').error.message).toBe(
      'Cannot use the source "pets": the secret absent is not kept here; "toolshed secrets set" keeps it',
    );
  });
});
