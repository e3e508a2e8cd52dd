// Whether an agent finds the tool it means, among the twelve hundred of GitHub's API, in words of its own.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { plainBm25 } from '../bench/search/plain-bm25.ts';
import { type Question, qualityOf, type Search } from '../bench/search/quality.ts';
import { openSourceShed } from '../sources/source-shed.ts';
import { verifies } from '../support/verifies.ts';
import { DEVELOPMENT, HELD_OUT, type Wanted } from './github-queries.ts';

const manifest = createRequire(import.meta.url).resolve('@octokit/openapi/package.json');
const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');

const questionOf = ([query, ...paths]: Wanted): Question => ({
  query,
  needed: [paths.map((path) => `github.${path}`)],
});

describe('a search among the tools of GitHub', () => {
  let shed: Toolshed;
  let search: Search;
  beforeAll(async () => {
    shed = await openSourceShed([
      { namespace: 'github', openapi, synonyms: [['gist', 'zettel']] },
      { namespace: 'again', openapi, synonyms: [] },
    ]);
    search = (query, limit) =>
      shed.catalog
        .search(query, limit * 2)
        .map(({ path }) => path)
        .filter((path) => path.startsWith('github.'));
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  verifies.each('search/quality', [
    ['it was tuned on', DEVELOPMENT, { first: 0.8, three: 0.88, ten: 0.96 }],
    ['its weights were not tuned on', HELD_OUT, { first: 0.7, three: 0.82, ten: 0.92 }],
  ])('finds what is meant by the questions %s', (_which, wanted, floor) => {
    const questions = wanted.map(questionOf);
    const quality = qualityOf(search, questions);
    const plain = qualityOf(plainBm25(shed.catalog.tools.filter(({ path }) => path.startsWith('github.'))), questions);
    for (const part of ['first', 'three', 'ten'] as const) {
      expect(quality[part], part).toBeGreaterThanOrEqual(floor[part]);
      expect(quality[part], part).toBeGreaterThan(plain[part]);
    }
  });

  verifies('search/quality', 'finds a tool by the words its source calls it by, and no tool of another', () => {
    expect(
      shed.catalog
        .search('new zettel')
        .slice(0, 3)
        .map(({ path }) => String(path)),
    ).toContain('github.gists.create');
    const found = shed.catalog.search('zettel', 1_000).map(({ path }) => String(path));
    expect(found.filter((path) => path.startsWith('again.'))).toEqual([]);
  });

  verifies.each('search/quality', [
    ['list my repositories', 'github.repos.listForAuthenticatedUser'],
    ["I'd like to create a gist", 'github.gists.create'],
    ['in my repository, create an issue', 'github.issues.create'],
    ['how would I delete a gist', 'github.gists.delete'],
    ['react with a heart to an issue', 'github.reactions.createForIssue'],
    ['share some code as a gist', 'github.gists.create'],
    ['list GitHub repositories of an organization', 'github.repos.listForOrg'],
  ])('finds the tool for "%s"', (query, path) => {
    expect(search(query, 3)).toContain(path);
  });

  verifies('search/quality', 'prefers the tools of a source that the question names', () => {
    const found = shed.catalog.search('create a gist on GitHub', 5).map(({ path }) => String(path));
    expect(found[0]).toBe('github.gists.create');
    expect(shed.catalog.search('again: create a gist', 5)[0]?.path).toBe('again.gists.create');
  });

  verifies('search/quality', 'takes a question of sixty words whole', () => {
    const padding = Array.from({ length: 56 }, (_, index) => `zq${index}`).join(' ');
    expect(search(`${padding} create a gist`, 10)[0]).toBe('github.gists.create');
  });

  verifies('search/quality', 'takes less than ten milliseconds of processor time among 2,400 tools', () => {
    const queries = [...DEVELOPMENT, ...HELD_OUT].map(([query]) => query);
    for (const query of queries) search(query, 10);
    const before = process.cpuUsage();
    for (const query of queries) search(query, 10);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000 / queries.length).toBeLessThan(10);
  });
});
