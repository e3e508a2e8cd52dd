// Where a program uses a value in a way that an object of ours never fits: a promise that is read for `.items`, an answer
// that is taken for yes or no. `unawaited-calls.ts` and `misread-answers.ts` say which values these are.

import type { AnyNode, Program } from 'acorn';
import { nodesIn } from './parse-program.js';

export interface ValueUse {
  readonly object: AnyNode;
  readonly at: number;
  /** What is done with it: "The promise … is <what> before it is awaited". */
  readonly what: string;
  readonly kind: 'read' | 'condition' | 'compared' | 'computed' | 'shown' | 'printed';
  /** The rules that look for it: see `PROGRAM_RULES`. */
  readonly since: 2 | 5;
}

/** What a promise has, or every object. */
const OF_PROMISES: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  'constructor',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  '__proto__',
]);

export function* valueUses(program: Program, text: string): Generator<ValueUse> {
  const written = new Set<AnyNode>();
  const tagged = new Set<AnyNode>();
  /** What decides a condition: each part of `a && !b`. */
  const deciding = new Set<AnyNode>();
  for (const node of nodesIn([program])) {
    const use = (object: AnyNode, kind: ValueUse['kind'], what: string, at = object.start): ValueUse => ({
      object,
      at,
      what,
      kind,
      since: 5,
    });
    const isDeciding = deciding.has(node);
    if (isDeciding && !isCombined(node)) yield use(node, 'condition', 'used as a condition');
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.id.type !== 'Identifier' && node.init)
          yield { ...use(node.init, 'read', 'taken apart', node.start), since: 2 };
        break;
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression') written.add(node.left);
        break;
      case 'ForOfStatement':
        yield { ...use(node.right, 'read', 'iterated'), since: node.await ? 5 : 2 };
        break;
      case 'ForInStatement':
        yield use(node.right, 'read', 'iterated');
        break;
      case 'SpreadElement':
        yield { ...use(node.argument, 'read', 'spread', node.start), since: 2 };
        break;
      case 'MemberExpression':
        if (node.computed) yield use(node.object, 'read', `read for ${shortened(text, node.object.end, node.end)}`);
        else if (node.property.type === 'Identifier' && !OF_PROMISES.has(node.property.name) && !written.has(node))
          yield {
            ...use(node.object, 'read', `read for .${node.property.name}`, node.property.start),
            since: 2,
          };
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
        if (node.test) deciding.add(node.test);
        break;
      case 'LogicalExpression':
        deciding.add(node.left);
        if (isDeciding) deciding.add(node.right);
        break;
      case 'UnaryExpression':
        if (node.operator === '!') deciding.add(node.argument);
        else if (ARITHMETIC.has(node.operator)) yield use(node.argument, 'computed', 'computed with');
        break;
      case 'BinaryExpression':
        for (const side of [node.left, node.right]) {
          if (EQUALITY.has(node.operator)) yield use(side, 'compared', 'compared');
          else if (ARITHMETIC.has(node.operator)) yield use(side, 'computed', 'computed with');
        }
        break;
      case 'TaggedTemplateExpression':
        tagged.add(node.quasi);
        break;
      case 'TemplateLiteral':
        if (!tagged.has(node)) for (const part of node.expressions) yield use(part, 'computed', 'written as text');
        break;
      case 'CallExpression': {
        const callee = shortened(text, node.callee.start, node.callee.end);
        if (READERS.test(callee))
          for (const part of node.arguments.slice(0, 1)) yield use(part, 'shown', `given to ${callee}`);
        else if (PRINTERS.test(callee))
          for (const part of node.arguments) yield use(part, 'printed', `given to ${callee}`);
        break;
      }
    }
  }
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '**', '<', '>', '<=', '>=']);
const EQUALITY: ReadonlySet<string> = new Set(['==', '===', '!=', '!==']);
/** What makes something of a value at once. */
const READERS =
  /^(?:JSON\.(?:stringify|parse)|Object\.(?:keys|values|entries|fromEntries)|Array\.(?:from|isArray)|String|Number|Boolean|parseInt|parseFloat|structuredClone|emit)$/;
const PRINTERS = /^console\.\w+$/;

const isCombined = (node: AnyNode): boolean =>
  node.type === 'LogicalExpression' || (node.type === 'UnaryExpression' && node.operator === '!');

const LONGEST = 60;
const shortened = (text: string, from: number, to: number): string =>
  to - from > LONGEST ? `${text.slice(from, from + LONGEST)}…` : text.slice(from, to);
