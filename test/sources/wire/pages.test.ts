// Lists in pages, in each of the ways that documents describe.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { expectStatus } from '../../support/expect-status.ts';
import { verifies } from '../../support/verifies.ts';
import { serveWeb } from '../servers/serve-web.ts';
import { openSourceShed } from '../source-shed.ts';
import { documentFile, documentOf, openWire } from './wire-shed.ts';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const LIST = { type: 'array', items: { type: 'object' } };
const object = (properties: object) => ({ type: 'object', properties });
const list = (parameters: Readonly<Record<string, object>>, schema: object) =>
  documentOf(
    {
      parameters: Object.entries(parameters).map(([name, one]) => ({ name, in: 'query', schema: one })),
      responses: { 200: { content: { 'application/json': { schema } } } },
    },
    {},
    'get',
  );

const ALL = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }, { id: 'e' }];
const from = (start: number) => ALL.slice(start, start + 2);
const queryOf = ({ url }: Request) => new URL(url).searchParams;

interface Api {
  readonly document: object;
  readonly answer: (request: Request) => Response;
}

const APIS: Readonly<Record<string, Api>> = {
  'a link header': {
    document: list({ page: NUMBER, state: TEXT }, LIST),
    answer(request) {
      const page = Number(queryOf(request).get('page') ?? 1);
      const next = `<https://elsewhere.example.org/it?state=open&page=${page + 1}&token=x>; rel="next"`;
      const link =
        page < 3
          ? `<https://a.example.org/?page=1>; rel="prev", ${next}`
          : '<https://a.example.org/?page=1>; rel="first"';
      return Response.json(from((page - 1) * 2), { headers: { link } });
    },
  },
  'a link header, which the last answer does not have': {
    document: list({ page: { ...NUMBER, default: 1 }, after: TEXT }, LIST),
    answer(request) {
      const start = Number(queryOf(request).get('after') ?? 0);
      // A page that there is not is the first one again, as in some APIs.
      const link = `<https://a.example.org/it?after=${start + 2}>; rel="next"`;
      return Response.json(from(start), { headers: start < 4 ? { link } : {} });
    },
  },
  'a cursor in the body': {
    document: list({ cursor: TEXT }, object({ channels: LIST, response_metadata: object({ next_cursor: TEXT }) })),
    answer(request) {
      const start = Number(queryOf(request).get('cursor') ?? 0);
      const next_cursor = start < 4 ? String(start + 2) : '';
      return Response.json({ channels: from(start), response_metadata: { next_cursor } });
    },
  },
  'a URL in the body': {
    document: list(
      { PageToken: TEXT, Page: NUMBER },
      object({ messages: LIST, next_page_uri: { ...TEXT, nullable: true } }),
    ),
    answer(request) {
      const page = Number(queryOf(request).get('Page') ?? 0);
      const next = page < 2 ? `/it?Page=${page + 1}&PageToken=t` : null;
      return Response.json({ messages: from(page * 2), next_page_uri: next });
    },
  },
  'a URL in the body, which the last answer does not have': {
    document: list({ page: NUMBER }, object({ droplets: LIST, links: object({ pages: object({ next: TEXT }) }) })),
    answer(request) {
      const page = Number(queryOf(request).get('page') ?? 1);
      const links = { pages: page < 3 ? { next: `https://a.example.org/it?page=${page + 1}` } : {} };
      // A page that there is not is the last one again.
      return Response.json({ droplets: from(Math.min(page - 1, 2) * 2), links });
    },
  },
  'a cursor beside a token that is a credential': {
    document: list(
      { token: { ...TEXT, description: 'Authentication token. Requires a scope' }, cursor: TEXT },
      object({ channels: LIST, response_metadata: object({ next_cursor: TEXT }) }),
    ),
    answer(request) {
      const start = Number(queryOf(request).get('cursor') ?? 0);
      return Response.json({
        channels: from(start),
        response_metadata: { next_cursor: start < 4 ? `${start + 2}` : '' },
      });
    },
  },
  'the last id': {
    document: list({ starting_after: TEXT }, object({ data: LIST, has_more: { type: 'boolean' }, url: TEXT })),
    answer(request) {
      const start = ALL.findIndex(({ id }) => id === queryOf(request).get('starting_after')) + 1;
      return Response.json({ data: from(start), has_more: start < 4, url: '/it' });
    },
  },
  'the number of a page': {
    document: list({ page: NUMBER, per_page: { ...NUMBER, default: 2 } }, object({ items: LIST, tags: LIST })),
    answer: (request) => Response.json({ items: from((Number(queryOf(request).get('page') ?? 1) - 1) * 2), tags: [] }),
  },
  'an offset': {
    document: list({ startAt: NUMBER, maxResults: { ...NUMBER, default: 2 } }, object({ values: LIST })),
    answer: (request) => Response.json({ values: from(Number(queryOf(request).get('startAt') ?? 0)) }),
  },
};

