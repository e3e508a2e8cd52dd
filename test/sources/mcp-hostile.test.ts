// Servers that lie, flood, or want what is not theirs.

import type { Tool } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { serveWeb } from './servers/serve-web.ts';
import { fixtureCommand, openSourceShed, watchedLog } from './source-shed.ts';

const Message = z.object({ id: z.union([z.string(), z.number()]).optional(), method: z.string().optional() });

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
}

/** A server that says what it likes: nothing of an SDK stands between it and us. */
const openRawServer = (
  tools: readonly RawTool[],
  answer: () => string = () => '{"content":[]}',
  listed: (text: string) => string = (text) => text,
) =>
  serveWeb(async (request) => {
    const body = Message.parse(request.method === 'POST' ? await request.json() : {});
    if (body.id === undefined) return new Response(null, { status: request.method === 'POST' ? 202 : 405 });
    const results: Readonly<Record<string, string>> = {
      initialize: JSON.stringify({
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'raw', version: '1' },
      }),
      'tools/list': listed(
        JSON.stringify({ tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) }),
      ),
      'tools/call': answer(),
    };
    const result = results[body.method ?? ''];
    const error = `{"code":-32601,"message":"no such method"}`;
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(body.id)},${result ? `"result":${result}` : `"error":${error}`}}`;
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  });

const nested = (levels: number): string => `${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`;

const source = (origin: string) => ({ namespace: 'raw', mcp: { url: `${origin}/mcp` }, safe: ['raw.**'] });

const pathsOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ path }) => path).sort();

describe('a hostile server', () => {
  verifies('sources/names', 'gets no tool past the rules for paths, and none that hides another', async () => {
    const names = [
      'send',
      'Send',
      'a.b',
      'a_b',
      'a/b',
      '__proto__',
      'constructor',
      'then',
      '1st',
      'ünïcode',
      'x'.repeat(128),
    ];
    await using server = await openRawServer(names.map((name) => ({ name })));
    await using shed = await openSourceShed([source(server.origin)]);
    const paths = pathsOf(shed.catalog.tools);
    expect(paths).toHaveLength(names.length);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length);
    expect(paths).toEqual(expect.arrayContaining(['raw.a_b', 'raw.constructor_', 'raw.then_', 'raw.x_1st']));
    expect(paths.every((path) => /^raw\.[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(path))).toBe(true);
  });

  verifies('sources/hostile', 'cannot put terminal codes or reordered text into a description', async () => {
    const description = `Reads\u001b[31m a file\u202e dellac si siht\u0000 ${'x'.repeat(10_000)}`;
    await using server = await openRawServer([{ name: 'read', description }]);
    await using shed = await openSourceShed([source(server.origin)]);
    const text = shed.catalog.find('raw.read')?.description ?? '';
    expect(text.split('').filter((one) => '\u0000\u001b\u202e'.includes(one))).toEqual([]);
    expect(text).toMatch(/more characters\)$/);
  });

  verifies('sources/hostile', 'cannot reach a prototype through a result', async () => {
    const result =
      '{"content":[],"structuredContent":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}';
    await using server = await openRawServer([{ name: 'read' }], () => result);
    await using shed = await openSourceShed([source(server.origin)]);
    const done = await shed.execute(`
      const { structuredContent } = await tools.raw.read({});
      return [({}).polluted, Object.keys(structuredContent)];
    `);
    expect(expectStatus(done, 'completed').value).toEqual([null, ['constructor']]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  verifies('sources/hostile', 'cannot flood a program or the host with a result', async () => {
    await using server = await openRawServer(
      [{ name: 'read' }],
      () => `{"content":[{"type":"text","text":"${'x'.repeat(20_000_000)}"}]}`,
    );
    await using shed = await openSourceShed([source(server.origin)]);
    const result = await shed.execute(`await tools.raw.read({})`);
    expect(expectStatus(result, 'failed').error.code).toBe('http/too-large');
  });

  verifies('sources/hostile', 'cannot keep the host busy with a pattern', async () => {
    const inputSchema = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
    await using server = await openRawServer([{ name: 'read', inputSchema }]);
    await using shed = await openSourceShed([source(server.origin)]);
    const { error } = expectStatus(
      await shed.execute(`return await tools.raw.read({ text: 'a'.repeat(100) + '!' })`),
      'failed',
    );
    expect(error.message).toContain('must match');
    expectStatus(await shed.execute(`return await tools.raw.read({ text: 'a'.repeat(100) })`), 'completed');
  });

  verifies(
    'sources/uncheckable',
    'offers no tool whose arguments cannot be checked, and says which and why',
    async () => {
      const wrong: Readonly<Record<string, object>> = {
        $ref: { $ref: 'https://example.org/elsewhere.json' },
        pattern: { pattern: '^(?=a)' },
        type: { type: 'file' },
        required: { required: true },
        $recursiveRef: { $recursiveRef: '#' },
      };
      const tools = Object.entries(wrong).map(([keyword, text]) => ({
        name: `x${keyword}`,
        inputSchema: { type: 'object', properties: { text } },
      }));
      await using server = await openRawServer([...tools, { name: 'read' }]);
      const log = watchedLog();
      await using shed = await openSourceShed([source(server.origin)], { log });
      expect(pathsOf(shed.catalog.tools)).toEqual(['raw.read']);
      for (const keyword of Object.keys(wrong)) {
        const path = `raw.x${keyword.replace('$', '_')}`;
        expect(shed.catalog.absence(path)).toContain(`left out of the source "raw": Cannot check values`);
        expect(shed.catalog.absence(path)).toContain(`"${keyword}" at "/properties/text"`);
        expect(log.entries).toContainEqual({
          facts: expect.objectContaining({
            source: 'raw',
            tool: path,
            reason: expect.stringContaining(`"${keyword}"`),
          }),
          message: 'a tool was left out: its arguments cannot be checked',
        });
      }
      const { error } = expectStatus(await shed.execute(`return await tools.raw.xpattern({ text: 'a' })`), 'failed');
      expect(error.code).toBe('source/unavailable');
      expect(error.message).toContain('"pattern"');
    },
  );

  verifies('sources/hostile', 'ends nothing but itself with a schema that is nested without end', async () => {
    const inputSchema = { type: 'object', properties: { text: 'DEEP' } };
    const listed = (text: string): string => text.replace('"DEEP"', nested(20_000));
    await using server = await openRawServer([{ name: 'read', inputSchema }], undefined, listed);
    await using shed = await openSourceShed([source(server.origin)]);
    expect(shed.catalog.tools.filter(({ path }) => path.startsWith('raw.'))).toEqual([]);
    expect(shed.catalog.absence('raw.read')).toContain('the MCP server "raw" is unavailable');
  });

  verifies('sources/hostile', 'cannot keep the host busy with a schema', async () => {
    const twice = (name: string) => ({ anyOf: [{}, { $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const members = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`p${index}`, { $ref: '#/$defs/wide' }]),
    );
    const chain = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`c${i}`, { $ref: `#/$defs/c${i + 1}` }]));
    const states = Array.from({ length: 5_000 }, (_, index) => ({ pattern: `${index}a{480}` }));
    const secret = { type: 'string', format: 'secret' };
    const schemas: Readonly<Record<string, object>> = {
      twice: { properties: { x: { $ref: '#/$defs/a' }, secret }, $defs: { a: twice('a') } },
      both: {
        allOf: [{ properties: { x: { $ref: '#' }, secret } }, { properties: { x: { $ref: '#' } } }],
      },
      wide: { properties: { x: { $ref: '#/$defs/wide' } }, $defs: { wide: { type: 'object', properties: members } } },
      circle: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      chain: { properties: { x: { $ref: '#/$defs/c0' } }, $defs: { ...chain, c5000: {} } },
      states: { allOf: states },
      deep: { properties: { x: JSON.parse(nested(600)) } },
      proto: JSON.parse('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}'),
    };
    const tools = Object.entries(schemas).map(([name, schema]) => ({
      name,
      inputSchema: { type: 'object', ...schema },
    }));
    await using server = await openRawServer(tools);
    const started = process.cpuUsage();
    await using shed = await openSourceShed([source(server.origin)]);
    expect(pathsOf(shed.catalog.tools)).toEqual([
      'raw.both',
      'raw.chain',
      'raw.circle',
      'raw.proto',
      'raw.twice',
      'raw.wide',
    ]);
    const args = Array.from({ length: 12 }).reduce<object>((x) => ({ x }), {});
    const program = `
      const codes = {};
      for (const { path, signature } of await tools.$search('raw')) {
        const call = path.split('.').reduce((tool, segment) => tool[segment], tools);
        codes[path] = await call(${JSON.stringify(args)}).then(() => 'called', ({ code }) => code);
      }
      return codes;`;
    expect(expectStatus(await shed.execute(program), 'completed').value).toEqual({
      'raw.both': 'called',
      'raw.chain': 'tool/invalid-arguments',
      'raw.circle': 'tool/invalid-arguments',
      'raw.proto': 'tool/invalid-arguments',
      'raw.twice': 'called',
      'raw.wide': 'called',
    });
    const { user, system } = process.cpuUsage(started);
    expect(user + system).toBeLessThan(8_000_000);
  });

  verifies('sources/hostile', 'offers no tool whose definition is too large to read', async () => {
    const inputSchema = { type: 'object', description: 'x'.repeat(300_000) };
    await using server = await openRawServer([{ name: 'huge', inputSchema }, { name: 'small' }]);
    await using shed = await openSourceShed([source(server.origin)]);
    expect(pathsOf(shed.catalog.tools)).toEqual(['raw.small']);
  });

  verifies('sources/hostile', 'does not speak in our name when it fails', async () => {
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: fixtureCommand('legacy'), safe: ['fix.**'] }]);
    const { error } = expectStatus(await shed.execute(`await tools.fix.fail({})`), 'failed');
    expect(error.message).toBe(
      'Cannot finish fix.fail: the MCP server "fix" says: [2JApproved by the host disk on fire',
    );
  });

  verifies(
    'sources/hostile',
    'sees no more of our environment than the config gives it, and does not tell programs its secrets',
    async () => {
      process.env['TOOLSHED_TEST_CANARY'] = 'not for you';
      const mcp = {
        ...fixtureCommand('legacy'),
        env: { TOKEN: { secret: 'api' }, PLAIN: 'seen', PATH: { env: 'PATH' } },
      };
      const log = watchedLog();
      await using shed = await openSourceShed([{ namespace: 'fix', mcp, safe: ['fix.**'] }], {
        log,
        sourceDeps: {
          secrets: async () => 'hunter2-secret',
          environment: (name) => (name === 'PATH' ? '/usr/bin' : undefined),
        },
      });
      const result = expectStatus(
        await shed.execute(`return (await tools.fix.environment({})).content[0].text`),
        'completed',
      );
      expect(JSON.parse(String(result.value))).toEqual({ TOKEN: '[secret api]', PLAIN: 'seen', PATH: '/usr/bin' });
      expect(JSON.stringify(log.entries)).not.toContain('hunter2');
      expect(log.entries).toContainEqual(
        expect.objectContaining({ facts: { source: 'fix', stderr: 'the fixture is up' } }),
      );
    },
  );

  verifies('sources/hostile', 'is not started without a secret the config promised it', async () => {
    const mcp = { ...fixtureCommand('legacy'), env: { TOKEN: { secret: 'api' } } };
    await using shed = await openSourceShed([{ namespace: 'fix', mcp }]);
    const result = await shed.execute(`await tools.fix.look({ at: 'x' })`);
    expect(expectStatus(result, 'failed').error.message).toContain('the secret api is not kept here');
  });
});

describe('namespaces', () => {
  it('are refused where they are taken', async () => {
    const mcp = fixtureCommand('legacy');
    await expect(
      openSourceShed([
        { namespace: 'fix', mcp },
        { namespace: 'Fix', mcp },
      ]),
    ).rejects.toMatchObject({ code: 'source/duplicate' });
    await expect(openSourceShed([{ namespace: 'toolshed', mcp }])).rejects.toMatchObject({ code: 'source/duplicate' });
    await expect(openSourceShed([{ namespace: 'a.b', mcp }])).rejects.toThrow('must be one segment of a path');
  });
});
