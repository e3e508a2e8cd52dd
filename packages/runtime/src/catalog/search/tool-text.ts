// What a tool is found by: its words, each with the weight of where it stands.

import type { Tool, ToolEffectKind, ToolKeywords } from '@toolshed/kernel';
import { referred, segmentsOf } from '@toolshed/kernel/runtime';
import { effectOf } from './intent.js';
import { schemaWords } from './schema-words.js';
import { termOf, wordsOf } from './words.js';

export interface ToolText {
  readonly path: string;
  /** The term of its namespace, which is one word however it is written. */
  readonly namespace: string;
  /** How much each term weighs. */
  readonly weights: ReadonlyMap<string, number>;
  /** The terms of its path without the namespace, and those of its summary. */
  readonly titles: readonly ReadonlySet<string>[];
  /** The first term of its name. */
  readonly verb: string;
  readonly effect: ToolEffectKind | undefined;
  /** Whether there is a newer one. */
  readonly isOld: boolean;
}

interface Field {
  readonly terms: readonly string[];
  readonly weight: number;
  /** How many terms such a field usually has: in a longer one, each counts less. */
  readonly usual: number;
}

export function toolText(tool: Tool): ToolText {
  const [namespace = '', ...own] = segmentsOf(tool.path);
  const name = own.at(-1) ?? namespace;
  const [summary = '', ...prose] = proseOf(tool.description).split('\n');
  const keywords = tool.keywords?.() ?? keywordsOf(tool);
  const [named, said] = [termsOf(name), termsOf(summary)];
  const groups = unique(termsOf(own.slice(0, -1).join(' ')));
  const effect = keywords.does ?? (tool.nature === 'safe' ? 'read' : effectOf(firstWord(name), firstWord(summary)));
  const fields: readonly Field[] = [
    { terms: named, weight: 2.6, usual: 4 },
    { terms: groups, weight: 2.5, usual: 2 },
    { terms: termsOf(namespace), weight: 1, usual: 1 },
    { terms: said, weight: 3.5, usual: 7 },
    { terms: termsOf(prose.join(' ')), weight: 0.4, usual: 40 },
    { terms: termsOf(keywords.place ?? ''), weight: 1.25, usual: 5 },
    { terms: unique(termsOf(keywords.names.join(' '))), weight: 0.5, usual: 20 },
    { terms: termsOf(proseOf(keywords.texts.join(' '))), weight: 0.35, usual: 100 },
    { terms: unique(termsOf(keywords.values.join(' '))), weight: 0.7, usual: 20 },
    { terms: DONE_BY[keywords.does ?? 'act'], weight: 0.5, usual: 2 },
  ];
  const weights = weigh(fields);
  addSynonyms(weights, keywords.synonyms ?? []);
  return {
    path: tool.path,
    namespace: termOf(namespace.toLowerCase()),
    weights,
    titles: [new Set([...groups, ...named]), new Set(said)],
    verb: named[0] ?? '',
    effect,
    isOld: /\(deprecated\)/i.test(tool.description) || /legacy|stubbed|deprecated/i.test(name),
  };
}

const keywordsOf = ({ input }: Tool): ToolKeywords =>
  schemaWords(input.json, (reference) => referred(input.json, reference));

/** How much of the weight depends on the length of the field. */
const BY_LENGTH = 0.5;

function weigh(fields: readonly Field[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { terms, weight, usual } of fields) {
    const length = Math.max(0.5, 1 - BY_LENGTH + BY_LENGTH * Math.min(4, terms.length / usual));
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight / length);
  }
  return weights;
}

/** A group that the tool has one word of counts as if it had them all. */
function addSynonyms(weights: Map<string, number>, groups: readonly (readonly string[])[]): void {
  for (const group of groups) {
    const written = group.map(termsOf);
    const most = Math.max(0, ...written.map((terms) => Math.min(...terms.map((term) => weights.get(term) ?? 0))));
    if (most === 0) continue;
    for (const term of written.flat()) weights.set(term, Math.max(weights.get(term) ?? 0, most));
  }
}

/** The method of a request says what is done, in whichever words its tool is described. */
const DONE_BY = {
  read: ['get', 'list'],
  create: ['create', 'add'],
  update: ['update', 'edit', 'set'],
  delete: ['delete', 'remove'],
  act: [],
} satisfies Record<ToolEffectKind, readonly string[]>;

const termsOf = (text: string): readonly string[] => wordsOf(text).map(termOf);
const unique = (terms: readonly string[]): readonly string[] => [...new Set(terms)];
const firstWord = (text: string): string => wordsOf(text)[0] ?? '';

/** Without tags, and without the addresses that links lead to. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\]\([^()]*\)/g, '] ')
    .replaceAll(/https?:\S+/g, ' ');
