// Which tools have a term, and how much it weighs in each.

import { editDistance } from '@toolshed/kernel/runtime';
import type { ToolText } from './tool-text.js';

export interface Postings {
  readonly documents: readonly number[];
  readonly weights: readonly number[];
  /** How rare the term is. */
  readonly rarity: number;
}

export interface TermIndex {
  readonly texts: readonly ToolText[];
  get(term: string): Postings | undefined;
  /** Terms that begin with this one, or else those of the same first letter that it may be a misspelling of. */
  near(term: string): readonly string[];
}

export function indexTerms(texts: readonly ToolText[]): TermIndex {
  const lists = new Map<string, { documents: number[]; weights: number[] }>();
  for (const [document, { weights }] of texts.entries()) {
    for (const [term, weight] of weights) {
      const list = lists.get(term) ?? { documents: [], weights: [] };
      list.documents.push(document);
      list.weights.push(weight);
      lists.set(term, list);
    }
  }
  const known = new Map<string, Postings>();
  for (const [term, list] of lists) known.set(term, { ...list, rarity: rarityOf(list.documents.length, texts.length) });
  const byLetter = Map.groupBy(known.keys(), (term) => term.slice(0, 1));
  return {
    texts,
    get: (term) => known.get(term),
    near(term) {
      const terms = byLetter.get(term.slice(0, 1)) ?? [];
      return beginningWith(term, terms) ?? misspelt(term, terms);
    },
  };
}

/** As BM25 has it. */
const rarityOf = (having: number, all: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5));

const MOST_NEAR = 20;

function beginningWith(term: string, terms: readonly string[]): readonly string[] | undefined {
  if (term.length < 3) return undefined;
  const found = terms.filter((one) => one.startsWith(term)).slice(0, MOST_NEAR);
  return found.length === 0 ? undefined : found;
}

function misspelt(term: string, terms: readonly string[]): readonly string[] {
  const most = term.length > 5 ? 2 : term.length > 3 ? 1 : 0;
  if (most === 0 || term.length > LONGEST_MISSPELT) return [];
  const like = (one: string): boolean => Math.abs(one.length - term.length) <= most && editDistance(term, one) <= most;
  return terms.filter(like).slice(0, MOST_NEAR);
}

const LONGEST_MISSPELT = 30;
