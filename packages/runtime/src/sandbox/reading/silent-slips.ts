// What runs and is hardly meant: a placeholder that a backslash keeps as it is, a list of what `push` returns, the indexes
// of a list in place of its items, a call that is returned as data. Each may be meant, so it is said and nothing is refused.

import type { AnyNode, Program } from 'acorn';
import { nodesIn } from './parse-program.js';
import { declaredNames } from './undeclared-names.js';
import { isData, programOf, writtenCalls } from './written-calls.js';

const MOST_NOTES = 3;

export function silentSlips(program: Program, text: string): readonly string[] {
  const notes = new Set<string>();
  const declared = declaredNames(program);
  const say = (note: string | undefined): void => {
    if (note !== undefined && notes.size < MOST_NOTES) notes.add(note);
  };
  const [only, ...others] = program.body;
  if (others.length === 0) say(ofReturnedCall(only, text));
  for (const node of nodesIn([program])) {
    if (node.type === 'TemplateElement') say(ofTemplate(node.value.raw, declared, lineOf(text, node.start)));
    if (node.type === 'ReturnStatement' && node.argument) say(ofPushes(node.argument, lineOf(text, node.start)));
    if (node.type === 'ForInStatement') say(ofIndexes(node, text));
  }
  return [...notes];
}

/** Whether a text may have any of it, without reading all of it: each part is bounded, or ends with its line. */
export const maySlip = (text: string): boolean =>
  /\\\$\{|\$\\\{|\.push\(|\bfor\s*\(\s*(?:const|let|var)\s+[\w$]+\s+in\s*\[|^\s*return\s*[[{(]/.test(text);

const PLACEHOLDER = /(?:\\\$\{|\$\\\{)\s*([A-Za-z_$][\w$]*)/;

function ofTemplate(raw: string, declared: ReadonlySet<string>, line: number): string | undefined {
  const [, name = ''] = PLACEHOLDER.exec(raw) ?? [];
  return declared.has(name)
    ? `The template in line ${line} keeps \${${name}…} as it is written: leave the backslash out to put the value in`
    : undefined;
}

/** `return list.map((one) => out.push(one.name))` */
function ofPushes(value: AnyNode, line: number): string | undefined {
  if (methodOf(value) !== 'map' || value.type !== 'CallExpression') return undefined;
  const [run] = value.arguments;
  if (run?.type !== 'ArrowFunctionExpression' || methodOf(run.body) !== 'push') return undefined;
  return `The list in line ${line} is of what push returns, which is a length: return the list that was filled, or map to the values themselves`;
}

const methodOf = (node: AnyNode): string | undefined =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier'
    ? node.callee.property.name
    : undefined;

/** `for (const id in ["a", "b"]) get(id)`, where no item is read by its index. */
function ofIndexes(node: Extract<AnyNode, { type: 'ForInStatement' }>, text: string): string | undefined {
  const { left, right, body } = node;
  const name = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
  if (right.type !== 'ArrayExpression' || name?.type !== 'Identifier') return undefined;
  for (const one of nodesIn([body]))
    if (one.type === 'MemberExpression' && one.computed && one.property.type === 'Identifier')
      if (one.property.name === name.name) return undefined;
  return `for … in gives the indexes of a list, "0", "1", …: for its items write for (const ${name.name} of …) in line ${lineOf(text, node.start)}`;
}

function ofReturnedCall(statement: AnyNode | undefined, text: string): string | undefined {
  if (statement?.type !== 'ReturnStatement' || !statement.argument || !isData(statement.argument)) return undefined;
  const calls = writtenCalls(statement.argument, text);
  return calls.length === 0
    ? undefined
    : `The program returns data that looks like a call, and called nothing. To make the call, write: ${programOf(calls)}`;
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;
