import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin } from '../define-plugin.js';
import { defineTool, type Tool } from '../define-tool.js';
import { createToolCatalog, DuplicateToolError } from './tool-catalog.js';

const toolAt = (path: string, description = 'Does it'): Tool =>
  defineTool({ path, description, input: z.object({}), handler: () => undefined });

const pathsOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ path }) => path);

const catalog = createToolCatalog([
  definePlugin({
    name: 'github',
    tools: [
      toolAt('github.issues.create', 'Create an issue'),
      toolAt('github.issues.list', 'List issues of a repository'),
      toolAt('github.repos.delete', 'Delete a repository'),
    ],
  }),
  toolAt('mail.send', 'Send a letter, an issue of a newsletter, or a größere Nachricht'),
]);

describe('createToolCatalog', () => {
  it('finds a tool by its exact path', () => {
    expect(catalog.find('mail.send')?.path).toBe('mail.send');
    expect(catalog.find('Mail.send')).toBeUndefined();
    expect(catalog.find('mail')).toBeUndefined();
    expect(catalog.find('__proto__')).toBeUndefined();
  });

  it('refuses a path that is taken', () => {
    const create = () => createToolCatalog([toolAt('mail.send'), toolAt('mail.send')]);
    expect(create).toThrow(DuplicateToolError);
    expect(create).toThrow('the path is taken');
  });

  it('refuses a path that differs from another only in case', () => {
    expect(() => createToolCatalog([toolAt('mail.send'), toolAt('mail.Send')])).toThrow(
      'Cannot register the tool "mail.Send": it differs from "mail.send" only in case',
    );
  });
});

describe('search', () => {
  it('puts a word that is a segment before one in the prose', () => {
    expect(pathsOf(catalog.search('issues'))).toEqual(['github.issues.create', 'github.issues.list']);
    expect(pathsOf(catalog.search('issue'))).toEqual(['github.issues.create', 'github.issues.list', 'mail.send']);
  });

  it('finds only tools that have every word of the query', () => {
    expect(pathsOf(catalog.search('delete repository'))).toEqual(['github.repos.delete']);
    expect(catalog.search('delete newsletter')).toEqual([]);
  });

  it('knows neither case nor punctuation', () => {
    expect(pathsOf(catalog.search('GitHub.Issues/create!'))).toEqual(['github.issues.create']);
  });

  it('reads words of any script', () => {
    expect(pathsOf(catalog.search('größere'))).toEqual(['mail.send']);
    expect(catalog.search('почта')).toEqual([]);
  });

  it('lists everything when no word is given, up to the limit', () => {
    expect(catalog.search('')).toHaveLength(4);
    expect(catalog.search('', 2)).toHaveLength(2);
  });
});

describe('nearest', () => {
  it.each([
    ['github.issue.create', 'github.issues.create'],
    ['github.issues.creat', 'github.issues.create'],
    ['GITHUB.ISSUES.CREATE', 'github.issues.create'],
    ['mail.sent', 'mail.send'],
    ['mail.sned', 'mail.send'],
    ['github.createIssue', 'github.issues.create'],
  ])('offers for %s first %s', (wanted, offered) => {
    expect(catalog.nearest(wanted)[0]).toBe(offered);
  });

  it('offers nothing that looks like something else', () => {
    expect(catalog.nearest('kubernetes.cluster.destroy')).toEqual([]);
    expect(catalog.nearest('x'.repeat(100_000))).toEqual([]);
  });

  it('offers a path itself before any other', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(catalog.tools)), (path) => {
        expect(catalog.nearest(path)[0]).toBe(path);
      }),
    );
  });

  it('offers whatever is within one typing mistake', () => {
    const arbTypo = fc.record({ at: fc.nat(18), typed: fc.constantFrom('', 'x', 'xy'), cut: fc.constantFrom(0, 1) });
    fc.assert(
      fc.property(arbTypo, ({ at, typed, cut }) => {
        const path = 'github.issues.create';
        expect(catalog.nearest(path.slice(0, at) + typed + path.slice(at + cut))).toContain(path);
      }),
    );
  });
});
