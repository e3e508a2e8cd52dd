// Tools by words, best first. A tool need not have all the words of a query: it is ranked by how much of the query it
// covers, rare words counting more (BM25 over weighted fields), by how much of its own title the query covers, and by
// whether it does what the query wants done.

import type { Tool } from '@toolshed/kernel';
import { agreement, type Intent, intentOf, isGeneralVerb } from './search/intent.js';
import { inOtherWords, synonymsOf } from './search/synonyms.js';
import { indexTerms, type TermIndex } from './search/term-index.js';
import { type ToolText, toolText } from './search/tool-text.js';
import { separated, termOf, wordsOf } from './search/words.js';

export interface ToolSearch {
  add(tools: readonly Tool[]): void;
  remove(tools: readonly Tool[]): void;
  /** `undefined` for a query without words. */
  search(query: string): FoundPaths | undefined;
}

export interface FoundPaths {
  /** Best first. */
  readonly paths: readonly string[];
  /** Words of the query that no tool has, as they were written. */
  readonly unmatched: readonly string[];
}

/** Threat: a program that searches for a book. Every word is looked up in every way, in the host. */
export const MAX_QUERY = 1_000;
const MAX_WORDS = 80;
const MAX_GUESSES = 8;

/** Tools are indexed once, at the first search. */
export function createToolSearch(): ToolSearch {
  const texts = new Map<string, () => ToolText>();
  let index: Index | undefined;
  return {
    add(tools) {
      for (const tool of tools)
        texts.set(
          tool.path,
          lazily(() => toolText(tool)),
        );
      index = undefined;
    },
    remove(tools) {
      for (const { path } of tools) texts.delete(path);
      index = undefined;
    },
    search(query) {
      index ??= indexOf([...texts.values()].map((text) => text()));
      return find(index, query.slice(0, MAX_QUERY));
    },
  };
}

interface Index extends TermIndex {
  /** The terms of namespaces that are names, not topics: `github`, and not `mail`. */
  readonly namespaces: ReadonlySet<string>;
  /** First words of names of tools that change something. */
  readonly verbs: ReadonlySet<string>;
}

function indexOf(texts: readonly ToolText[]): Index {
  const terms = indexTerms(texts);
  const namespaces = new Set(texts.map(({ namespace }) => namespace));
  return {
    ...terms,
    namespaces: new Set([...namespaces].filter((term) => isName(terms, term))),
    verbs: new Set(texts.filter(({ effect }) => effect !== 'read').map(({ verb }) => verb)),
  };
}

const MOST_ELSEWHERE = 0.1;

/** A topic is in tools of other namespaces, too. */
function isName({ texts, get }: TermIndex, namespace: string): boolean {
  const { documents } = get(namespace) ?? { documents: [] };
  const elsewhere = documents.filter((document) => texts[document]?.namespace !== namespace).length;
  return elsewhere <= documents.length * MOST_ELSEWHERE;
}

const SYNONYMS = synonymsOf();

/** The weight of a term that the word is not, but may have meant. */
const MEANT = 0.8;
const DERIVED = 0.7;
const GUESSED = 0.5;

function find(index: Index, given: string): FoundPaths | undefined {
  const query = inOtherWords(separated(given).toLowerCase());
  const words = new Map(wordsOf(query).map((word) => [termOf(word), word]));
  if (words.size === 0) return undefined;
  const tally = newTally(index.texts.length);
  const meant = new Map<string, number>(OWN.test(query) ? OWN_TERMS.map((term) => [term, OWN_WEIGHT]) : []);
  const wanted: Wanted = {
    ...intentOf(query, index.verbs),
    namespaces: new Set([...words.keys()].filter((term) => index.namespaces.has(term))),
  };
  const unmatched: string[] = [];
  let guesses = MAX_GUESSES;
  for (const [term, word] of [...words].slice(0, MAX_WORDS)) {
    const known = candidates(index, term);
    const terms = known.size === 0 && guesses-- > 0 ? guessed(index, term) : known;
    if (terms.size === 0) unmatched.push(word);
    for (const [one, weight] of terms) meant.set(one, Math.max(meant.get(one) ?? 0, weight));
    count(index, term, terms, tally);
  }
  return { paths: rank(index, tally, meant, wanted), unmatched };
}

/** What a query asks for beside its words. */
interface Wanted extends Intent {
  /** Those it names; empty where it names none. */
  readonly namespaces: ReadonlySet<string>;
}

/** "My repositories" are those of the authenticated user; the words alone are in every other question. */
const OWN = /\b(?:my|mine|am i|do i|have i|i have)\b/u;
const OWN_TERMS = ['authenticated', 'current', 'my', 'own'].map(termOf);
const OWN_WEIGHT = 0.8;

type Candidates = ReadonlyMap<string, number>;

/** The terms a word of a query may stand for, with the weight of each. */
function candidates(index: Index, term: string): Candidates {
  const found = new Map<string, number>();
  // Who does it, and to whom: `watch` is in `addWatcher`, `assign` in `assignee`.
  for (const ending of ['er', 'or', 'ee']) if (index.get(term + ending)) found.set(term + ending, DERIVED);
  for (const other of SYNONYMS.get(term) ?? []) if (index.get(other)) found.set(other, MEANT);
  if (index.get(term)) found.set(term, 1);
  return found;
}

