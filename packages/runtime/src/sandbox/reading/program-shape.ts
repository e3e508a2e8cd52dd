// What the writer of a program meant, where it would run and do nothing, or return nothing: a function that nobody calls,
// a module's default export, a last expression. A clear case is corrected, with a note; any other is refused with what to
// write. A program that returns something itself is left alone.

import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
  Program,
} from 'acorn';
import { LAST_VALUE } from '../last-value.js';
import { type Returning, returnEndings } from './ending-values.js';
import { isFunction, nodesIn } from './parse-program.js';
import type { TextEdit } from './text-edits.js';

export type ProgramShape =
  | { readonly kind: 'complete' }
  /** `note` says what was done; `endNote` is said once something is returned. */
  | { readonly kind: 'adapted'; readonly edits: readonly TextEdit[]; readonly note?: string; readonly endNote?: string }
  | { readonly kind: 'refused'; readonly message: string; readonly at: number };

type Callable = AnonymousFunctionDeclaration | ArrowFunctionExpression | FunctionDeclaration | FunctionExpression;
interface Named {
  readonly name: string;
  readonly callable: Callable;
}

const COMPLETE: ProgramShape = { kind: 'complete' };

export function shapeOf(program: Program, text: string, rules: number): ProgramShape {
  const all: readonly AnyNode[] = program.body.filter(({ type }) => type !== 'EmptyStatement');
  const needless = rules < 6 ? [] : all.filter((node) => importsWhatIsThere(node, text));
  if (needless.length === 0) return shapeOfBody(all, text, rules);
  const shape = shapeOfBody(
    all.filter((node) => !needless.includes(node)),
    text,
    rules,
  );
  if (shape.kind === 'refused') return shape;
  const blanks = needless.map(({ start, end }) => ({ at: start, cut: end - start, put: ' '.repeat(end - start) }));
  if (shape.kind === 'complete') return adapted(blanks, NOT_IMPORTED);
  const note = shape.note === undefined ? NOT_IMPORTED : `${NOT_IMPORTED}. ${shape.note}`;
  return { ...shape, note, edits: [...blanks, ...shape.edits].toSorted((a, b) => a.at - b.at) };
}

const NOT_IMPORTED = 'A program has tools and the rest already: "import" was left out';

/** `import { tools } from "…"`, in one line, where each name is one that every program has. */
function importsWhatIsThere(node: AnyNode, text: string): boolean {
  if (node.type !== 'ImportDeclaration' || text.slice(node.start, node.end).includes('\n')) return false;
  return node.specifiers.length > 0 && node.specifiers.every(({ local }) => GLOBALS.has(local.name));
}

function shapeOfBody(body: readonly AnyNode[], text: string, rules: number): ProgramShape {
  const imported = body.find(({ type }) => type === 'ImportDeclaration' || type === 'ExportAllDeclaration');
  if (imported) return refused(imported, NO_IMPORT);
  if (body.length === 0)
    return refused({ start: 0 }, 'The program is empty: write JavaScript that calls tools.* and returns a value');
  const exported = body.find((node) => node.type === 'ExportDefaultDeclaration');
  if (exported?.type === 'ExportDefaultDeclaration') return withDefault(exported, body, text, rules);
  const blanks = body.flatMap(withoutExport);
  const statements = body.filter((node) => rules < 6 || !isExportList(node)).map(declarationIn);
  const last = lastOf(statements);
  const isReturning = returnsItself(statements);
  if (isReturning && (rules < 5 || last?.type === 'ReturnStatement'))
    return blanks.length === 0 ? COMPLETE : adapted(blanks, NOT_EXPORTED);
  const shape = isReturning ? withEarlyReturn(last, text, rules) : withoutReturn(statements, text, rules);
  if (shape.kind === 'adapted') return { ...shape, edits: [...blanks, ...shape.edits].toSorted((a, b) => a.at - b.at) };
  return shape.kind === 'complete' && blanks.length > 0 ? adapted(blanks, NOT_EXPORTED) : shape;
}

const NO_IMPORT =
  'A program cannot import anything: it has tools.* and the language. Remove the import and call a tool instead; await tools.$search("words") finds one';
const EXPORT_DEFAULT = 'export default';
const NOT_EXPORTED = 'A program exports nothing: "export" was left out';

/** Functions are there from the start, wherever they are declared. */
const lastOf = (statements: readonly AnyNode[]): AnyNode | undefined =>
  statements.findLast(({ type }) => type !== 'FunctionDeclaration');

/** It returns something in some cases, and leaves its last expression to be returned in the others. */
function withEarlyReturn(last: AnyNode | undefined, text: string, rules: number): ProgramShape {
  return withEnding(last, showing(text, rules), rules < 6 ? plainly : marking(text), LAST_AS_WELL);
}
const LAST_AS_WELL =
  'Where no return is reached, the value of the last expression is returned; write return in front of it to say so';

