// What a model reads of a result that is larger than it should read.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { agentTools } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';
import { SILENT, SILENT_MODERN } from './clients.ts';
import { openMcpOver } from './mcp-over.ts';
import { viewIn } from './shown-view.ts';

const shed = await openInThread({ tools: [], store: 'memory' });
const mcp = await openMcpOver(shed);
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await shed[Symbol.asyncDispose]();
});

async function connect(options = SILENT, token = 'ada'): Promise<Client> {
  const client = new Client({ name: 'ada', version: '1' }, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit }));
  return client;
}

const ITEMS = `Array.from({ length: 2000 }, (_, id) => ({ id, name: 'item ' + id, text: 'some words '.repeat(10) }))`;
const MANY = `for (let n = 0; n < 2000; n++) console.log('line ' + n); emit({ big: 'e'.repeat(50000) });
  return { total: 2000, items: ${ITEMS} }`;

const View = z.looseObject({
  executionId: z.string(),
  cut: z.string(),
  value: z.object({ total: z.int(), items: z.array(z.unknown()) }),
  logs: z.array(z.string()),
});
const Slice = z.looseObject({
  value: z.array(z.looseObject({ id: z.int() }).or(z.string())),
  of: z.int(),
  next: z.string().optional(),
});

/** One letter is a quarter of a token or more, so this is the least a reader could count. */
const leastTokens = (text: string): number => text.length / 4;

