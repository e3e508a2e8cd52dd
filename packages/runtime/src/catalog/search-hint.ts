// The hint beside search results: which words no tool has, what there is instead, and which sources are unavailable.

import type { ToolCatalog } from '@toolshed/kernel';
import { plainLine } from '../sources/hostile-text.js';
import { namespacesText, namespaceText } from './unknown-tool.js';

const MOST_WORDS = 12;
const MOST_AWAY = 5;

/** Undefined if no hint is needed: something was found, and every source is available. */
export function searchHint(catalog: ToolCatalog, query: string, found: number): string | undefined {
  const parts = found === 0 ? [nothingFound(catalog, query)] : awayText(catalog);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function nothingFound(catalog: ToolCatalog, query: string): string {
  const unmatched = catalog
    .unmatched(query)
    .slice(0, MOST_WORDS)
    .map((word) => plainLine(word, 40));
  const state = unmatched.length === 0 ? 'No tool matches.' : `No tool matches these words: ${unmatched.join(', ')}.`;
  const there = namespacesText(catalog.namespaces);
  return `${state} Search for other words, or for a namespace. There are: ${there}.`;
}

function awayText({ namespaces }: ToolCatalog): readonly string[] {
  const away = namespaces.filter(({ problem }) => problem !== undefined).slice(0, MOST_AWAY);
  return away.length === 0 ? [] : [`Not everything can be searched now: ${away.map(namespaceText).join(', ')}.`];
}
