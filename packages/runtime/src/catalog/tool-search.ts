// Tools by words, best first. Every word counts, as a word or as the beginning of one; only when no tool has them all
// are misspellings forgiven, and only then is a tool with some of them better than nothing.

import type { Tool } from '@toolshed/kernel';
import { segmentsOf } from '@toolshed/kernel/runtime';
import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';

export interface ToolSearch {
  add(tools: readonly Tool[]): void;
  remove(tools: readonly Tool[]): void;
  /** Paths, or `undefined` for a query without words. */
  search(query: string): readonly string[] | undefined;
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly text: string;
}

/** Threat: a program that searches for a book. Every word is looked up in every way, in the host. */
export const MAX_QUERY = 500;
const MAX_WORDS = 20;

const ATTEMPTS: readonly SearchOptions[] = [
  { combineWith: 'AND' },
  { combineWith: 'AND', fuzzy: (term) => (term.length > 5 ? 0.2 : term.length > 3 ? 1 : false), maxFuzzy: 2 },
  { combineWith: 'OR' },
];

export function createToolSearch(): ToolSearch {
  const index = new MiniSearch<Entry>({
    fields: ['name', 'path', 'summary', 'text'],
    storeFields: ['path', 'summary'],
    tokenize: wordsOf,
    processTerm: stem,
    searchOptions: { boost: { name: 3, path: 2, summary: 6 }, prefix: (term) => term.length > 2, weights },
  });
  return {
    add: (tools) => index.addAll(tools.map(entryOf)),
    remove: (tools) => index.discardAll(tools.map(({ path }) => path)),
    search(given) {
      const words = [...new Set(wordsOf(given.slice(0, MAX_QUERY)))].slice(0, MAX_WORDS);
      if (words.length === 0) return undefined;
      const query = words.join(' ');
      for (const attempt of ATTEMPTS) {
        const found = index.search(query, attempt);
        if (found.length > 0) return byFit(query, found).map(({ id }) => String(id));
      }
      return [];
    },
  };
}

/** "create issue" means the tool that creates issues, before all that create something for one. */
function byFit(query: string, found: readonly SearchResult[]): readonly SearchResult[] {
  const wanted = termsOf(query);
  const ranked = found
    .slice(0, RANKED)
    .map((result) => {
      const own = termsOf(result['path'].split(' ').slice(1).join(' '));
      const fit = Math.max(likeness(wanted, own), likeness(wanted, termsOf(result['summary'])));
      return { ...result, score: result.score * (1 + 3 * fit ** 2) };
    })
    .sort((a, b) => b.score - a.score);
  return [...ranked, ...found.slice(RANKED)];
}

/** Those that matched best at first; the rest stays behind them as it was. */
const RANKED = 100;

const termsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stem));

/** Of all terms of both, the part they share. */
const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.intersection(b).size / Math.max(1, a.union(b).size);

const weights = { prefix: 0.3, fuzzy: 0.2 };

function entryOf({ path, description }: Tool): Entry {
  const segments = segmentsOf(path);
  const [summary = '', ...text] = description.split('\n');
  return { id: path, name: segments.at(-1) ?? '', path: segments.join(' '), summary, text: text.join('\n') };
}

/** Splits at what is neither letter nor digit, and where a lower-case letter meets an upper-case one. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !NOISE.has(word));

const NOISE: ReadonlySet<string> = new Set('a an and for from in into of on or the this to with'.split(' '));

/** One form for singular and plural. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
