// Undoes what a chat or a web page did to the text of a program.

import type { TextEdit } from './text-edits.js';

const ENTITY = /&(gt|lt|amp|quot|apos|nbsp|#39|#x27|#34|#x22|#60|#62|#38|#96);/gi;
const CHARACTERS: Readonly<Record<string, string>> = {
  gt: '>',
  lt: '<',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
  '#34': '"',
  '#x22': '"',
  '#60': '<',
  '#62': '>',
  '#38': '&',
  '#96': '`',
};

/**
 * The edits that turn HTML entities into plain characters; none for a text that has the same quote in
 * both ways.
 *
 * Threat: `"&quot;+(await tools.a.b())+&quot;"` is a string for the person who reads it, and a call once it is decoded. A
 * text that went through HTML has none of its quotes left.
 */
export function entityEdits(text: string): readonly TextEdit[] {
  const edits = editsIn(text);
  const written = new Set(QUOTES.filter((quote) => text.includes(quote)));
  return edits.some(({ put }) => written.has(put)) ? [] : edits;
}

const QUOTES: readonly string[] = ['"', "'", '`'];

const editsIn = (text: string): readonly TextEdit[] =>
  Array.from(text.matchAll(ENTITY), ({ 0: entity, 1: name = '', index }) => ({
    at: index,
    cut: entity.length,
    put: CHARACTERS[name.toLowerCase()] ?? entity,
  }));
