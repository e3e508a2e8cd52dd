// Takes the values of secrets out of what leaves a tool: as they are, in the usual encodings (encodings.ts), and inside
// what was encoded as a whole (wrappings.ts): a value that was escaped as JSON before it became base64, say.
//
// Not covered, and not coverable: a value a tool transformed otherwise, cut in pieces or sent elsewhere.

import { needlesFor, SHORTEST_SOUGHT } from './encodings.js';
import { textsSpeltBy } from './spelt-lists.js';
import { createTextSearch, type Span } from './text-search.js';
import { endIn, startIn, viewsOf } from './text-views.js';
import { wrappingsIn } from './wrappings.js';

const REDACTED = '[secret]';

/** Base64 of base64, and what is escaped within it. */
const MAX_WRAPPINGS = 2;

export interface Redactor {
  text(text: string): string;
  /** For a value JSON can carry: its texts, its keys, numbers that spell a secret, and lists of its bytes or characters. */
  json(value: unknown): unknown;
}

export const NO_SECRETS: Redactor = { text: (text) => text, json: (value) => value };

export function createRedactor(values: readonly string[]): Redactor {
  const needles = values.flatMap(needlesFor);
  if (needles.length === 0) return NO_SECRETS;
  const search = createTextSearch(needles, SHORTEST_SOUGHT);

  const spansIn = (text: string, depth = 0): readonly Span[] =>
    viewsOf(text).flatMap((view) =>
      [...search.spansIn(view.text), ...(depth < MAX_WRAPPINGS ? wrappedIn(view.text, depth + 1) : [])].map(
        ({ start, end }) => ({ start: startIn(view, start), end: endIn(view, end) }),
      ),
    );

  const wrappedIn = (text: string, depth: number): readonly Span[] =>
    wrappingsIn(text).flatMap(({ inside, toOuter }) => spansIn(inside, depth).map(toOuter));

  const redactText = (text: string): string => {
    if (text.length < SHORTEST_SOUGHT) return text;
    const spans = spansIn(text);
    return spans.length === 0 ? text : blanked(text, spans);
  };

  /** By its members together, none of which holds it alone. */
  const isSpelt = (value: object): boolean =>
    textsSpeltBy(value).some((text) => text.length >= SHORTEST_SOUGHT && spansIn(text).length > 0);

  const redactMembers = (value: object): unknown => {
    const taken = new Map<string, number>();
    const members = Object.entries(value).map(([key, member]) => {
      const name = unlike(redactText(key), taken);
      return [name, redactJson(member)] as const;
    });
    return Object.fromEntries(members);
  };

  const redactJson = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (typeof value === 'number') return redactText(String(value)) === String(value) ? value : REDACTED;
    if (typeof value !== 'object' || value === null) return value;
    if (isSpelt(value)) return REDACTED;
    return Array.isArray(value) ? value.map(redactJson) : redactMembers(value);
  };

  return { text: redactText, json: redactJson };
}

function blanked(text: string, spans: readonly Span[]): string {
  let result = '';
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) result += text.slice(done, start) + REDACTED;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/**
 * Two keys that held secrets stay two members. `taken`: the names so far, and how many keys wanted each: the search for a
 * free one goes on where the last one ended, however many want the same.
 */
function unlike(name: string, taken: Map<string, number>): string {
  let count = taken.get(name) ?? 0;
  let free = name;
  while (taken.has(free)) free = `${name} ${++count}`;
  taken.set(name, Math.max(1, count));
  if (free !== name) taken.set(free, 1);
  return free;
}
