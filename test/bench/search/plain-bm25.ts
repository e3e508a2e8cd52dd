// What every search is measured against: BM25 over path and description as they are written, nothing else.

import type { Tool } from '@toolshed/kernel';

const K = 1.2;
const B = 0.75;

export function plainBm25(tools: readonly Tool[]): (query: string, limit: number) => readonly string[] {
  const having = new Map<string, Map<number, number>>();
  const lengths = tools.map(({ path, description }, document) => {
    const words = wordsOf(`${path} ${description}`);
    for (const word of words) {
      const counts = having.get(word) ?? new Map<number, number>();
      having.set(word, counts.set(document, (counts.get(document) ?? 0) + 1));
    }
    return words.length;
  });
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const word of wordsOf(query)) {
      const counts = having.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (tools.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [document, count] of counts) {
        const length = 1 - B + (B * (lengths[document] ?? 0)) / usual;
        scores.set(document, (scores.get(document) ?? 0) + (rarity * count * (K + 1)) / (count + K * length));
      }
    }
    const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, limit);
    return best.flatMap(([document]) => tools[document]?.path ?? []);
  };
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