function withEnding(last: AnyNode | undefined, shows: Shows, returning: Returning, endNote: string): ProgramShape {
  if (last === undefined) return COMPLETE;
  const edits =
    last.type === 'ExpressionStatement' && !shows(last.expression)
      ? returning(last, 'return ')
      : returnEndings(last, returning);
  return edits.length === 0 ? COMPLETE : { kind: 'adapted', edits, endNote };
}

const plainly: Returning = ({ start }, word) => [{ at: start, cut: 0, put: word }];

/** So that it is known at the end whether this value was returned, or that of a return the program has. */
const marking =
  (text: string): Returning =>
  ({ start, end }, word) => [
    { at: start, cut: 0, put: `${word}${LAST_VALUE}((` },
    { at: text.charAt(end - 1) === ';' ? end - 1 : end, cut: 0, put: '))' },
  ];

function withoutReturn(statements: readonly AnyNode[], text: string, rules: number): ProgramShape {
  const last = lastOf(statements);
  if (last?.type === 'ExpressionStatement') return withLastExpression(last, last.expression, text, rules);
  if (statements.every(isInert)) return withOnlyFunction(statements, text, rules);
  if (last?.type === 'VariableDeclaration') {
    const id = last.declarations.at(-1)?.id;
    const name = id?.type === 'Identifier' ? id.name : undefined;
    const made = last.declarations.at(-1)?.init;
    if (name !== undefined && !(rules >= 6 && made && showing(text, rules)(made)))
      return {
        kind: 'adapted',
        edits: [],
        note: `The program returns nothing; to see ${name}, end it with: return ${name}`,
      };
  }
  if (last?.type === 'BlockStatement' && last.body.every(({ type }) => type === 'LabeledStatement'))
    return refused(last, 'The braces at the end are a block, not an object: write return { … }');
  if (rules >= 5 && (last?.type === 'IfStatement' || last?.type === 'TryStatement'))
    return withEnding(last, showing(text, rules), plainly, rules < 6 ? LAST_AS_WELL : LAST_RETURNED);
  return COMPLETE;
}

function withLastExpression(statement: AnyNode, expression: AnyNode, text: string, rules: number): ProgramShape {
  const callable = asCallable(expression);
  const { start } = statement;
  if (callable)
    return calling(callable, text, { ...statement, until: start }, 'the function that the program consists of');
  if (showing(text, rules)(expression)) return COMPLETE;
  return {
    kind: 'adapted',
    edits: [{ at: start, cut: 0, put: 'return ' }],
    endNote: LAST_RETURNED,
  };
}

const LAST_RETURNED = 'The value of the last expression was returned; write return in front of it to say so';

