// Finds calls that were sent as data, in the form of some other protocol: `{"tool": "mail.send", "args": { … }}`, the JSON
// of a model's tool calls, a list of them. As a program it calls nothing and returns its own text.
//
// Nothing is run in its place: whether its names are paths of tools, only the catalog knows, and it is not here. What to
// write is said in full, so that it can be sent as it is.

import type { AnyNode } from 'acorn';
import { calleeOf } from '../../callee.js';

/** A call that is written as data. */
export interface WrittenCall {
  readonly name: string;
  /** Its argument, as a program writes it. */
  readonly args: string;
}

/** In the order in which they count: JSON-RPC has a `method` around the `name` that is meant. */
const NAMES = [
  'tool',
  'tool_name',
  'toolName',
  'recipient_name',
  'function',
  'function_name',
  'name',
  'action',
  'path',
];
const ARGUMENTS = [
  'args',
  'arguments',
  'input',
  'parameters',
  'params',
  'tool_input',
  'action_input',
  'tool_args',
  'kwargs',
];
/** These say without any arguments that a call is meant. */
const SURE: ReadonlySet<string> = new Set(NAMES.slice(0, 4));
const PATH = /^[A-Za-z_$][\w$-]{0,100}(?:\.[\w$-]{1,100}){0,7}$/;
const DEEPEST = 6;
const MOST_CALLS = 100;

/** Of an expression that is data; none if it is anything else. */
export function writtenCalls(node: AnyNode, text: string): readonly WrittenCall[] {
  const found: WrittenCall[] = [];
  gather(node, text, 0, found);
  return found;
}

function gather(node: AnyNode, text: string, depth: number, found: WrittenCall[]): void {
  if (depth > DEEPEST || found.length >= MOST_CALLS) return;
  if (node.type === 'ArrayExpression') {
    for (const one of node.elements) if (one !== null) gather(one, text, depth + 1, found);
    return;
  }
  const fields = fieldsOf(node);
  if (fields === undefined) return;
  const call = callOf(fields, text);
  if (call !== undefined) found.push(call);
  else for (const value of fields.values()) gather(value, text, depth + 1, found);
}

type Fields = ReadonlyMap<string, AnyNode>;

/** Of an object whose keys are all written out. */
function fieldsOf(node: AnyNode): Fields | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const fields = new Map<string, AnyNode>();
  for (const one of node.properties) {
    if (one.type !== 'Property' || one.computed || one.kind !== 'init') return undefined;
    const key = one.key.type === 'Identifier' ? one.key.name : textOf(one.key);
    if (key === undefined) return undefined;
    fields.set(key, one.value);
  }
  return fields;
}

function callOf(fields: Fields, text: string): WrittenCall | undefined {
  const args = ARGUMENTS.map((key) => fields.get(key)).find((value) => value !== undefined);
  for (const key of NAMES) {
    const name = textOf(fields.get(key));
    if (name === undefined || !PATH.test(name)) continue;
    const written = args === undefined ? '{}' : argumentText(args, text);
    if (written === undefined || (args === undefined && !SURE.has(key))) continue;
    return { name: name.replace(/^(?:functions|tools)\.(?=.)/, ''), args: written };
  }
  const [[path, only] = [], ...others] = fields;
  if (path === undefined || only === undefined || others.length > 0 || !path.includes('.') || !PATH.test(path))
    return undefined;
  const written = argumentText(only, text);
  return written === undefined ? undefined : { name: path, args: written };
}

const LONGEST = 400;

/** As the program has it, in one line; models also write it as a text with JSON in it. */
function argumentText(node: AnyNode, text: string): string | undefined {
  const json = textOf(node);
  if (json === undefined && (node.type !== 'ObjectExpression' || !isData(node))) return undefined;
  const written = json === undefined ? text.slice(node.start, node.end) : objectIn(json);
  return written !== undefined && written.length > LONGEST ? '{ … }' : written?.replaceAll(/\s*\n\s*/g, ' ');
}

function objectIn(json: string): string | undefined {
  if (json.trim() === '') return '{}';
  if (json.length > LONGEST) return json.trimStart().startsWith('{') ? json : undefined;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an expression only says what a value is. What a template has in it does not end its line. */
export function isData(node: AnyNode, depth = 0): boolean {
  if (depth > 100) return false;
  switch (node.type) {
    case 'Literal':
      return !('regex' in node);
    case 'TemplateLiteral':
      return node.expressions.length === 0 && !node.quasis.some(({ value }) => value.raw.includes('\n'));
    case 'UnaryExpression':
      return node.operator === '-' && isData(node.argument, depth + 1);
    case 'ArrayExpression':
      return node.elements.every((one) => one !== null && isData(one, depth + 1));
    case 'ObjectExpression':
      return node.properties.every((one) => one.type === 'Property' && !one.computed && isData(one.value, depth + 1));
    default:
      return false;
  }
}

export function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? '').join('');
}

const MOST_SHOWN = 5;

/** A program that makes these calls. */
export function programOf(calls: readonly WrittenCall[]): string {
  const [only, ...others] = calls;
  if (only !== undefined && others.length === 0) return `return await ${callText(only)}`;
  const names = 'abcde'.split('').slice(0, Math.min(calls.length, MOST_SHOWN));
  const lines = names.map((name, at) => {
    const call = calls[at];
    return call === undefined ? '' : `const ${name} = await ${callText(call)};`;
  });
  return `${lines.join(' ')}${calls.length > MOST_SHOWN ? ' …' : ''} return [${names.join(', ')}]`;
}

/** The tools for agents are no tools of programs, but programs have the same. */
function callText({ name, args }: WrittenCall): string {
  const own = name.replace(/^mcp__.*__/, '');
  if (own === 'search_tools') return `tools.$search(${args})`;
  if (own === 'describe_tool') return `tools.$describe(${args})`;
  return `${calleeOf(own)}(${args})`;
}
