// A GraphQL endpoint, run by the reference implementation behind a real web server.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureOf } from '@toolshed/kernel/runtime';
import type { SourceInput, Toolshed } from '@toolshed/runtime';
import { buildSchema, graphql } from 'graphql';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { serveWeb, type WebServer } from './servers/serve-web.ts';
import { openSourceShed } from './source-shed.ts';

const Sent = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).optional() });

const SDL = `
  enum State { OPEN CLOSED }
  input Label { name: String!, sub: Label }
  input NewIssue { title: String!, state: State = OPEN, labels: [Label!] }
  type User { login: String!, issues(first: Int!): [Issue!]!, boss: User }
  type Issue { id: ID!, title: String!, state: State!, author: User, body(format: String): String }
  type IssueEdge { cursor: String!, node: Issue! }
  type IssueConnection { edges: [IssueEdge!]!, total: Int! }
  type Release { tag: String!, notes: Issue }
  union Latest = User | Release
  type Query {
    "Find an issue"
    issue(id: ID!): Issue
    issues(state: State, first: Int = 2): IssueConnection!
    version: String!
    fails: String
    latest: Latest!
  }
  type Mutation { createIssue(input: NewIssue!): Issue!, deleteAll: Boolean! }
`;

const author = { login: 'ada', boss: { login: 'bob' } };
const issueOf = (id: unknown, title: unknown = 'Bug') => ({ id, title, state: 'OPEN', author, body: 'text' });
const deleted: string[] = [];
const ROOT = {
  issue: ({ id }: { id: unknown }) => issueOf(id),
  issues: () => ({ total: 1, edges: [{ cursor: 'c', node: issueOf('1') }] }),
  version: '7',
  latest: { __typename: 'Release', tag: 'v1', notes: issueOf('3') },
  fails: () => {
    throw new Error('out of order');
  },
  createIssue: ({ input }: { input: { title: string; labels?: unknown } }) =>
    issueOf('9', `${input.title} ${JSON.stringify(input.labels ?? [])}`),
  deleteAll: () => deleted.push('all') > 0,
};

const schema = buildSchema(SDL);
const answer = async (request: Request): Promise<Response> => {
  if (new URL(request.url).pathname === '/away') return Response.redirect('https://elsewhere.example.org/', 307);
  if (request.headers.get('authorization') !== 'Bearer token-of-the-host')
    return new Response('who are you?', { status: 401 });
  const { query, variables } = Sent.parse(await request.json());
  return Response.json(await graphql({ schema, source: query, rootValue: ROOT, variableValues: variables }));
};

const openTracker = (server: WebServer, more: Partial<SourceInput> = {}): Promise<Toolshed> =>
  openSourceShed(
    [
      {
        namespace: 'tracker',
        graphql: `${server.origin}/graphql`,
        headers: { Authorization: { secret: 'token', prefix: 'Bearer ' } },
        ...more,
      },
    ],
    { sourceDeps: { secrets: async (name) => `${name}-of-the-host` } },
  );

const call = async (shed: Toolshed, expression: string): Promise<unknown> => {
  const result = await shed.execute(`return await ${expression}`);
  return result.status === 'failed' ? result.error : expectStatus(result, 'completed').value;
};