const guessed = (index: Index, term: string): Candidates =>
  new Map(index.near(term).map((near) => [near, GUESSED] as const));

interface Tally {
  readonly score: Float64Array;
  /** How much of the query each tool covers. */
  readonly covered: Float64Array;
  /** Of one word. */
  readonly best: Float64Array;
  total: number;
}

const newTally = (size: number): Tally => ({
  score: new Float64Array(size),
  covered: new Float64Array(size),
  best: new Float64Array(size),
  total: 0,
});

/** How soon further occurrences stop counting. */
const SATURATION = 1.5;
const VERB_WEIGHT = 0.5;

/** A tool that has a word in several ways has it once, in the best of them. */
function count(index: Index, term: string, terms: Candidates, tally: Tally): void {
  const ownRarity = index.get(term)?.rarity ?? Infinity;
  const touched: number[] = [];
  let worth = 0;
  for (const [one, weight] of terms) {
    const postings = index.get(one);
    if (postings === undefined) continue;
    const { documents, weights } = postings;
    const rarity = Math.min(postings.rarity, ownRarity);
    worth = Math.max(worth, rarity * weight);
    // By number: a word that half of four thousand tools have is looked at in a tenth of a millisecond.
    for (let at = 0; at < documents.length; at++) {
      const document = valueAt(documents, at);
      const inTool = valueAt(weights, at);
      const score = (weight * rarity * inTool * (SATURATION + 1)) / (SATURATION + inTool);
      const best = valueAt(tally.best, document);
      if (best === 0) touched.push(document);
      if (score > best) tally.best[document] = score;
    }
  }
  const share = isGeneralVerb(term) ? VERB_WEIGHT : 1;
  tally.total += worth * share;
  for (const document of touched) {
    const score = valueAt(tally.best, document);
    tally.score[document] = valueAt(tally.score, document) + score * share;
    tally.covered[document] = valueAt(tally.covered, document) + Math.min(worth, score) * share;
    tally.best[document] = 0;
  }
}

const valueAt = (numbers: ArrayLike<number>, index: number): number => numbers[index] ?? 0;

const COVERAGE = 0.7;
const TITLE = 2;
const TITLE_POWER = 1.8;

/** Tools that may still come first are ranked more closely; the rest keep their order behind them. */
const CLOSELY = 200;

function rank(index: Index, tally: Tally, meant: Candidates, wanted: Wanted): readonly string[] {
  const covering = tally.score.map((score, document) =>
    score === 0 ? 0 : score * (valueAt(tally.covered, document) / tally.total) ** COVERAGE,
  );
  const least = covering.toSorted().at(-CLOSELY) ?? 0;
  const closely: Ranked[] = [];
  const behind: Ranked[] = [];
  for (const [document, text] of index.texts.entries()) {
    const score = valueAt(covering, document);
    if (score === 0) continue;
    if (score < least) behind.push({ path: text.path, score });
    else closely.push({ path: text.path, score: score * titleFactor(index, text, meant) * wantedFactor(wanted, text) });
  }
  const best = (a: Ranked, b: Ranked): number => b.score - a.score;
  return [...closely.sort(best), ...behind.sort(best)].map(({ path }) => path);
}

interface Ranked {
  readonly path: string;
  readonly score: number;
}

/** "create issue" means the tool that creates issues, before all that create something for one. */
const titleFactor = (index: Index, { titles }: ToolText, meant: Candidates): number =>
  1 + TITLE * Math.max(...titles.map((title) => shareOf(index, title, meant))) ** TITLE_POWER;

/** How much of a title the query says. */
function shareOf(index: Index, title: ReadonlySet<string>, meant: Candidates): number {
  let [said, all] = [0, 0];
  for (const term of title) {
    const rarity = index.get(term)?.rarity ?? 0;
    all += rarity;
    said += rarity * (meant.get(term) ?? 0);
  }
  return all === 0 ? 0 : said / all;
}

const AGREEMENT = { same: 1.35, near: 1, other: 0.7 } as const;
const READ_BY_DEFAULT = 1.25;
const SAME_VERB = 1.35;
const OLD = 0.5;

/** Of a tool of another namespace than the query names. */
const ELSEWHERE = 0.5;

function wantedFactor({ effect, verb, namespaces }: Wanted, text: ToolText): number {
  const known = text.effect === undefined || effect === undefined ? 1 : AGREEMENT[agreement(effect, text.effect)];
  const unsaid = effect === undefined && text.effect === 'read' ? READ_BY_DEFAULT : 1;
  const sameVerb = verb !== '' && verb === text.verb ? SAME_VERB : 1;
  const place = namespaces.size === 0 || namespaces.has(text.namespace) ? 1 : ELSEWHERE;
  return known * unsaid * sameVerb * place * (text.isOld ? OLD : 1);
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
