// What an API said about a failure, short enough for an error: cut by its structure, so that what is left reads as what
// it was. Control characters are taken out as from all text of a source.

import { plainText } from '../../hostile-text.js';

const MOST_CHARACTERS = 4_000;
const MOST_DEPTH = 6;

interface Bounds {
  readonly items: number;
  readonly text: number;
}

/** From what most bodies fit into to what every one does. */
const STEPS: readonly Bounds[] = [
  { items: 50, text: 2_000 },
  { items: 10, text: 300 },
  { items: 4, text: 80 },
];

export function boundedBody(body: unknown): unknown {
  if (typeof body === 'string') return plainText(body, MOST_CHARACTERS);
  for (const bounds of STEPS) {
    const cut = bounded(body, bounds, MOST_DEPTH);
    if ((JSON.stringify(cut)?.length ?? 0) <= MOST_CHARACTERS) return cut;
  }
  return plainText(JSON.stringify(bounded(body, { items: 4, text: 80 }, 2)), MOST_CHARACTERS);
}

function bounded(value: unknown, bounds: Bounds, depth: number): unknown {
  if (typeof value === 'string') return plainText(value, bounds.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  const inner = (one: unknown): unknown => bounded(one, bounds, depth - 1);
  if (Array.isArray(value)) {
    const more = value.length - bounds.items;
    return [...value.slice(0, bounds.items).map(inner), ...(more > 0 ? [`… ${more} more items`] : [])];
  }
  const entries = Object.entries(value);
  const more = entries.length - bounds.items;
  const kept = entries.slice(0, bounds.items).map(([key, one]) => [plainText(key, 100), inner(one)] as const);
  return Object.fromEntries([...kept, ...(more > 0 ? [['…', `${more} more fields`] as const] : [])]);
}
