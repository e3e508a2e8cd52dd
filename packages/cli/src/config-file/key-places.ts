// Where the keys of a config are in its text: of JSON, and of an object that a module spells out.
//
// A module may put its config together elsewhere. Then a key is not found, and the nearest key around it that is found
// stands for it; if there is none, no place is named.

/** Counted from 1, as editors do. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a key is, by its dotted path (`limits.heapMb`, `policy.0.pattern`). */
export type PlaceOf = (field: string) => Place | undefined;

export function placesIn(text: string): PlaceOf {
  const offsets = new Map(keysIn(text).reverse());
  return (field) => {
    for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
      const offset = offsets.get(path);
      if (offset !== undefined) return placeAt(text, offset);
    }
    return undefined;
  };
}

/** The second place of a key that one object of a JSON text has twice. */
export function keyGivenTwice(text: string): (Place & { readonly key: string }) | undefined {
  const seen = new Set<string>();
  for (const [path, offset] of keysIn(text, JSON.stringify)) {
    if (seen.has(path))
      return { key: /"(?:[^"\\]|\\.)*"/y.exec(text.slice(offset))?.[0] ?? '', ...placeAt(text, offset) };
    seen.add(path);
  }
  return undefined;
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The object a module exports: as it is, in `defineConfig(…)`, or as the constant that is exported. */
const EXPORTED = /\bexport\s+default\s+(?:defineConfig\s*\(\s*)?(?=\{)|\bmodule\.exports\s*=\s*(?=\{)/;
const EXPORTED_NAME = /\bexport\s+default\s+(?:defineConfig\s*\(\s*)?([A-Za-z_$][\w$]*)/;

function startOf(text: string): number | undefined {
  if (/^\s*[{[]/.test(text)) return 0;
  const direct = EXPORTED.exec(text);
  if (direct) return direct.index + direct[0].length;
  const [, name] = EXPORTED_NAME.exec(text) ?? [];
  if (name === undefined) return undefined;
  const escaped = name.replaceAll('$', String.raw`\$`);
  const constant = new RegExp(String.raw`\bconst\s+${escaped}\b[^={]*=\s*(?:defineConfig\s*\(\s*)?(?=\{)`).exec(text);
  return constant === null ? undefined : constant.index + constant[0].length;
}

/** White space and comments, texts, names and numbers, and every other character by itself. */
const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)|(?<word>[\w$]+)|[\s\S]/gy;

interface Level {
  readonly kind: 'object' | 'list' | 'other';
  readonly path: readonly string[];
  /** The item of a list. */
  index: number;
  /** The key whose value is being read. */
  key: string | undefined;
  expectsKey: boolean;
}

/** Every key and its offset, in the order of the text; `spell` joins paths that must not be mistaken for others. */
function keysIn(text: string, spell = (path: readonly string[]): string => path.join('.')): [string, number][] {
  const found: [string, number][] = [];
  const start = startOf(text);
  if (start === undefined) return found;
  const levels: Level[] = [];
  let candidate: { readonly key: string; readonly offset: number } | undefined;
  const take = ({ path }: Level): void => {
    if (candidate) found.push([spell([...path, candidate.key]), candidate.offset]);
    candidate = undefined;
  };
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [whole] = token;
    const level = levels.at(-1);
    if (token.groups?.['blank'] !== undefined) continue;
    if (level?.kind === 'object' && level.expectsKey && (token.groups?.['text'] ?? token.groups?.['word'])) {
      candidate = { key: keyOf(whole), offset: token.index };
      level.expectsKey = false;
    } else if (whole === ':' && candidate && level?.kind === 'object') {
      level.key = candidate.key;
      take(level);
    } else if (whole === '{' || whole === '[' || whole === '(') levels.push(levelIn(level, whole));
    else if (whole === '}' || whole === ']' || whole === ')') {
      if (level?.kind === 'object') take(level);
      levels.pop();
      if (levels.length === 0) break;
    } else if (whole === ',' && level) {
      // A key without a value is a variable of that name, or a method.
      if (level.kind === 'object') take(level);
      level.index++;
      level.key = undefined;
      level.expectsKey = level.kind === 'object';
    }
  }
  return found;
}

function levelIn(outer: Level | undefined, opening: '{' | '[' | '('): Level {
  const base = { index: 0, key: undefined, expectsKey: opening === '{' };
  if (outer === undefined) return { ...base, kind: opening === '{' ? 'object' : 'list', path: [] };
  const step = outer.kind === 'list' ? String(outer.index) : outer.key;
  // What is in brackets of code is not part of the config.
  if (step === undefined || outer.kind === 'other' || opening === '(') return { ...base, kind: 'other', path: [] };
  return { ...base, kind: opening === '{' ? 'object' : 'list', path: [...outer.path, step] };
}

function keyOf(token: string): string {
  if (!token.startsWith('"')) return token.replaceAll(/^['`]|['`]$/g, '');
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}
