// How a list continues: where the response has its items, and the arguments that request the next page. Given by the
// document or by the response, in this order:
//
//   1. a `link` header with rel="next";
//   2. a URL or a cursor in the body, at a place that the response's schema names: `next`, `next_cursor`, …;
//   3. `has_more` with the id of the last item (`starting_after`);
//   4. a parameter that counts pages or items, until a page is not full.
//
// Threat: the answer chooses what is asked next. It gives values of parameters that the operation has anyway, which
// are checked like any other argument; never an address, and nothing that the config supplies. Of the arguments that were
// given, it changes only those whose names say that they page: whose list it is stays as the program asked.

import type { References } from '../document/references.js';
import { isJsonType } from '../request/media-names.js';
import { itemSchema, type Json, schemaWith } from '../request/body/schema-walk.js';
import type { Arguments } from '../../source-tool.js';
import type { Parameter } from '../document/openapi-document.js';
import { nameParameters } from './operation-input.js';
import type { Operation } from './operations.js';
import { isCredential } from './supplied-credentials.js';

export interface Page {
  /** The keys that lead from the body to the list. */
  readonly list: readonly string[];
  /** Arguments of the next page; null at the end. */
  readonly next: Arguments | null;
  /** Whether the answer itself gave them, as a link or a cursor. An answer after such a one that gives none is the last. */
  readonly given?: true;
}

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Query = ReadonlyMap<string, { readonly argument: string; readonly parameter: Parameter; readonly schema: Json }>;

type Rule = (args: Arguments, answer: Answer, items: readonly unknown[]) => Arguments | null | undefined;

/** Undefined for an operation that is not a list, or that has no known paging. */
export function pagesOf(
  operation: Operation,
  references: References,
): ((args: Arguments, answer: Answer) => Page | undefined) | undefined {
  if (operation.method !== 'GET') return undefined;
  const schema = answerSchema(operation, references);
  const list = schema && listIn(schema, references);
  if (schema === undefined || list === undefined) return undefined;
  const query: Query = new Map(
    nameParameters(operation).flatMap(({ argument, parameter }) =>
      parameter.in === 'query'
        ? [[parameter.name, { argument, parameter, schema: schemaWith(parameter.schema, references) }] as const]
        : [],
    ),
  );
  const byPlaces = byBody(query, schema, references);
  const counted = [byLastId(query), byCount(query)].filter((rule) => rule !== undefined);
  // A header may come with any list; a list beside other members is one in pages only where the document says so.
  if (query.size === 0 || (byPlaces === undefined && counted.length === 0 && list.length > 0)) return undefined;
  return (args, answer) => {
    const items = at(answer.body, list);
    if (!Array.isArray(items)) return undefined;
    const moving = (next: Arguments): Arguments | null => (isSame(args, next) ? null : next);
    const given = byLink(args, answer, query) ?? byPlaces?.(args, answer, items);
    if (given !== undefined) return { list, next: given && moving(given), given: true };
    for (const rule of counted) {
      const next = rule(args, answer, items);
      if (next !== undefined) return { list, next: next && moving(next) };
    }
    // Nothing in the answer leads on: it is the whole list.
    return { list, next: null };
  };
}

function answerSchema({ responses }: Operation, references: References): Json | undefined {
  const success = Object.keys(responses)
    .sort()
    .find((status) => /^2/.test(status));
  const content = Object.entries(responses[success ?? 'default']?.content ?? {});
  const media = content.find(([name]) => isJsonType(name))?.[1];
  return media?.schema === undefined ? undefined : schemaWith(media.schema, references);
}

const LISTS = ['data', 'items', 'results', 'values', 'entries', 'records'];

/** The body itself, a member with a name that lists have, or the only member that is a list. */
function listIn(schema: Json, references: References): readonly string[] | undefined {
  if (schema['type'] === 'array' || itemSchema(schema) !== undefined) return [];
  const lists = Object.entries(Object(schema['properties'])).flatMap(([name, one]) =>
    schemaWith(one, references)['type'] === 'array' ? [name] : [],
  );
  const found = LISTS.find((name) => lists.includes(name)) ?? (lists.length === 1 ? lists[0] : undefined);
  return found === undefined ? undefined : [found];
}

