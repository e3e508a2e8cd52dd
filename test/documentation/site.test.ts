import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore it belongs to no package
import { sidebarOf } from '../../docs/.vitepress/sections.ts';
// @boundaries-ignore it belongs to no package
import { siteLink } from '../../docs/.vitepress/site-links.ts';
import { pages, root } from './markdown.ts';

const DOCS = join(root, 'docs');

describe('the site', () => {
  it('lists every page of the five sections once', () => {
    const listed = sidebarOf(DOCS).flatMap(({ items }) => items.map(({ link }) => `docs${link}.md`));
    expect(listed.toSorted()).toEqual(pages.filter((page) => /^docs\/[a-z]+\//.test(page)));
  });

  it.each([
    ['docs/guides/secrets.md', '../../SECURITY.md#secrets', { kind: 'page', href: '/explain/security#secrets' }],
    ['docs/explain/architecture.md', 'docs/reference/glossary.md', { kind: 'page', href: '/reference/glossary.md' }],
    ['docs/guides/policy.md', '../../examples/policy.ts', { kind: 'not-on-the-site' }],
    ['docs/guides/policy.md', 'nowhere.md', { kind: 'as-it-is' }],
    ['docs/guides/policy.md', 'https://example.org', { kind: 'as-it-is' }],
  ])('shows in %s a link to %s as what the site has of it', (page, href, expected) => {
    expect(siteLink(DOCS, join(root, page), href)).toEqual(expected);
  });
});
