// The texts a value is looked for as. Encodings that leave a choice for every character (URL, JSON, HTML) are undone
// in the text that is searched instead (text-views.ts), and in the value too, which may hold what looks like one.

import type { Needle } from './text-search.js';
import { viewsOf } from './text-views.js';

/**
 * A shorter value is not looked for. It would be found in ordinary text by chance, which spoils results, and the
 * places where text is missing would reveal it.
 */
export const SHORTEST_SOUGHT = 8;

/** A line of a key file that is quoted alone. Shorter ones may be ordinary text. */
const SHORTEST_LINE = 16;

export function needlesFor(value: string): readonly Needle[] {
  if (value.length < SHORTEST_SOUGHT) return [];
  const whole = [value, value.trim()].filter((text) => text.length >= SHORTEST_SOUGHT);
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const parts = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_LINE) : [];
  return unlike([...[...new Set(whole)].flatMap(formsOf), ...parts.map((text) => ({ text }))]);
}

/** One needle for one text; the one that takes more along. */
function unlike(needles: readonly Needle[]): readonly Needle[] {
  const byText = new Map<string, Needle>();
  for (const { text, before = 0, after = 0 } of needles) {
    const known = byText.get(text);
    byText.set(text, { text, before: Math.max(known?.before ?? 0, before), after: Math.max(known?.after ?? 0, after) });
  }
  return [...byText.values()];
}

function formsOf(text: string): readonly Needle[] {
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  const read = [...viewsOf(text).map((view) => view.text), bytes.toString('latin1')];
  const plain = new Set([...read, ...read.map((one) => one.replaceAll(' ', '+')), hex, hex.toUpperCase()]);
  const sought = [...plain].filter((one) => one.length >= SHORTEST_SOUGHT);
  return [...sought.map((one) => ({ text: one })), ...base64Forms(bytes)];
}

/**
 * In base64 every three bytes are four characters, so a value inside something longer (`user:value`) is written in one
 * of three ways, by how many bytes stand before it. The characters it shares with its neighbours are not known; they
 * hold some of its bits and are taken along.
 */
function base64Forms(bytes: Buffer): readonly Needle[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const bits = (shift + bytes.length) * 8;
    const core = text.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
    const shared = { before: shift === 0 ? 0 : 1, after: bits % 6 === 0 ? 0 : 3 };
    const urlSafe = core.replaceAll('+', '-').replaceAll('/', '_');
    return core === urlSafe ? [{ text: core, ...shared }] : [core, urlSafe].map((one) => ({ text: one, ...shared }));
  });
}
