// Puts an entry into a client's own settings. Every other byte of the file stays as it is, comments included: an entry is
// put first in its object, or in the place of the one that has its name.

import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, type Node, parse, type ParseError, parseTree } from 'jsonc-parser';
import { UsageError } from '../command/usage-error.js';
import type { ClientFile, Entry } from './client-entry.js';

const NAME = 'toolshed';

export type Merged =
  /** There is no entry of that name. */
  | { readonly kind: 'new'; readonly after: string }
  /** There is another one, which somebody wrote. */
  | { readonly kind: 'other'; readonly after: string }
  | { readonly kind: 'same' };

/** `before`: the text of the file; `undefined` if there is none. */
export function mergeEntry(before: string | undefined, { file, key }: ClientFile, entry: Entry): Merged {
  const text = before === undefined || before.trim() === '' ? '{}\n' : before;
  const settings = readSettings(text, file);
  const servers = settings[key] ?? {};
  if (!isObject(servers)) throw unusable(file, `"${key}" is not an object`);
  const known = Object.hasOwn(servers, NAME) ? servers[NAME] : undefined;
  if (isDeepStrictEqual(known, entry)) return { kind: 'same' };
  const after = withEntry(text, key, entry);
  // A file in which one key is there twice, say, would end up as something else than what is shown.
  if (!isDeepStrictEqual(readSettings(after, file), { ...settings, [key]: { ...servers, [NAME]: entry } }))
    throw unusable(file, 'the entry cannot be added without changing something else. Add it yourself');
  return { kind: known === undefined ? 'new' : 'other', after };
}

function withEntry(text: string, key: string, entry: Entry): string {
  const root = parseTree(text, [], TRAILING_COMMAS);
  const servers = root && findNodeAtLocation(root, [key]);
  const known = root && findNodeAtLocation(root, [key, NAME]);
  const { unit, eol } = layoutOf(text);
  const json = (value: unknown, depth: number): string =>
    JSON.stringify(value, null, unit).replaceAll('\n', eol + unit.repeat(depth));
  if (known) return text.slice(0, known.offset) + json(entry, 2) + text.slice(known.offset + known.length);
  const [object, name, value, depth] = servers ? [servers, NAME, entry, 2] : [root, key, { [NAME]: entry }, 1];
  const at = (object?.offset ?? 0) + 1;
  const hasOthers = (object?.children ?? []).length > 0;
  const property = `${eol}${unit.repeat(depth)}${JSON.stringify(name)}: ${json(value, depth)}`;
  return `${text.slice(0, at)}${property}${hasOthers ? ',' : ''}${endOf(text, object, depth)}${text.slice(at)}`;
}

/** The closing bracket of an object that was empty goes to a line of its own. */
function endOf(text: string, object: Node | undefined, depth: number): string {
  const { unit, eol } = layoutOf(text);
  const inside = object === undefined ? '' : text.slice(object.offset + 1, object.offset + object.length - 1);
  return inside === '' ? eol + unit.repeat(depth - 1) : '';
}

/** As the file is laid out. */
function layoutOf(text: string): { readonly unit: string; readonly eol: string } {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const TRAILING_COMMAS = { allowTrailingComma: true };

type Settings = Readonly<Record<string, unknown>>;

function readSettings(text: string, file: string): Settings {
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, TRAILING_COMMAS);
  const [first] = errors;
  if (first !== undefined)
    throw unusable(file, `it is not JSON at line ${text.slice(0, first.offset).split('\n').length}. Correct it first`);
  if (!isObject(settings)) throw unusable(file, 'it does not hold an object');
  return settings;
}

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unusable = (file: string, problem: string): UsageError =>
  new UsageError('config/entry', `Cannot add Toolshed to "${file}": ${problem}`);