/** Calls that return nothing. */
const SHOWS = /^(?:console\s*\.\s*\w+|emit)\s*\(/;
const SHOWS_OR_SETS = /^(?:console\s*\.\s*\w+|emit|set(?:Timeout|Interval)|clear(?:Timeout|Interval))\s*\(/;
const LONGEST_NAME = 40;
type Shows = (node: AnyNode) => boolean;
const showing =
  (text: string, rules: number): Shows =>
  ({ type, start }) =>
    type === 'CallExpression' && (rules < 6 ? SHOWS : SHOWS_OR_SETS).test(text.slice(start, start + LONGEST_NAME));

function withOnlyFunction(statements: readonly AnyNode[], text: string, rules: number): ProgramShape {
  const functions = statements.flatMap(functionsIn);
  const made = statements.find(({ type }) => type === 'ClassDeclaration');
  if (rules >= 6 && functions.length === 0 && made?.type === 'ClassDeclaration' && made.id)
    return refused(
      made,
      `The program only declares the class ${made.id.name}, so nothing would run. End it with a call of one of its methods: return await new ${made.id.name}().run()`,
    );
  const [first] = functions;
  if (first === undefined) return COMPLETE;
  const entry = functions.length === 1 ? first : functions.find(({ name }) => ENTRIES.has(name));
  if (entry === undefined) {
    const names = functions.map(({ name }) => name);
    return refused(
      first.callable,
      `The program only declares functions (${names.slice(0, 10).join(', ')}), so nothing would run. End it with a call of the one to run: return await ${names.at(-1)}()`,
    );
  }
  const args = argumentsFor(entry.callable, text);
  if (args === undefined) return refused(entry.callable, takesParameters(entry.name));
  return {
    kind: 'adapted',
    edits: [{ at: text.length, cut: 0, put: `\nreturn ${entry.name}(${args});` }],
    note: `The function ${entry.name} was called, because nothing else in the program calls it; end it with return await ${entry.name}() to say so`,
  };
}

const ENTRIES: ReadonlySet<string> = new Set(['main', 'run', 'execute', 'program', 'handler', 'script', 'task']);

function withDefault(
  exported: Extract<AnyNode, { type: 'ExportDefaultDeclaration' }>,
  body: readonly AnyNode[],
  text: string,
  rules: number,
): ProgramShape {
  const others = body.filter((node) => node !== exported);
  const after = body.slice(body.indexOf(exported) + 1);
  if (returnsItself(others.map(declarationIn)) || after.some(({ type }) => type !== 'FunctionDeclaration'))
    return refused(
      exported,
      'A program exports nothing: write return in place of "export default", at the end of the program',
    );
  const blanks = others.flatMap(withoutExport);
  const { start, end } = exported;
  const until = start + EXPORT_DEFAULT.length;
  const { declaration } = exported;
  const named = declaration.type === 'Identifier' ? others.map(declarationIn).flatMap(functionsIn) : [];
  const callable =
    asCallable(declaration) ??
    (rules < 6
      ? undefined
      : named.find(({ name }) => declaration.type === 'Identifier' && name === declaration.name)?.callable);
  const shape: ProgramShape = callable
    ? calling(callable, text, { start, end, until }, 'the default export')
    : {
        kind: 'adapted',
        edits: [{ at: start, cut: EXPORT_DEFAULT.length, put: 'return'.padEnd(EXPORT_DEFAULT.length) }],
        note: 'The default export was returned; write return in its place to say so',
      };
  if (shape.kind !== 'adapted') return shape;
  return { ...shape, edits: [...blanks, ...shape.edits].toSorted((a, b) => a.at - b.at) };
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** Up to where the text in front is replaced: if that is long enough, the function stays in its column. */
  readonly until: number;
}

function calling(callable: Callable, text: string, { start, end, until }: Place, what: string): ProgramShape {
  const args = argumentsFor(callable, text);
  if (args === undefined) return refused(callable, takesParameters('id' in callable ? callable.id?.name : undefined));
  return {
    kind: 'adapted',
    edits: [
      { at: start, cut: until - start, put: 'return ('.padStart(until - start) },
      { at: text.charAt(end - 1) === ';' ? end - 1 : end, cut: 0, put: `)(${args})` },
    ],
    note: `Toolshed called ${what}; write its body at the top level, with return`,
  };
}

const takesParameters = (name: string | undefined): string =>
  `The function${name === undefined ? '' : ` ${name}`} has parameters, and nothing calls it with values: write its body at the top level, or end the program with a call: return await ${name ?? 'main'}(…)`;

const GLOBALS: ReadonlySet<string> = new Set(['tools', 'elicit', 'emit', 'sleep', 'store', 'console', 'input']);

/** What the function is called with: nothing, or what Toolshed gives to programs, by name. */
function argumentsFor({ params }: Callable, text: string): string | undefined {
  const args = params.map((param) => {
    if (param.type === 'AssignmentPattern') return 'undefined';
    if (param.type === 'RestElement') return '';
    if (param.type === 'Identifier' && GLOBALS.has(param.name)) return param.name;
    if (param.type !== 'ObjectPattern') return undefined;
    const names = param.properties.map((one) =>
      one.type === 'Property' && !one.computed ? text.slice(one.key.start, one.key.end) : '',
    );
    return names.every((name) => GLOBALS.has(name)) ? `{ ${names.join(', ')} }` : undefined;
  });
  return args.includes(undefined) ? undefined : args.filter((one) => one !== '').join(', ');
}

const asCallable = (node: AnyNode): Callable | undefined => {
  const isOne =
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration';
  return isOne && !node.generator ? node : undefined;
};

function functionsIn(node: AnyNode): readonly Named[] {
  if (node.type === 'FunctionDeclaration') {
    const callable = asCallable(node);
    return callable && node.id ? [{ name: node.id.name, callable }] : [];
  }
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id, init }) => {
    const callable = init ? asCallable(init) : undefined;
    return callable && id.type === 'Identifier' ? [{ name: id.name, callable }] : [];
  });
}

/** Whether a statement only declares something, and does nothing by itself. */
function isInert(node: AnyNode): boolean {
  if (node.type === 'FunctionDeclaration') return true;
  if (node.type !== 'ClassDeclaration' && node.type !== 'VariableDeclaration') return false;
  for (const { type } of nodesIn([node], (one) => !isFunction(one))) if (ACTS.has(type)) return false;
  return true;
}
const ACTS: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'CallExpression',
  'TaggedTemplateExpression',
  'AssignmentExpression',
  'StaticBlock',
]);

function returnsItself(statements: readonly AnyNode[]): boolean {
  for (const { type } of nodesIn(statements, (node) => !isFunction(node))) if (type === 'ReturnStatement') return true;
  return false;
}

const isExportList = (node: AnyNode): boolean => node.type === 'ExportNamedDeclaration' && !node.declaration;

const declarationIn = (node: AnyNode): AnyNode =>
  node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration : node;

/** `export { a }` goes, and so does `export` in front of a declaration. */
function withoutExport(node: AnyNode): readonly TextEdit[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const length = (node.declaration?.start ?? node.end) - node.start;
  return [{ at: node.start, cut: length, put: ' '.repeat(length) }];
}

const adapted = (edits: readonly TextEdit[], note: string): ProgramShape => ({ kind: 'adapted', edits, note });
const refused = ({ start }: { readonly start: number }, message: string): ProgramShape => ({
  kind: 'refused',
  message,
  at: start,
});
