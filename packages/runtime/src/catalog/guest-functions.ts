// The functions programs can call beside tools, so that a search finds them: asking a person is not a tool, and an agent
// that searches for "ask the user" has to find it all the same.

import type { JsonSchema } from '@toolshed/kernel';
import { ElicitOutcome, ElicitSpec } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { wordsOf } from './search/words.js';
import { MAX_QUERY } from './tool-search.js';

/** A function that every program has, beside the tools. */
export interface GuestFunction {
  /** How a program calls it. */
  readonly path: string;
  /** What it does. */
  readonly description: string;
  /** Its type. */
  readonly signature: string;
  /** What it takes, as JSON Schema. */
  readonly input: JsonSchema;
  /** What it returns, as JSON Schema. */
  readonly output: JsonSchema;
}

const elicit: GuestFunction = {
  path: 'elicit',
  description: `Ask the user: a question to a person, from inside a program, which waits for the answer. A function of its own, not under tools.
Example: const { action, content } = await elicit({ type: 'choice', message: 'Which?', options: ['a', 'b'] })
Types: text, choice, multi_choice, confirmation, secret, form (with fields or schema), url, and named kinds such as choice-or-input. The content of a secret is a handle for a tool's field of type Secret.`,
  signature:
    "elicit(request: { type?: 'text' | 'choice' | 'multi_choice' | 'confirmation' | 'secret' | 'form' | 'url'; message: string; description?: string; options?: string[]; fields?: { name: string; prompt: string; type: 'text' | 'boolean' | 'number' | 'choice'; options?: string[] }[]; schema?: object; default?: string | boolean | string[]; sensitive?: boolean; timeoutMs?: number; whenNobody?: 'not_supported' | 'cancel' }): Promise<{ action: 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'expired' | 'timeout' | 'not_supported'; approved: boolean; content?: unknown; reason?: string }>",
  input: z.toJSONSchema(ElicitSpec),
  output: z.toJSONSchema(ElicitOutcome),
};

const store: GuestFunction = {
  path: 'store',
  description: `Keep small JSON values for later programs of this session, and read them: state, memory, a cursor, a cache. An object of its own, not under tools.
Example: const seen = (await store.get('seen')) ?? []; await store.set('seen', [...seen, 1]); return await store.list()`,
  signature:
    'store.get(key: string): Promise<unknown>; store.set(key: string, value: JsonValue): Promise<void>; store.delete(key: string): Promise<boolean>; store.list(): Promise<string[]>',
  input: {
    type: 'object',
    properties: { key: { type: 'string' }, value: {} },
  },
  output: {},
};

const KEEPING = new Set('cache cursor keep memory persist remember session state store'.split(' '));
const ABOUT_KEEPING = new Set(
  'across a and between calls data for get in later load of or program programs read save set small some the this value values write'.split(
    ' ',
  ),
);

/** One of these says that a person is meant to be asked. */
const ASKING = new Set(
  'answer ask asking choose clarification clarify confirm confirmation consent credential elicit elicitation form human input interactive password permission prompt question secret'.split(
    ' ',
  ),
);
/** These say nothing against it. */
const ABOUT = new Set(
  'about api approval approve before choice decide decision dialog feedback get help i information key me my need operator option people person pick please reply request select someone something text their them token user want what which'.split(
    ' ',
  ),
);

/** Functions beside the tools that match every word, or at least some words if no tool matches. */
export function searchGuestFunctions(query: string, isLastResort: boolean): readonly GuestFunction[] {
  const words = wordsOf(query.slice(0, MAX_QUERY));
  const isAsking = words.some((word) => isIn(ASKING, word));
  const isAllOfIt = words.every((word) => isIn(ASKING, word) || isIn(ABOUT, word));
  const isKeeping = words.some((word) => isIn(KEEPING, word));
  const isAllKeeping = words.every((word) => isIn(KEEPING, word) || isIn(ABOUT_KEEPING, word));
  return [
    ...(isAsking && (isAllOfIt || isLastResort) ? [elicit] : []),
    ...(isKeeping && (isAllKeeping || isLastResort) ? [store] : []),
  ];
}

const isIn = (known: ReadonlySet<string>, word: string): boolean =>
  known.has(word) || (word.endsWith('s') && known.has(word.slice(0, -1)));

/** The function of this name that every program has. */
export const findGuestFunction = (path: string): GuestFunction | undefined =>
  path === elicit.path ? elicit : path === store.path || path.startsWith(`${store.path}.`) ? store : undefined;