describe('a result that is larger than its budget', () => {
  verifies.each('results/budget', [
    ['2025', SILENT],
    ['2026', SILENT_MODERN],
  ])('is cut to it for a client of %s, value, lines and emitted values together', async (_era, options) => {
    const client = await connect(options);
    const reply = await client.callTool({ name: 'execute', arguments: { code: MANY } });
    const text = JSON.stringify(viewIn(reply));
    expect(leastTokens(text)).toBeLessThan(6_000);
    expect(leastTokens(text)).toBeGreaterThan(1_500);
    const view = View.parse(viewIn(reply));
    expect(view.value.total).toBe(2000);
    expect(view.value.items.at(-1)).toBe(`… ${2000 - view.value.items.length + 1} more items`);
    expect(view.logs[0]).toMatch(/^… \d+ earlier lines$/);
    expect(view.logs.at(-1)).toBe('line 1999');
    expect(view.cut).toContain(`value.items: ${view.value.items.length - 1} of 2000 items`);
    expect(view['emitted']).toBeUndefined();
    expect(reply.content).toMatchObject([
      {},
      { text: expect.stringContaining('(50000 characters)'), annotations: { audience: ['user'] } },
    ]);
    await client.close();
  });

  verifies('results/budget', 'a reply is as large as the call asks for, up to a cap', async () => {
    const client = await connect();
    const sizeOf = async (output_tokens: number): Promise<number> =>
      JSON.stringify(await client.callTool({ name: 'execute', arguments: { code: MANY, output_tokens } })).length;
    const [small, large] = [await sizeOf(300), await sizeOf(20_000)];
    expect(small).toBeLessThan(2_500);
    expect(large).toBeGreaterThan(20_000);
    const refused = await client.callTool({ name: 'execute', arguments: { code: MANY, output_tokens: 1_000_000 } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('output_tokens') }] });
    await client.close();
  });

  verifies('results/once', 'a result is in the text of the reply and nowhere else', async () => {
    const client = await connect();
    const reply = await client.callTool({ name: 'execute', arguments: { code: `return 'unmistakable'` } });
    expect(JSON.stringify(reply).split('unmistakable')).toHaveLength(2);
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    await client.close();
  });

  verifies('results/slices', 'a cut result is read to its end by the calls that the replies name', async () => {
    const client = await connect();
    const view = View.parse(viewIn(await client.callTool({ name: 'execute', arguments: { code: MANY } })));
    const callIn = (text: string): Record<string, unknown> =>
      z.record(z.string(), z.unknown()).parse(JSON.parse(/get_execution (\{.*?\})/.exec(text)?.[1] ?? ''));
    const seen: number[] = [];
    let next: string | undefined = view.cut;
    while (next !== undefined) {
      const slice = Slice.parse(viewIn(await client.callTool({ name: 'get_execution', arguments: callIn(next) })));
      seen.push(...slice.value.flatMap((item) => (typeof item === 'string' ? [] : [item.id])));
      next = slice.next;
    }
    const first = view.value.items.length - 1;
    expect(seen).toEqual(Array.from({ length: 2000 - first }, (_, index) => first + index));
    await client.close();
  });

  verifies('results/slices', 'parts of lists, objects and texts are read by path, from and count', async () => {
    const tools = agentTools(shed, { session: 'slices' });
    const tool = (name: string) => tools.find((one) => one.name === name);
    const ran = await tool('run')?.execute({
      code: `return { list: [1, 2, 3, 4], text: 'abcdef', some: { a: 1, b: 2 } }`,
    });
    const execution_id = ran?.structured?.['executionId'];
    const part = async (more: object) => (await tool('get_execution')?.execute({ execution_id, ...more }))?.structured;
    expect(await part({ path: 'value.list', from: 1, count: 2 })).toMatchObject({
      value: [2, 3],
      kind: 'items',
      of: 4,
    });
    expect(await part({ path: '/value/text', from: 2, count: 3 })).toMatchObject({ value: 'cde', kind: 'characters' });
    expect(await part({ path: 'value.some', from: 1 })).toMatchObject({ value: { b: 2 }, kind: 'keys', of: 2 });
    expect(await part({ from: 0, count: 1 })).toMatchObject({ value: { list: [1, 2, 3, 4] } });
    const wrong = await tool('get_execution')?.execute({ execution_id, path: 'value.lost' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('it has list, text, some') });
  });

  verifies('results/slices', 'a result is as unknown to another agent as one that does not exist', async () => {
    const [ada, eve] = [await connect(SILENT, 'ada'), await connect(SILENT, 'eve')];
    const { executionId: execution_id } = Object(
      viewIn(await ada.callTool({ name: 'execute', arguments: { code: `return 'private'` } })),
    );
    const reply = await eve.callTool({ name: 'get_execution', arguments: { execution_id, path: 'value' } });
    expect(reply).toMatchObject({ isError: true });
    expect(JSON.stringify(reply)).not.toContain('private');
    await Promise.all([ada.close(), eve.close()]);
  });
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('an image or audio that a program returns or emits', () => {
  verifies('results/media', 'an image or audio is a block of its own, and base64 in no text', async () => {
    const client = await connect();
    const code = `const image = { type: 'image', data: '${PIXEL}', mimeType: 'image/png' };
      emit({ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' });
      return { content: [{ type: 'text', text: 'A chart' }, image] }`;
    const { content } = await client.callTool({ name: 'execute', arguments: { code } });
    expect(content).toMatchObject([
      { type: 'text' },
      { type: 'text', annotations: { audience: ['user'] } },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
    ]);
    expect(viewIn({ content })).toMatchObject({
      value: { content: [{ text: 'A chart' }, { type: 'image', data: '(block 1 beside this text)' }] },
    });
    await client.close();
  });

  verifies('results/media', 'images and audio are bounded, and blocks only if they are what they claim', async () => {
    const client = await connect();
    const code = `const image = (mimeType, data = 'AAAA') => ({ type: 'image', data, mimeType });
      return [image('text/html'), image('image/png', '<script>'), ...Array(20).fill(image('image/png'))]`;
    const { content } = await client.callTool({ name: 'execute', arguments: { code } });
    const blocks = z.array(z.looseObject({ type: z.string() })).parse(content);
    expect(blocks.filter(({ type }) => type === 'image')).toHaveLength(8);
    const kept = { type: 'image', data: '<script>', mimeType: 'image/png' };
    expect(viewIn({ content })).toMatchObject({ value: expect.arrayContaining([kept]) });
    await client.close();
  });
});