describe('a list that goes on by', () => {
  verifies.each(
    'sources/pages',
    Object.keys(APIS).map((name) => [name] as const),
  )('%s is collected whole', async (name) => {
    const { document, answer } = APIS[name] ?? { document: {}, answer: () => new Response() };
    await using wire = await openWire(document, { answer });
    expect(await wire.call(`tools.api.it.it.$all({})`)).toEqual(ALL);
    expect(wire.count()).toBe(3);
  });
});

describe('$all', () => {
  const { document, answer } = APIS['a link header'] ?? { document: {}, answer: () => new Response() };

  verifies('sources/pages', 'takes a list whose answer leads nowhere as whole', async () => {
    await using wire = await openWire(list({ state: TEXT }, LIST), { answer: () => Response.json(ALL) });
    expect(await wire.call(`tools.api.it.it.$all({})`)).toEqual(ALL);
    expect(wire.count()).toBe(1);
  });

  verifies('sources/pages', 'stops at its limit, and asks for no page more', async () => {
    await using wire = await openWire(document, { answer });
    expect(await wire.call(`tools.api.it.it.$all({}, { limit: 3 })`)).toEqual(ALL.slice(0, 3));
    expect(wire.count()).toBe(2);
    expect(await wire.call(`tools.api.it.it.$all({}, { limit: 0 })`)).toMatchObject({
      message: expect.stringContaining('limit must be a whole number from 1 to 100000'),
    });
  });

  verifies('sources/pages', 'sends what the operation knows of a link, and to its own server', async () => {
    await using wire = await openWire(document, { answer });
    await wire.call(`tools.api.it.it.$all({})`);
    expect((await wire.sent()).line).toBe('GET /it?page=3&state=open');
  });

  verifies(
    'sources/pages',
    'keeps what the program gave, whatever a link says, but for where the list goes on',
    async () => {
      await using wire = await openWire(document, { answer });
      expect(await wire.call(`tools.api.it.it.$all({ state: 'mine', page: 1 })`)).toEqual(ALL);
      expect((await wire.sent()).line).toBe('GET /it?page=3&state=mine');
      const link = '<https://a.example.org/it?account=9&state=open>; rel="next"';
      const evil = list({ account: NUMBER, state: TEXT }, LIST);
      await using other = await openWire(evil, { answer: () => Response.json(ALL, { headers: { link } }) });
      expect(await other.call(`tools.api.it.it.$all({ account: 1, state: 'mine' })`)).toEqual(ALL);
      expect(other.count()).toBe(1);
    },
  );

  verifies('sources/pages', 'can be done by hand, with the arguments that each answer gives', async () => {
    await using wire = await openWire(document, { answer });
    const program = `(async () => {
      const ids = [];
      for (let next = {}; next; ) {
        const { body, page } = await tools.api.it.it(next);
        ids.push(...body.map(({ id }) => id));
        next = page.next;
      }
      return ids;
    })()`;
    expect(await wire.call(program)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  verifies('sources/pages', 'says so where a tool does not say how its list continues', async () => {
    await using wire = await openWire(documentOf({}, {}, 'get'));
    expect(await wire.call(`tools.api.it.it.$all({})`)).toMatchObject({
      message: expect.stringContaining('this tool does not say how its list continues'),
    });
  });

  verifies('sources/pages', 'is asked about page by page, and goes on after a restart where it was', async () => {
    await using server = await serveWeb(answer);
    const store = join(mkdtempSync(join(tmpdir(), 'toolshed-pages-')), 'store.db');
    const source = {
      namespace: 'api',
      openapi: documentFile(document),
      server: server.origin,
      destructive: ['api.**'],
    };
    const open = () => openSourceShed([source], { store: { sqlite: store } });
    let question = '';
    {
      await using shed = await open();
      const program = `return await tools.api.it.it.$all({})`;
      question = expectStatus(await shed.execute(program), 'paused').paused.elicitationId;
    }
    for (const status of ['paused', 'paused', 'completed'] as const) {
      await using shed = await open();
      const result = expectStatus(await shed.resume(question, true), status);
      if (result.status === 'paused') question = result.paused.elicitationId;
      else expect(result.value).toEqual(ALL);
    }
    expect(server.requests).toHaveLength(3);
  });
});
