// Pages link to each other, and to the repository, as files, so that they can be read without the site.
// On the site, a link to a page of the root leads to the page that shows it, and a link to code is its text alone.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Files outside of docs that the site shows. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['README.md', '/'],
  ['ARCHITECTURE.md', '/explain/architecture'],
  ['SECURITY.md', '/explain/security'],
]);

export type SiteLink =
  | { readonly kind: 'as-it-is' }
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'not-on-the-site' };

/** `page` is the file a link stands in; the pages that show a file of the root have the links of that file. */
export function siteLink(docs: string, page: string, href: string): SiteLink {
  if (/^([a-z]+:|#|\/)/i.test(href)) return { kind: 'as-it-is' };
  const [path = '', fragment] = href.split('#');
  const root = dirname(docs);
  const here = resolve(dirname(page), path);
  const target = existsSync(here) ? here : join(root, path);
  if (!existsSync(target)) return { kind: 'as-it-is' };
  const inRoot = relative(root, target);
  const shown = SHOWN.get(inRoot);
  const anchor = fragment === undefined ? '' : `#${fragment}`;
  if (shown !== undefined) return { kind: 'page', href: `${shown}${anchor}` };
  const inDocs = relative(docs, target);
  if (inDocs.startsWith('..') || !inDocs.includes('.')) return { kind: 'not-on-the-site' };
  return inDocs.endsWith('.md') ? { kind: 'page', href: `/${inDocs}${anchor}` } : { kind: 'as-it-is' };
}
