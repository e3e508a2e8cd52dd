// The whole description of GitHub's REST API: about twelve hundred operations, thirteen megabytes.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { signatureOf } from '@toolshed/kernel/runtime';
import { agentTools, type Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openSourceShed } from './source-shed.ts';

const manifest = createRequire(import.meta.url).resolve('@octokit/openapi/package.json');
const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');

/** Time on the processor, which other work on the machine does not change. */
function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

describe('the description of GitHub', () => {
  let shed: Toolshed;
  let loadedInMs: number;
  beforeAll(async () => {
    const before = process.cpuUsage();
    shed = await openSourceShed([{ namespace: 'github', openapi }]);
    loadedInMs = cpuMs(before);
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  verifies('sources/scale', 'loads in under three seconds', () => {
    expect(shed.catalog.tools.length).toBeGreaterThan(1_100);
    expect(loadedInMs).toBeLessThan(3_000);
  });

  verifies(
    'sources/scale',
    'is searched in under ten milliseconds, with the signatures of what is found; the first time in under twenty',
    () => {
      const queries = [
        'create issue',
        'list pull request files',
        'delete branch protection',
        'upload asset',
        'rate limit',
      ];
      for (const query of queries) shed.catalog.search(query);
      const middle = (work: (query: string) => unknown): number => {
        const times = queries.map((query) => {
          const before = process.cpuUsage();
          work(query);
          return cpuMs(before);
        });
        return times.sort((a, b) => a - b)[2] ?? Number.NaN;
      };
      expect(middle((query) => shed.catalog.search(query))).toBeLessThan(10);
      const withSignatures = (query: string): unknown => shed.catalog.search(query).map(signatureOf);
      // Their schemas are read and their types written when somebody asks for the first time.
      expect(middle(withSignatures)).toBeLessThan(20);
      const again = [1, 2, 3].map(() => middle(withSignatures));
      expect(Math.min(...again)).toBeLessThan(10);
    },
  );

  verifies(
    'agent/search-texts',
    'operations are described with examples of the document, and with how all pages are read',
    async () => {
      const describe = agentTools(shed, { session: 's' }).find(({ name }) => name === 'describe_tool');
      const described = async (path: string) => JSON.parse((await describe?.execute({ path }, {}))?.text ?? '');
      const list = await described('github.issues.listForRepo');
      expect(list.all).toBe('await tools.github.issues.listForRepo.$all(args, { limit: 1000 })');
      const create = await described('github.issues.create');
      expect(create.all).toBeUndefined();
      expect(create.examples).toEqual([{ body: expect.objectContaining({ title: 'Found a bug' }) }]);
      expect(create).not.toHaveProperty('output');
    },
  );

  verifies.each('sources/scale', [
    ['create an issue', 'github.issues.create'],
    ['list pull request files', 'github.pulls.listFiles'],
    ['merge pull request', 'github.pulls.merge'],
    ['get the authenticated user', 'github.users.getAuthenticated'],
    ['delete branch protection', 'github.repos.deleteBranchProtection'],
    ['list workflow runs', 'github.actions.listWorkflowRuns'],
    ['create gist', 'github.gists.create'],
    ['add labels to issue', 'github.issues.addLabels'],
    ['serach code', 'github.search.code'],
    ['repository content', 'github.repos.getContent'],
  ])('finds for "%s" first %s', (query, path) => {
    expect(shed.catalog.search(query)[0]?.path).toBe(path);
  });

  verifies(
    'sources/scale',
    'gives every operation a path of its own that a program can write, and a signature that fits a prompt',
    () => {
      for (const tool of shed.catalog.tools) {
        expect(tool.path).toMatch(/^github(\.[A-Za-z][A-Za-z0-9]*)+$/);
        expect(signatureOf(tool).length).toBeLessThanOrEqual(1_200);
      }
    },
  );

  verifies('sources/scale', 'operations of GitHub that are not reads are gated', async () => {
    const program = `await tools.github.issues.create({ owner: 'o', repo: 'r', body: { title: 'A bug' } })`;
    const paused = expectStatus(await shed.execute(program), 'paused');
    expect(paused.paused).toMatchObject({
      toolPath: 'github.issues.create',
      message: 'Send POST https://api.github.com/repos/o/r/issues?',
      args: { owner: 'o', repo: 'r', body: { title: 'A bug' } },
    });
  });

  verifies('sources/scale', 'is found and described from inside a program', async () => {
    const program = `
      const [first] = await tools.$search('create an issue');
      const { input } = await tools.$describe(first.path);
      return [first.signature, Object.keys(input.properties)];
    `;
    const [signature, properties] = expectStatus(await shed.execute(program), 'completed').value as [string, string[]];
    expect(signature).toContain(
      'github.issues.create(args: { owner: string; repo: string; body: { title: string | number;',
    );
    expect(properties).toEqual(['owner', 'repo', 'body']);
  });
});
