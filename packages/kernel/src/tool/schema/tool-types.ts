// TypeScript signatures made from a tool's schemas: what an agent reads before it writes a call.

import type { Tool } from '../define-tool.js';
import { segmentsOf } from '../catalog/tool-path.js';
import type { JsonSchema } from './json-schema.js';
import { marksSecrets } from './secret.js';
import { type Detail, keyOf, typeText, UPLOAD_NAME } from './type-text.js';

const SIGNATURE_CHARACTERS = 1_200;

/**
 * `github.issues.create(args: { title: string }): Promise<{ number: number }>`
 *
 * A long signature is shortened at its deepest parts, and says how much it leaves out: first of the result, then of
 * the arguments.
 */
export const signatureOf = (tool: Tool): string => signatureWithin(tool, SIGNATURE_CHARACTERS);

/** The same, with what the schema says of each argument as a comment as long as there is room. */
export const commentedSignatureOf = (tool: Tool): string =>
  signatureWithin(tool, SIGNATURE_CHARACTERS, [...COMMENTED, ...DETAILS]);

/** In as many characters, with as much of the arguments as there is room for, before anything of the result. */
export const argumentsSignatureOf = (tool: Tool, most: number): string => signatureWithin(tool, most, ARGUMENTS_FIRST);

/** The same in as many characters. */
export function signatureWithin(tool: Tool, most: number, details: readonly Details[] = DETAILS): string {
  const callee = calleeOf(tool);
  const parameterIn = once((detail: Detail) => parameterOf(tool.input.json, detail));
  const promiseIn = once((detail: Detail) => promiseOf(tool, detail));
  for (const { input, output } of details) {
    const call = `${callee}(${parameterIn(input)}): `;
    if (call.length > most) continue;
    const text = `${call}${promiseIn(output)}`;
    if (text.length <= most) return text;
  }
  return `${callee}(args: { … }): Promise<unknown>`;
}

/** Writes each detail once: most are tried several times beside another. */
function once(write: (detail: Detail) => string): (detail: Detail) => string {
  const written = new Map<Detail, string>();
  return (detail) => {
    const text = written.get(detail) ?? write(detail);
    written.set(detail, text);
    return text;
  };
}

