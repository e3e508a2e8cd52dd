// Numbered invariants, and the comments that cite them. A file that relies on an invariant names it, so that a change
// there can be checked against what it promises; a citation of one that was renamed or removed misleads.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, type SourceFile, sourcesOf } from './sources.ts';

const sources = ['kernel', 'runtime', 'server', 'adapters', 'client', 'inbox', 'cli'].flatMap((name) =>
  sourcesOf(name),
);

/** `J2` in `// J2. Another process may …`, the line that states it. */
const STATED = /^\s*(?:\/\/|\*)\s+([A-Z]\d{1,2})\. (?=\S)/;

const statedIn = ({ text }: SourceFile): readonly string[] =>
  text.split('\n').flatMap((line) => STATED.exec(line)?.[1] ?? []);

const stated = new Map(sources.map((source) => [source.path, statedIn(source)] as const));

interface Citation {
  readonly path: string;
  readonly name: string;
  readonly comment: string;
}

/** Comments of one file; lines that follow each other are one comment. */
const commentsIn = (text: string): readonly string[] =>
  (text.match(/(?:^[ \t]*\/\/.*\n?)+|\/\*\*[\s\S]*?\*\//gm) ?? []).map((comment) =>
    comment
      .split('\n')
      .map((line) => line.replace(STATED, ''))
      .join('\n'),
  );

/** `(C3)`, `(C1, C4 in …)`, `C3.` and `C3 and C4` alone or at the start of a comment. */
const CITED = /(?:\(|^\s*(?:\/\/|\/\*\*)\s+|, |\band )([A-Z]\d{1,2})(?=[.,:;) ]|$)/gm;

const citationsIn = ({ path, text }: SourceFile): readonly Citation[] =>
  commentsIn(text).flatMap((comment) =>
    [...comment.matchAll(CITED)].map(([, name = '']) => ({ path, name, comment })).filter(({ name }) => name !== 'V8'),
  );

/** Of the same file, of a file that the comment names, or of the one file of the folder that states it. */
function placesOf({ path, name, comment }: Citation): readonly string[] {
  if (stated.get(path)?.includes(name)) return [path];
  const all = [...stated].filter(([, names]) => names.includes(name)).map(([place]) => place);
  const named = all.filter((place) => comment.includes(`\`${basename(place, '.ts')}`));
  return named.length > 0 ? named : all.filter((place) => dirname(place) === dirname(path));
}

/** Whose invariants are what the safety of the whole rests on. */
const SAFETY = [
  'kernel/src/safe-text.ts',
  'runtime/src/changes/',
  'runtime/src/channels/',
  'runtime/src/execution/',
  'runtime/src/programs/',
  'runtime/src/sandbox/',
  'runtime/src/schedules/',
  'runtime/src/secrets/',
  'runtime/src/stores/',
  'runtime/src/tool-proxy/',
  'runtime/src/tools/',
  'runtime/src/vault/',
  'server/src/http/',
  'server/src/mcp/',
];

const citations = sources.flatMap(citationsIn);

describe('the invariants of a source file', () => {
  it('are stated once in it', () => {
    const twice = [...stated].filter(([, names]) => new Set(names).size < names.length);
    expect(twice).toEqual([]);
  });

  it('are cited by names that lead to one statement', () => {
    const lost = citations.filter((citation) => placesOf(citation).length !== 1);
    expect(lost.map(({ path, name }) => `${path} cites ${name}`)).toEqual([]);
    expect(citations.length).toBeGreaterThan(50);
  });

  it('are each cited where the code that keeps programs, people and data apart relies on them', () => {
    const cited = new Set(
      citations.flatMap((citation) => placesOf(citation).map((place) => `${place} ${citation.name}`)),
    );
    const silent = [...stated]
      .filter(([path]) => SAFETY.some((place) => path.startsWith(`packages/${place}`)))
      .flatMap(([path, names]) => names.map((name) => `${path} ${name}`))
      .filter((invariant) => !cited.has(invariant));
    expect(silent).toEqual([]);
  });
});

describe('the invariants of ARCHITECTURE.md', () => {
  const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const section = document.split('## Invariants')[1]?.split('\n## ')[0] ?? '';
  const numbers = [...section.matchAll(/^(\d+)\. /gm)].map(([, number]) => number);
  const cited = sources.flatMap(({ text }) =>
    [...text.matchAll(/invariants? ([\d, and]+) of ARCHITECTURE\.md/g)].flatMap(
      ([, list = '']) => list.match(/\d+/g) ?? [],
    ),
  );

  it('are each cited by a source file, and no others are', () => {
    expect([...new Set(cited)].sort((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });
});