/** An answer that has links, and none to a next page, is the last. */
function byLink(args: Arguments, { headers }: Answer, query: Query): Arguments | null | undefined {
  const link = headers['link'];
  if (link === undefined || !/\brel=/i.test(link)) return undefined;
  const next = link.split(/,\s*(?=<)/).find((one) => /;\s*rel="?(?:[\w-]+ )*next\b/i.test(one));
  const url = next === undefined ? undefined : /<([^<>]*)>/.exec(next)?.[1];
  return url === undefined ? null : fromUrl(args, url, query);
}

const NEXT_URL = /^(?:next|next_?(?:page)?_?(?:uri|url|link))$/i;
const NEXT_CURSOR = /^(?:next_?(?:page_?)?(?:cursor|token|marker|page|offset)?|continue|end_?cursor|cursors?|after)$/i;
const CURSOR = /^(?:start_?|page_?|next_?|after_?|continuation_?)*(?:cursor|token|marker|after|continue|offset)$/i;

/** Made of words that say where a list goes on, or how much of it comes, and of nothing else: `pageToken`, not `account`. */
const PAGES_ONLY =
  /^(?:(?:page|cursor|token|marker|offset|skip|continuation|continue|after|before|start|since|until|next|previous|prev|position|limit|size|count|index|first|last|top|take|rows|per|max|min|number|num|results|items|bookmark|scroll|anchor|begin|end|starting|ending|seq|sequence|iterator|resume|delta|batch|at|id|key)[\W_]*)+$/i;
/** What none of them says by itself. */
const OTHERWISE = /^(?:id|key|number|num|items|at)$/i;

const pages = (name: string, schema: Json): boolean =>
  name.length <= 60 &&
  ((PAGES_ONLY.test(name) && !OTHERWISE.test(name)) || /^pg?$/i.test(name) || (name === 'from' && isNumeric(schema)));

function byBody(query: Query, schema: Json, references: References): Rule | undefined {
  const places = textPlaces(schema, references).filter(
    (path) => NEXT_CURSOR.test(path.at(-1) ?? '') || isUrlPlace(path),
  );
  const cursors = [...query.values()].filter(
    ({ parameter: { name, description }, schema: own }) =>
      CURSOR.test(name) && own['type'] === 'string' && !isCredential(name, description),
  );
  if (places.length === 0) return undefined;
  return (args, { body }) => {
    for (const path of places) {
      const value = at(body, path);
      if (value === null || value === '') return null;
      if (typeof value !== 'string') continue;
      if (isUrlPlace(path) && /^(?:https?:\/\/|\/|\?)/.test(value)) return fromUrl(args, value, query);
      const cursor = cursors.find(({ parameter }) => kindOf(parameter.name) === kindOf(path.at(-1))) ?? cursors[0];
      if (cursor !== undefined) return { ...args, [cursor.argument]: value };
    }
    return cursors.length === 0 ? undefined : null;
  };
}

/** `next_page_token` goes with `pageToken`, not with `cursor`. */
const kindOf = (name = ''): string | undefined =>
  /cursor|token|marker|continue|offset|after/i.exec(name)?.[0].toLowerCase();

const isUrlPlace = (path: readonly string[]): boolean => NEXT_URL.test(path.at(-1) ?? '');

/** Members that are text, three levels deep, lists left out. */
function textPlaces(
  schema: Json,
  references: References,
  above: readonly string[] = [],
): readonly (readonly string[])[] {
  return Object.entries(Object(schema['properties'])).flatMap(([name, one]) => {
    const own = schemaWith(one, references);
    const path = [...above, name];
    if (saysText(own)) return [path];
    return above.length < 2 && own['type'] !== 'array' ? textPlaces(own, references, path) : [];
  });
}

const saysText = ({ type }: Json): boolean => type === 'string' || (Array.isArray(type) && type.includes('string'));

function byLastId(query: Query): Rule | undefined {
  const after = query.get('starting_after') ?? query.get('after_id');
  if (after === undefined) return undefined;
  return (args, { body }, items) => {
    const more = at(body, ['has_more']);
    if (typeof more !== 'boolean') return undefined;
    const id = at(items.at(-1), ['id']);
    return more && typeof id === 'string' ? { ...args, [after.argument]: id } : null;
  };
}

const COUNTS_PAGES = /^page(?:_?(?:number|num|no))?$/i;
const COUNTS_ITEMS = /^(?:offset|skip|start_?at)$/i;
const SIZE = /^(?:per_?page|page_?size|limit|size|max_?results|count)$/i;

function byCount(query: Query): Rule | undefined {
  const all = [...query.values()];
  const pages = all.find(({ parameter, schema }) => COUNTS_PAGES.test(parameter.name) && isNumeric(schema));
  const items = all.find(({ parameter, schema }) => COUNTS_ITEMS.test(parameter.name) && isNumeric(schema));
  const size = all.find(({ parameter }) => SIZE.test(parameter.name));
  const counter = pages ?? items;
  if (counter === undefined) return undefined;
  return (args, _, found) => {
    const full = numberOf(size && (args[size.argument] ?? size.schema['default'])) ?? 1;
    if (found.length === 0 || found.length < full) return null;
    const now = numberOf(args[counter.argument]) ?? numberOf(counter.schema['default']) ?? (counter === pages ? 1 : 0);
    return { ...args, [counter.argument]: now + (counter === pages ? 1 : found.length) };
  };
}

/** The parameters of the operation that the URL has, and nothing else of it. */
function fromUrl(args: Arguments, url: string, query: Query): Arguments | null {
  if (!URL.canParse(url, 'http://anywhere.invalid')) return null;
  const given = [...new URL(url, 'http://anywhere.invalid').searchParams].flatMap(([name, text]) => {
    const known = query.get(name);
    if (known === undefined || known.schema['type'] === 'array' || known.schema['type'] === 'object') return [];
    // Threat: a link that leads to what the program did not ask for.
    if (args[known.argument] !== undefined && !pages(name, known.schema)) return [];
    return [[known.argument, asArgument(text, known.schema)] as const];
  });
  return { ...args, ...Object.fromEntries(given) };
}

function asArgument(text: string, schema: Json): unknown {
  if (schema['type'] === 'boolean') return text === 'true';
  return isNumeric(schema) ? (numberOf(Number(text)) ?? text) : text;
}

const isNumeric = ({ type }: Json): boolean => type === 'integer' || type === 'number';

const numberOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? Number(value) : undefined);

const isSame = (one: Arguments, other: Arguments): boolean => JSON.stringify(one) === JSON.stringify(other);

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined,
    value,
  );
