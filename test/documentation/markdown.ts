// The Markdown pages people read: the README, the pages of the root and of docs, and those beside packages, clients and examples.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A fenced block, with the comment above it that says what a test does with it. */
export interface Sample {
  /** `docs/guides/policy.md:12`, where its first line is. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** `with: shed, id` or `run`, from `<!-- … -->` on the line above. */
  readonly note: string;
  /** The block after it, where that is plain output. */
  readonly output: string | undefined;
}

export const pages: readonly string[] = globSync(
  [
    'README.md',
    'SECURITY.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'packages/*/README.md',
    'clients/*/README.md',
    'examples/README.md',
    'docs/**/*.md',
  ],
  { cwd: root, exclude: ['docs/node_modules/**', 'docs/api/**', '**/node_modules/**'] },
).sort();

const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

const BLOCK = /(?:^<!-- ([^\n]*) -->\n)?^(`{3,})([a-z]*)\n([\s\S]*?)^\2$/gm;

export function samplesIn(page: string): readonly Sample[] {
  const text = readPage(page);
  const found = [...text.matchAll(BLOCK)];
  return found.map(([whole, note = '', fence = '', language = '', sample = ''], index) => {
    const start = found[index]?.index ?? 0;
    const line = text.slice(0, start).split('\n').length + (note === '' ? 1 : 2);
    const next = found[index + 1];
    const between = next === undefined ? 'x' : text.slice(start + whole.length, next.index);
    const output = next?.[3] === '' && between.trim() === '' ? next[4] : undefined;
    return { place: `${page}:${line}`, language, text: sample, note, output, fence };
  });
}

/** Links of a page to files, as `[path, fragment]`; those in code are none. */
export function linksIn(page: string): readonly (readonly [path: string, fragment: string | undefined])[] {
  const prose = readPage(page)
    .replaceAll(BLOCK, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
    if (/^[a-z]+:/i.test(href)) return [];
    const [path = '', fragment] = href.split('#');
    return [[path, fragment]];
  });
}

/** The anchors of a page: its headings as GitHub and the site write them. */
export function anchorsIn(page: string): ReadonlySet<string> {
  const headings = [
    ...readPage(page)
      .replaceAll(BLOCK, '')
      .matchAll(/^#{1,6} (.+)$/gm),
  ];
  return new Set(headings.map(([, heading = '']) => anchorOf(heading)));
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
