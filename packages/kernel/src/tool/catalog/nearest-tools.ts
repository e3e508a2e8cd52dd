// Which tools a path that does not exist most likely meant: by the words of paths and descriptions, in any order, so
// that `github.createIssue` leads to `github.issues.create`. Letters count inside a word only.
//
// Threat: a program that misspells on purpose, a thousand times, to keep the host busy. The wanted path is cut, the words
// of each tool are read once, and each pair of words is compared once.

import { editDistance } from '../../edit-distance.js';
import type { Tool } from '../define-tool.js';
import { segmentsOf } from './tool-path.js';

const LONGEST_WANTED = 120;
const MOST_WORDS = 12;

/** What a word of the wanted path is worth in a tool. */
const IN_PATH = 1;
const IN_DESCRIPTION = 0.5;
/** For each word of a tool's path that was not wanted. */
const UNWANTED = 0.08;
/** The part of the wanted words that a tool must have. */
const LEAST = 0.5;
const SAME_NAMESPACE = 0.25;
/** The part of the best score below which a tool is not worth naming beside it. */
const NEAR_BEST = 0.5;

/** Paths, nearest first. */
export function nearestTools(tools: readonly Tool[], path: string): readonly string[] {
  const [namespace = '', ...rest] = path.slice(0, LONGEST_WANTED).split('.');
  const named = rest.flatMap(wordsIn).slice(0, MOST_WORDS);
  const wanted = [...new Set(named.length === 0 ? wordsIn(namespace) : named)];
  if (wanted.length === 0) return [];
  const alike = new Map(wanted.map((word) => [word, new Map<string, number>()]));
  const likeness = (word: string, other: string): number => {
    const known = alike.get(word)?.get(other);
    if (known !== undefined) return known;
    const found = compareWords(word, other);
    alike.get(word)?.set(other, found);
    return found;
  };
  const scored = tools
    .map((tool) => ({ path: tool.path, score: scoreOf(wordsOfTool(tool), { namespace, wanted, likeness }) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.path, b.path));
  const least = (scored[0]?.score ?? 0) * NEAR_BEST;
  return scored.filter(({ score }) => score >= least).map((match) => match.path);
}

interface Wanted {
  readonly namespace: string;
  readonly wanted: readonly string[];
  readonly likeness: (word: string, other: string) => number;
}

function scoreOf({ namespace, path, description }: ToolWords, { wanted, likeness, ...meant }: Wanted): number {
  const best = (word: string, others: readonly string[]): number =>
    others.reduce((most, other) => Math.max(most, likeness(word, other)), 0);
  let found = 0;
  for (const word of wanted) {
    const inPath = best(word, path) * IN_PATH;
    found += inPath === 1 ? 1 : Math.max(inPath, description.has(word) ? IN_DESCRIPTION : 0);
  }
  const share = found / wanted.length;
  if (share < LEAST) return 0;
  const unwanted = path.filter((word) => !wanted.some((one) => likeness(one, word) > 0));
  const bonus = compareWords(meant.namespace.toLowerCase(), namespace) * SAME_NAMESPACE;
  return Math.max(Number.EPSILON, share + bonus - unwanted.length * UNWANTED);
}

interface ToolWords {
  readonly namespace: string;
  readonly path: readonly string[];
  readonly description: ReadonlySet<string>;
}

const known = new WeakMap<Tool, ToolWords>();

function wordsOfTool(tool: Tool): ToolWords {
  const read = known.get(tool);
  if (read) return read;
  const [namespace = '', ...rest] = segmentsOf(tool.path);
  const [summary = ''] = tool.description.split('\n', 1);
  const words = {
    namespace: namespace.toLowerCase(),
    path: [...new Set((rest.length === 0 ? [namespace] : rest).flatMap(wordsIn))],
    description: new Set(wordsIn(summary.slice(0, 500))),
  };
  known.set(tool, words);
  return words;
}

/** Whole words, without the endings of plurals. */
const wordsIn = (text: string): readonly string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word));

/** 1 for the same word, less for the beginning of one and for one that is misspelt, 0 for another. */
function compareWords(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return 0.75;
  const allowed = short.length > 6 ? 2 : short.length > 2 ? 1 : 0;
  if (allowed === 0 || long.length - short.length > allowed) return 0;
  const distance = editDistance(a, b);
  return distance <= allowed || (distance === 2 && sorted(a) === sorted(b)) ? 0.6 : 0;
}

/** The same for words in which two letters changed places. */
const sorted = (word: string): string => [...word].sort().join('');

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
