import { definePlugin, defineTool, type Tool } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHostCatalog, withUnlisted } from './host-catalog.js';

const toolAt = (path: string, description = 'Does it'): Tool =>
  defineTool({ path, description, input: z.object({}), handler: () => undefined });

const pathsOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ path }) => path);

describe('createHostCatalog', () => {
  it('takes what a source offers in place of what it offered before', () => {
    const catalog = createHostCatalog([toolAt('mail.send')]);
    catalog.offer('git', [toolAt('git.push', 'Publish commits'), toolAt('git.pull')]);
    catalog.offer('git', [toolAt('git.push', 'Upload commits')]);
    expect(pathsOf(catalog.tools)).toEqual(['mail.send', 'git.push']);
    expect(catalog.find('git.push')?.description).toBe('Upload commits');
    expect(pathsOf(catalog.search('publish'))).toEqual([]);
    expect(pathsOf(catalog.search('uploading commits'))).toEqual(['git.push']);
  });

  it('is as before after an offer it cannot take', () => {
    const catalog = createHostCatalog([]);
    catalog.offer('git', [toolAt('git.push')]);
    expect(() => catalog.offer('git', [toolAt('git.a'), toolAt('git.A')])).toThrow('differs');
    expect(pathsOf(catalog.tools)).toEqual(['git.push']);
    expect(pathsOf(catalog.search('push'))).toEqual(['git.push']);
  });

  it('knows why a source has nothing to offer, until it has', () => {
    const catalog = createHostCatalog([]);
    catalog.excuse('git', 'it is starting');
    expect(catalog.absence('git.push')).toBe('it is starting');
    expect(catalog.absence('mail.send')).toBeUndefined();
    catalog.offer('git', [toolAt('git.push')]);
    catalog.excuse('git', 'it died');
    expect(catalog.absence('git.pull')).toBeUndefined();
    expect(catalog.find('git.push')).toBeDefined();
  });
});

describe('search', () => {
  const catalog = createHostCatalog([
    toolAt('github.issues.create', 'Create an issue'),
    toolAt('github.reactions.createForIssue', 'Create reaction for an issue'),
    toolAt('github.repos.listBranches', 'List branches\nOf a repository, newest first'),
    toolAt('mail.send', 'Send a größere Nachricht'),
  ]);

  it.each([
    ['create issue', 'github.issues.create'],
    ['reaction', 'github.reactions.createForIssue'],
    ['list the branches of a repository', 'github.repos.listBranches'],
    ['braches', 'github.repos.listBranches'],
    ['größere', 'mail.send'],
    ['send a telegram', 'mail.send'],
    ['open a new ticket', 'github.issues.create'],
    ['which branches are there in my repo?', 'github.repos.listBranches'],
    ['creating issues', 'github.issues.create'],
  ])('finds for "%s" first %s', (query, path) => {
    expect(catalog.search(query)[0]?.path).toBe(path);
  });

  it('lists everything when no word is given, up to the limit', () => {
    expect(catalog.search('', 3)).toHaveLength(3);
    expect(catalog.search('kubernetes')).toEqual([]);
  });

  it('says which words no tool has', () => {
    expect(catalog.unmatched('create a kubernetes issue in Antarctica')).toEqual(['kubernetes', 'antarctica']);
    expect(catalog.unmatched('create issue')).toEqual([]);
    expect(catalog.unmatched('')).toEqual([]);
  });
});

describe('withUnlisted', () => {
  it('finds tools that no search shows, and refuses a path that is taken', () => {
    const hosted = createHostCatalog([toolAt('mail.send')]);
    const plugin = definePlugin({ name: 'toolshed', tools: [toolAt('toolshed.search')] });
    const catalog = withUnlisted(hosted, ...plugin.tools);
    expect(catalog.find('toolshed.search')).toBeDefined();
    expect(catalog.search('search')).toEqual([]);
    expect(() => withUnlisted(catalog, ...plugin.tools)).toThrow('the path is taken');
  });
});
