// What to write instead of arguments that a tool refused: which keys belong in `body` and which beside it, the key that
// was most likely meant, and the signature where something is missing. Nothing is corrected: a call that a person
// approves is the one that the program wrote.
//
// Threat: a program whose arguments are as large as they may be. Only a few keys are read, and values are shortened.

import type { JsonSchema, Tool } from '@toolshed/kernel';
import { signatureOf, unknownKeyMessage } from '@toolshed/kernel/runtime';
import { calleeOf } from '../callee.js';

const MOST_KEYS = 20;
const LONGEST_VALUE = 40;
const LONGEST_SIGNATURE = 600;

type Fields = Readonly<Record<string, unknown>>;

/** Undefined where the issues say enough. */
export function argumentAdvice(tool: Tool, given: unknown): string | undefined {
  const { json } = tool.input;
  if (tool.path.startsWith(STORE)) return `write await ${STORE_CALLS.get(tool.path) ?? 'store.list()'}`;
  const known = propertiesOf(json, json);
  if (known === undefined) return undefined;
  if (!isFields(given)) return `it takes one object: ${shownSignature(tool)}`;
  const inBody = propertiesOf(known['body'], json);
  const moved = inBody && moveFields(given, known, inBody);
  if (moved) return `${moved.words}; call ${calleeOf(tool.path)}(${shownCall(moved.args)})`;
  const names = Object.keys(known);
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(known, key));
  const meant = unknown.slice(0, MOST_KEYS).map((key) => `"${key.slice(0, 60)}" ${unknownKeyMessage(key, names)}`);
  const missing = requiredOf(json).some((key) => !Object.hasOwn(given, key));
  const isStrict = json['additionalProperties'] === false;
  const body = isFields(given['body']) && inBody ? misspelt(given['body'], inBody) : [];
  const parts = [...(isStrict ? meant : []), ...body, ...(missing || meant.length > 0 ? [shownSignature(tool)] : [])];
  return parts.length === 0 ? undefined : parts.join('; ').replaceAll('?; ', '? ');
}

/** `store` is a tool like any other to the gate, and a program never calls it as one. */
const STORE = 'toolshed.store.';
const STORE_CALLS: ReadonlyMap<string, string> = new Map([
  [`${STORE}get`, 'store.get("key")'],
  [`${STORE}set`, 'store.set("key", value)'],
  [`${STORE}delete`, 'store.delete("key")'],
]);

/** Keys of a body that look like one of its own; what is only unknown may be allowed there. */
function misspelt(body: Fields, known: Fields): readonly string[] {
  const names = Object.keys(known).filter((name) => !Object.hasOwn(body, name));
  return Object.keys(body)
    .slice(0, MOST_KEYS)
    .flatMap((key) => {
      const words = Object.hasOwn(known, key) ? '' : unknownKeyMessage(key, names);
      return words.includes('did you mean') ? [`"body.${key.slice(0, 60)}" ${words}`] : [];
    });
}

interface Moved {
  readonly words: string;
  readonly args: Fields;
}

/** Fields of the body beside it, and parameters inside it, each put where it belongs; undefined if none is misplaced. */
function moveFields(given: Fields, known: Fields, inBody: Fields): Moved | undefined {
  const body = isFields(given['body']) ? given['body'] : {};
  const within = Object.keys(given).filter((key) => !Object.hasOwn(known, key) && Object.hasOwn(inBody, key));
  const beside = Object.keys(body).filter(
    (key) => key !== 'body' && Object.hasOwn(known, key) && !Object.hasOwn(inBody, key) && !Object.hasOwn(given, key),
  );
  if (within.length === 0 && beside.length === 0) return undefined;
  const words = [
    ...(within.length === 0 ? [] : [`${listed(within)} in body`]),
    ...(beside.length === 0 ? [] : [`${listed(beside)} beside body`]),
  ];
  const kept = Object.entries(given).filter(([key]) => key !== 'body' && !within.includes(key));
  const outer = Object.entries(body).filter(([key]) => beside.includes(key));
  const inner = [
    ...Object.entries(body).filter(([key]) => !beside.includes(key)),
    ...within.map((key) => [key, given[key]] as const),
  ];
  return {
    words: words.join(' and '),
    args: Object.fromEntries([...kept, ...outer, ...(inner.length === 0 ? [] : [['body', Object.fromEntries(inner)]])]),
  };
}

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, MOST_KEYS).map((key) => key.slice(0, 60));
  return `${shown.join(', ')} ${keys.length === 1 ? 'belongs' : 'belong'}`;
}

/** As a program writes it; what is long is left out. */
function shownCall(args: Fields, depth = 0): string {
  const fields = Object.entries(args).slice(0, MOST_KEYS);
  const parts = fields.map(([key, value]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key.slice(0, 60));
    if (depth === 0 && isFields(value)) return `${name}: ${shownCall(value, 1)}`;
    const text = JSON.stringify(value) ?? 'undefined';
    return `${name}: ${text.length > LONGEST_VALUE ? '…' : text}`;
  });
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function shownSignature(tool: Tool): string {
  const signature = `tools.${signatureOf(tool)}`;
  const shown = signature.length > LONGEST_SIGNATURE ? `${signature.slice(0, LONGEST_SIGNATURE)}…` : signature;
  return `its signature is ${shown}`;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of an object's schema, or of the definition that it refers to. */
function propertiesOf(schema: unknown, whole: JsonSchema): Fields | undefined {
  if (!isFields(schema)) return undefined;
  const { properties, $ref: reference } = schema;
  if (isFields(properties)) return properties;
  const [, name] = /^#\/\$defs\/([^/]+)$/.exec(typeof reference === 'string' ? reference : '') ?? [];
  const definitions = whole['$defs'];
  if (name === undefined || !isFields(definitions)) return undefined;
  const target = definitions[decodePointer(name)];
  return isFields(target) && isFields(target['properties']) ? target['properties'] : undefined;
}

function decodePointer(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return text;
  }
}

const requiredOf = ({ required }: JsonSchema): readonly string[] =>
  Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