/** As a program writes it: `github["list-issues"]`. */
const calleeOf = ({ path }: Tool): string =>
  segmentsOf(path)
    .map((segment, index) =>
      index === 0 ? segment : isPlain(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`,
    )
    .join('');

const isPlain = (segment: string): boolean => !segment.includes('-');

const read = (depth: number, members: number): Detail => ({ depth, members, purpose: 'read', comments: false });

const ALL = read(8, 200);
const SOME = read(3, 20);
const FEW = read(1, 8);
const FEWER = read(1, 4);
const LEAST = read(0, 3);

interface Details {
  readonly input: Detail;
  readonly output: Detail;
}

/** Levels of detail, most first. */
const DETAILS: readonly Details[] = [
  { input: ALL, output: ALL },
  { input: ALL, output: read(3, 30) },
  { input: ALL, output: read(2, 20) },
  { input: ALL, output: read(2, 10) },
  { input: ALL, output: read(1, 20) },
  { input: ALL, output: FEW },
  { input: ALL, output: FEWER },
  { input: SOME, output: FEW },
  { input: SOME, output: FEWER },
  { input: read(2, 20), output: FEWER },
  { input: read(2, 10), output: FEWER },
  { input: read(2, 6), output: LEAST },
  { input: read(2, 3), output: LEAST },
  { input: read(1, 3), output: LEAST },
];

const ARGUMENTS_FIRST: readonly Details[] = [
  { ...ALL, comments: true },
  ALL,
  ...[5, 4, 3, 2].flatMap((depth) => [read(depth, 200), read(depth, 30)]),
  read(1, 200),
  SOME,
]
  .map((input): Details => ({ input, output: LEAST }))
  .concat(DETAILS);

/** Comments help to write a call; what lies deep in its result can be looked at when it is there. */
const COMMENTED: readonly Details[] = [ALL, read(3, 30), read(2, 20), read(2, 10), read(1, 20)].map((output) => ({
  input: { ...ALL, comments: true },
  output,
}));

/**
 * A declaration of the whole `tools` object, with descriptions as comments: those of tools, and for people those of
 * arguments and results as well.
 */
export function declarationOf(tools: readonly Tool[], comments: 'tools' | 'members' = 'tools'): string {
  const detail = { ...COMPILED, comments: comments === 'members' };
  const root: Branch = { children: new Map(), tool: undefined };
  for (const tool of tools) plant(root, tool);
  const secret = tools.some(({ input }) => marksSecrets(input.json)) ? SECRET_TYPE : '';
  const response = tools.some(({ output }) => bodyOf(output?.json) !== undefined) ? RESPONSE_TYPE : '';
  const written = writeBranch(root, 0, detail);
  const upload = written.includes(UPLOAD_NAME) ? UPLOAD_TYPE : '';
  return `${secret}${response}${upload}declare const tools: ${written};\n`;
}

const SECRET_TYPE = `/** A handle, "secret:…": what elicit({ type: 'secret', … }) answers with. The tool gets the value. */
type Secret = string;
`;

const UPLOAD_TYPE = `/** A file that is sent: its text, or its bytes. */
type ${UPLOAD_NAME} = string | { base64: string; filename?: string; type?: string };
`;

const RESPONSE_TYPE = `/** What an API answered. A status other than 2xx rejects. */
type ApiResponse<T> = {
  status: number;
  headers: { [key: string]: string };
  body: T;
  /** Of a list in pages: the arguments of the next page, null after the last. */
  page?: { next?: any };
};
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
function writeBranch(branch: Branch, depth: number, detail: Detail): string {
  const own = branch.tool ? writeTool('', branch.tool, detail) : [];
  const members = [...branch.children].flatMap(([name, child]) => writeMember(name, child, depth, detail));
  const lines = [...own, ...members].map((line) => `${'  '.repeat(depth + 1)}${line}\n`);
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

function writeMember(name: string, child: Branch, depth: number, detail: Detail): readonly string[] {
  const key = keyOf(name);
  if (child.tool && child.children.size === 0) return writeTool(key, child.tool, detail);
  return [`${key}: ${writeBranch(child, depth + 1, detail)};`];
}

const COMPILED: Detail = { depth: 5, members: Infinity, purpose: 'compile', comments: false };

function writeTool(key: string, tool: Tool, detail: Detail): readonly string[] {
  const about = comment(tool.description);
  const parameter = parameterOf(tool.input.json, detail);
  const call = `(${parameter}): ${promiseOf(tool, detail)};`;
  if (!tool.pages?.()) return [about, `${key}${call}`];
  const all = `$all(${parameter}, options?: { limit?: number }): Promise<${itemOf(tool, detail)}[]>;`;
  return key === '' ? [about, call, all] : [about, `${key}: { ${call} ${all} };`];
}

function promiseOf({ output }: Tool, detail: Detail): string {
  if (output === undefined) return 'Promise<unknown>';
  const body = bodyOf(output.json);
  if (body === undefined) return `Promise<${typeText(output.json, output.json, detail)}>`;
  return `Promise<ApiResponse<${typeText(body, output.json, detail)}>>`;
}

/** What a list in pages is a list of, where the body is that list. */
function itemOf({ output }: Tool, detail: Detail): string {
  const items: unknown = Object(bodyOf(output?.json))['items'];
  return output === undefined || items === undefined ? 'unknown' : `(${typeText(items, output.json, detail)})`;
}

/** The body of a result that has the shape all results of an API have; those of lists in pages have one member more. */
function bodyOf(output: JsonSchema | undefined): unknown {
  const { properties } = output ?? {};
  if (typeof properties !== 'object' || properties === null || output?.['type'] !== 'object') return undefined;
  const isResponse = /^status,headers,body(?:,page)?$/.test(Object.keys(properties).join());
  return isResponse ? Reflect.get(properties, 'body') : undefined;
}

/** A description comes from the author of the tool: it must not be able to end the comment it stands in. */
const comment = (text: string): string => `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`;

function parameterOf(input: JsonSchema, detail: Detail): string {
  const required = input['required'];
  const isOptional = input['type'] === 'object' && (!Array.isArray(required) || required.length === 0);
  return `args${isOptional ? '?' : ''}: ${typeText(input, input, detail)}`;
}
