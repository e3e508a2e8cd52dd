// Every kind of field, in every place where a form is answered but the page: one table, one reader.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect } from 'vitest';
import { type Asked, call, LEGACY, withPerson } from '../mcp/clients.ts';
import { openMcpShed } from '../mcp/mcp-shed.ts';
import { askingFor, FLAT_KINDS, OTHER_KINDS, valuesOf } from '../support/form-kinds.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench } from './cli-process.ts';

/** Without colours, spaces and marks of lines that go on. */
const compact = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and movements of the cursor
  text.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]|[\s⇢]+/g, '');

const ALL_KINDS = [...FLAT_KINDS, ...OTHER_KINDS];

describe('a form with every kind of field', () => {
  verifies('elicit/forms', 'is answered over HTTP, which names each field that does not fit', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    const body = { program: askingFor(ALL_KINDS), session: 'monday', waitMs: 20_000 };
    const started = (await host.call('POST', '/v1/executions', { token, body })).body;
    const path = `/v1/elicitations/${started.paused.elicitationId}/answer`;
    for (const { name, wrong } of ALL_KINDS) {
      const data = { ...valuesOf(ALL_KINDS), [name]: wrong };
      const refused = await host.call('POST', path, { token, body: { approved: true, data } });
      expect(refused).toMatchObject({ status: 422, body: { code: 'answer/invalid' } });
      const named = refused.body.errors.map(({ field }: { field: string }) => field.split('.')[0]);
      expect(new Set(named)).toEqual(new Set([name]));
    }
    const right = await host.call('POST', path, { token, body: { approved: true, data: valuesOf(ALL_KINDS) } });
    expect(right.body).toMatchObject({ status: 'completed', value: valuesOf(ALL_KINDS) });
  });

  verifies('elicit/forms', 'is answered at a keyboard, which says what each takes', async () => {
    await using bench = await openWorkbench();
    await bench.write(
      'program.ts',
      `${askingFor(ALL_KINDS).replace('return ', 'const all = ')}; return JSON.stringify(Object.values(all))`,
    );
    const screen = bench.terminal(['run', 'program.ts']);
    await screen.until(asks('Your decision'));
    screen.press(KEY.enter);
    await screen.until(asks('Your decision'));
    const shown = compact(screen.shown);
    for (const { name, words } of ALL_KINDS) expect(shown).toContain(compact(`${name}:${words}`));
    screen.press(KEY.down + KEY.enter);
    for (const { schema, keys } of ALL_KINDS) {
      await screen.until(asks(schema.title));
      screen.press(keys);
    }
    expect(await screen.exit()).toBe(0);
    const byName = ALL_KINDS.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const values = JSON.stringify(byName.map(({ value }) => value));
    expect(compact(screen.shown)).toContain(JSON.stringify(values));
  });

  verifies('mcp/forms', 'is a flat form for an MCP client, or JSON where one of its fields is not flat', async () => {
    await using mcp = await openMcpShed();
    const asked: Asked[] = [];
    const client = new Client({ name: 'ada', version: '1' }, LEGACY);
    withPerson((params) => {
      asked.push(params);
      const isFlat = asked.length === 1;
      const content = isFlat ? valuesOf(FLAT_KINDS) : { answer: JSON.stringify(valuesOf(ALL_KINDS)) };
      return { action: 'accept', content: Object(content) };
    })(client);
    const requestInit = { headers: { authorization: 'Bearer ada' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
    const flat = await call(client, 'execute', { code: askingFor(FLAT_KINDS) });
    expect(flat).toMatchObject({ status: 'completed', value: valuesOf(FLAT_KINDS) });
    const other = await call(client, 'execute', { code: askingFor(ALL_KINDS) });
    expect(other).toMatchObject({ status: 'completed', value: valuesOf(ALL_KINDS) });
    expect(asked).toMatchObject([
      { requestedSchema: { properties: Object.fromEntries(FLAT_KINDS.map(({ name, mcp: field }) => [name, field])) } },
      { requestedSchema: { properties: { answer: { type: 'string' } } } },
    ]);
    const words = compact(asked[1]?.message ?? '');
    for (const kind of ALL_KINDS) expect(words).toContain(compact(kind.words));
    await client.close();
  });
});