describe('a GraphQL endpoint', () => {
  verifies('sources/graphql', 'becomes one tool for each query and mutation, with a signature', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    expect(shed.catalog.tools.map(({ path }) => path).sort()).toEqual([
      'tracker.mutation.createIssue',
      'tracker.mutation.deleteAll',
      'tracker.query.fails',
      'tracker.query.issue',
      'tracker.query.issues',
      'tracker.query.latest',
      'tracker.query.version',
    ]);
    const tool = shed.catalog.find('tracker.query.issue');
    expect(tool && signatureOf(tool)).toContain('tracker.query.issue(args: { id: string | number; select?: string })');
    expect(tool && signatureOf(tool)).toContain('author: { login: string } | null');
  });

  verifies('sources/graphql', 'returns the plain fields of a result to a depth, connections seen through', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    const issue = { id: '1', title: 'Bug', state: 'OPEN', body: 'text', author: { login: 'ada' } };
    expect(await call(shed, `tools.tracker.query.issue({ id: '1' })`)).toEqual(issue);
    expect(await call(shed, `tools.tracker.query.issues({ state: 'OPEN' })`)).toEqual({
      total: 1,
      edges: [{ cursor: 'c', node: issue }],
    });
    expect(await call(shed, `tools.tracker.query.version({})`)).toBe('7');
  });

  verifies('sources/graphql', 'returns the fields of whichever type of a union a result has', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    expect(await call(shed, `tools.tracker.query.latest({})`)).toMatchObject({ __typename: 'Release', tag: 'v1' });
  });

  verifies('sources/graphql', 'is found by the words that its config adds', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server, { synonyms: [['issue', 'vorgang']] });
    expect(shed.catalog.search('vorgang').map(({ path }) => String(path))).toContain('tracker.query.issue');
  });

  verifies('sources/graphql', 'returns what the program selects', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    const select = 'n: title author { boss { login } } body(format: "md")';
    expect(await call(shed, `tools.tracker.query.issue({ id: '1', select: '${select}' })`)).toEqual({
      n: 'Bug',
      author: { boss: { login: 'bob' } },
      body: 'text',
    });
  });

  verifies.each('sources/graphql', [
    ['id } deleteAll: __typename'],
    ['id } } mutation { deleteAll'],
    ['{ id } mutation X { deleteAll }'],
    ['{ id } fragment F on Issue { id }'],
    ['mutation { deleteAll }'],
    ['nothing'],
    ['author { login(x: $id) }'],
    [''],
  ])('refuses the selection "%s", sends nothing and asks nobody', async (select) => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    const before = server.requests.length;
    expect(await call(shed, `tools.tracker.query.issue({ id: '1', select: ${JSON.stringify(select)} })`)).toMatchObject(
      {
        code: 'graphql/invalid-selection',
      },
    );
    expect(server.requests).toHaveLength(before);
    expect(deleted).toEqual([]);
  });

  verifies('sources/graphql', 'refuses a selection that is nested without end', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    for (const levels of [500, 5_000])
      expect(
        await call(shed, `tools.tracker.query.issue({ id: '1', select: 'author { '.repeat(${levels}) })`),
      ).toMatchObject({ code: 'graphql/invalid-selection' });
  });

  verifies('sources/graphql', 'asks before a mutation, with what is sent, and checks its variables first', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    const program = `return await tools.tracker.mutation.createIssue({ input: { title: 'T', labels: [{ name: 'a', sub: { name: 'b' } }] }, select: 'title' })`;
    const paused = expectStatus(await shed.execute(program), 'paused');
    expect(paused.paused).toMatchObject({
      message: `Send mutation createIssue to ${server.origin}?`,
      request: {
        origin: { kind: 'graphql', account: 'secret token' },
        preview: { value: { variables: { input: { title: 'T' } } } },
      },
    });
    expect(expectStatus(await shed.resume(paused.executionId, true), 'completed').value).toEqual({
      title: 'T [{"name":"a","sub":{"name":"b"}}]',
    });
    expect(await call(shed, `tools.tracker.mutation.createIssue({ input: { state: 'ODD' } })`)).toMatchObject({
      code: 'tool/invalid-arguments',
    });
  });

  verifies('sources/graphql', 'gives errors to the program as the reason', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server);
    const program = `tools.tracker.query.fails({}).catch(({ code, message, reason }) => ({ code, message, reason }))`;
    expect(await call(shed, program)).toEqual({
      code: 'graphql/errors',
      message: 'Cannot finish query fails: the API answered with errors: out of order',
      reason: expect.stringContaining('"path":["fails"]'),
    });
  });

  verifies(
    'sources/graphql',
    'is described by a file where it does not describe itself, and follows no redirect',
    async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'toolshed-graphql-')), 'schema.graphql');
      writeFileSync(file, SDL);
      await using server = await serveWeb(answer);
      await using shed = await openTracker(server, { schema: file, graphql: `${server.origin}/away` });
      expect(server.requests).toHaveLength(0);
      expect(await call(shed, `tools.tracker.query.version({})`)).toMatchObject({ code: 'graphql/307' });
    },
  );

  verifies('sources/graphql', 'one with an unusable schema file says so without the path', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'toolshed-graphql-')), 'schema.graphql');
    await using server = await serveWeb(answer);
    const problemWith = async (): Promise<string | undefined> => {
      await using shed = await openTracker(server, { schema: file });
      return shed.catalog.namespaces.find(({ name }) => name === 'tracker')?.problem;
    };
    const cannotBeUsed = 'the GraphQL schema of "tracker" cannot be used';
    expect(await problemWith()).toBe(`${cannotBeUsed}: there is no such file`);
    writeFileSync(file, 'type Query {');
    expect(await problemWith()).toBe(`${cannotBeUsed}: Syntax Error: Expected Name, found <EOF>.`);
  });

  verifies('sources/graphql', 'one that gives no schema is unavailable, and says why', async () => {
    await using server = await serveWeb(answer);
    await using shed = await openTracker(server, { headers: {} });
    expect(await call(shed, `tools.tracker.query.version({})`)).toMatchObject({
      message: expect.stringContaining('the endpoint answered 401 to introspection'),
    });
  });
});
