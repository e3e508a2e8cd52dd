// TypeScript signatures made from a tool's schemas: what an agent reads before it writes a call.

import type { Tool } from '../define-tool.js';
import type { JsonSchema } from './json-schema.js';
import { referred } from './local-reference.js';
import { isSecretMark, marksSecrets } from './secret.js';
import { segmentsOf } from '../catalog/tool-path.js';

const SIGNATURE_CHARACTERS = 1_200;

/**
 * `github.issues.create(args: { title: string }): Promise<{ number: number }>`
 *
 * A signature that would be long says less of what lies deep: first of the result, then of the arguments.
 */
export function signatureOf(tool: Tool): string {
  for (const { input, output } of DETAIL) {
    const text = `${tool.path}(${parameterOf(tool.input.json, input)}): ${promiseOf(tool, output)}`;
    if (text.length <= SIGNATURE_CHARACTERS) return text;
  }
  return `${tool.path}(args: unknown): Promise<unknown>`;
}

/** A declaration of the whole `tools` object, with descriptions as comments. */
export function declarationOf(tools: readonly Tool[]): string {
  const root: Branch = { children: new Map(), tool: undefined };
  for (const tool of tools) plant(root, tool);
  const secret = tools.some(({ input }) => marksSecrets(input.json)) ? SECRET_TYPE : '';
  return `${secret}declare const tools: ${writeBranch(root, 0)};\n`;
}

const SECRET_TYPE = `/** A handle, "secret:…": what elicit({ type: 'secret', … }) answers with. The tool gets the value. */
type Secret = string;
`;

interface Branch {
  readonly children: Map<string, Branch>;
  tool: Tool | undefined;
}

function plant(root: Branch, tool: Tool): void {
  let branch = root;
  for (const segment of segmentsOf(tool.path)) {
    const next = branch.children.get(segment) ?? { children: new Map(), tool: undefined };
    branch.children.set(segment, next);
    branch = next;
  }
  branch.tool = tool;
}

/** A branch that is a tool too is written as an object that can also be called: two members of one name clash. */
function writeBranch(branch: Branch, depth: number): string {
  const own = branch.tool ? writeTool('', branch.tool) : [];
  const members = [...branch.children].flatMap(([name, child]) => writeMember(name, child, depth));
  const lines = [...own, ...members].map((line) => `${'  '.repeat(depth + 1)}${line}\n`);
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

function writeMember(name: string, child: Branch, depth: number): readonly string[] {
  const key = keyOf(name);
  if (child.tool && child.children.size === 0) return writeTool(key, child.tool);
  return [`${key}: ${writeBranch(child, depth + 1)};`];
}

const writeTool = (key: string, tool: Tool): readonly string[] => [
  comment(tool.description),
  `${key}(${parameterOf(tool.input.json, MAX_DEPTH)}): ${promiseOf(tool, MAX_DEPTH)};`,
];

const promiseOf = ({ output }: Tool, detail: number): string =>
  `Promise<${output === undefined ? 'unknown' : typeOf(output.json, MAX_DEPTH - detail, writerOf(output.json))}>`;

/** A description comes from the author of the tool: it must not be able to end the comment it stands in. */
const comment = (text: string): string => `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`;

function parameterOf(input: JsonSchema, detail: number): string {
  const required = input['required'];
  const isOptional = input['type'] === 'object' && (!Array.isArray(required) || required.length === 0);
  return `args${isOptional ? '?' : ''}: ${typeOf(input, MAX_DEPTH - detail, writerOf(input))}`;
}

const MAX_DEPTH = 6;

/** How deep to go, most first. */
const DETAIL = [
  { input: 6, output: 6 },
  { input: 6, output: 3 },
  { input: 6, output: 2 },
  { input: 6, output: 1 },
  { input: 6, output: 0 },
  { input: 6, output: -1 },
  { input: 2, output: -1 },
  { input: 0, output: -1 },
];

/**
 * Threat: a schema that refers to itself a hundred times has a hundred times a hundred members two levels down. What is
 * written is limited, and a schema inside of itself is not written again.
 */
interface Writer {
  readonly root: JsonSchema;
  /** Schemas that may still be written. */
  left: number;
  /** References that are being written. */
  readonly open: Set<string>;
}

const MOST_SCHEMAS = 2_000;

const writerOf = (root: JsonSchema): Writer => ({ root, left: MOST_SCHEMAS, open: new Set(['#']) });

function referredType(reference: string, depth: number, writer: Writer): string {
  if (writer.open.has(reference)) return 'unknown';
  writer.open.add(reference);
  const type = typeOf(referred(writer.root, reference), depth, writer);
  writer.open.delete(reference);
  return type;
}

function typeOf(schema: unknown, depth: number, writer: Writer): string {
  if (!isSchema(schema) || depth > MAX_DEPTH || writer.left-- <= 0) return 'unknown';
  if (typeof schema['$ref'] === 'string') return referredType(schema['$ref'], depth, writer);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((value) => JSON.stringify(value)));
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) {
    const either = union(alternatives.map((one) => typeOf(one, depth + 1, writer)));
    // Alternatives may say nothing of the type: which members are required, for one.
    if (either !== 'unknown' || schema['type'] === undefined) return either;
  }
  if (Array.isArray(schema['allOf']))
    return schema['allOf'].map((one) => grouped(typeOf(one, depth + 1, writer))).join(' & ');
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type) => typeOf({ ...schema, type }, depth + 1, writer)));
  return namedType(schema, depth, writer);
}

function namedType(schema: JsonSchema, depth: number, writer: Writer): string {
  switch (schema['type']) {
    case 'string':
      return isSecretMark(schema) ? 'Secret' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayType(schema, depth, writer);
    case 'object':
      return objectType(schema, depth, writer);
    default:
      return 'unknown';
  }
}

function arrayType(schema: JsonSchema, depth: number, writer: Writer): string {
  if (Array.isArray(schema['prefixItems'])) {
    const items = schema['prefixItems'].map((item) => typeOf(item, depth + 1, writer));
    const rest = isSchema(schema['items']) ? [`...${grouped(typeOf(schema['items'], depth + 1, writer))}[]`] : [];
    return `[${[...items, ...rest].join(', ')}]`;
  }
  return `${grouped(typeOf(schema['items'], depth + 1, writer))}[]`;
}

function objectType(schema: JsonSchema, depth: number, writer: Writer): string {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  const members = Object.entries(properties).map(([name, property]) => {
    return `${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(property, depth + 1, writer)}`;
  });
  const rest = schema['additionalProperties'];
  if (isSchema(rest) && Object.keys(rest).length > 0) members.push(`[key: string]: ${typeOf(rest, depth + 1, writer)}`);
  if (members.length === 0) return rest === false ? '{}' : 'Record<string, unknown>';
  return `{ ${members.join('; ')} }`;
}

const union = (types: readonly string[]): string => (types.length === 0 ? 'never' : [...new Set(types)].join(' | '));
const grouped = (type: string): string => (/ [|&] /.test(withoutBraces(type)) ? `(${type})` : type);
/** An alternative inside an object is not one of the object. */
const withoutBraces = (type: string): string => {
  const flatter = type.replaceAll(/\{[^{}]*\}/g, '');
  return flatter === type ? type : withoutBraces(flatter);
};
const keyOf = (name: string): string => (isIdentifier(name) ? name : JSON.stringify(name));
const isIdentifier = (name: string): boolean => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
