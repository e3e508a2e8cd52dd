// Finds an answer of `elicit` that is read for a field no answer has, `const { approve } = await elicit(…)`, whose `action` is
// compared with a word that is none of its values, or whose `content` says yes to a confirmation, which has none. Each would
// turn a person's yes into a no without a word.

import type { Action } from '@toolshed/kernel';
import type { AnyNode, Program } from 'acorn';
import { boundNames } from '../bound-names.js';
import { nodesIn } from '../parse-program.js';
import { declaredNames } from '../undeclared-names.js';
import type { Misuse } from './unawaited-calls.js';
import { textOf } from '../written-calls.js';

const FIELDS: ReadonlySet<string> = new Set([
  'action',
  'content',
  'reason',
  'approved',
  'data',
  'executionId',
  'elicitationId',
  'sensitive',
]);
const OF_OBJECTS: ReadonlySet<string> = new Set(['toString', 'hasOwnProperty', 'then', 'catch', 'finally']);
const ACTIONS: ReadonlySet<string> = new Set([
  'accept',
  'decline',
  'cancel',
  'denied',
  'other',
  'expired',
  'timeout',
  'not_supported',
] as const satisfies readonly Action[]);
/** Questions that are answered with yes or no. */
const YES_OR_NO: ReadonlySet<string> = new Set(['confirmation', 'approval']);

export function findAnswerField(program: Program, text: string): Misuse | undefined {
  if (!text.includes('elicit') || declaredNames(program).has('elicit')) return undefined;
  const bound = boundNames(program);
  /** The questions whose answers have a name. */
  const asked = new Map<string, AnyNode>();
  for (const node of nodesIn([program])) {
    if (node.type !== 'VariableDeclarator' || !node.init) continue;
    const question = questionIn(node.init);
    if (question === undefined) continue;
    if (node.id.type === 'Identifier' && bound.get(node.id.name) === 1) asked.set(node.id.name, question);
    if (node.id.type !== 'ObjectPattern') continue;
    for (const one of node.id.properties) {
      const name = one.type === 'Property' && !one.computed && one.key.type === 'Identifier' ? one.key.name : '';
      if (name !== '' && !FIELDS.has(name)) return unknownField(name, one.start, question);
    }
  }
  const questionOf = (node: AnyNode): AnyNode | undefined =>
    questionIn(node) ?? (node.type === 'Identifier' ? asked.get(node.name) : undefined);
  for (const node of nodesIn([program])) {
    if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
      const question = questionOf(node.object);
      const { name } = node.property;
      if (question === undefined || OF_OBJECTS.has(name)) continue;
      if (!FIELDS.has(name)) return unknownField(name, node.property.start, question);
    }
    const found = node.type === 'BinaryExpression' ? badAction(node, questionOf) : emptyContent(node, questionOf);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The request of `await elicit({ … })`; the call itself where it is not written out. */
function questionIn(node: AnyNode): AnyNode | undefined {
  const call = node.type === 'AwaitExpression' ? node.argument : undefined;
  const isOne = call?.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'elicit';
  return isOne ? (call.arguments[0] ?? call) : undefined;
}

function typeOf(question: AnyNode): string | undefined {
  if (question.type !== 'ObjectExpression') return undefined;
  for (const one of question.properties)
    if (one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'type') return textOf(one.value);
  return undefined;
}

const read = (question: AnyNode): string =>
  YES_OR_NO.has(typeOf(question) ?? '')
    ? 'read .approved, which is true or false'
    : 'read .content, and .approved for whether it was given';

const unknownField = (name: string, at: number, question: AnyNode): Misuse => ({
  at,
  message: `The answer of elicit has no "${name}": ${read(question)}`,
});

type QuestionOf = (node: AnyNode) => AnyNode | undefined;
const isRead = (node: AnyNode, field: string, questionOf: QuestionOf): boolean =>
  node.type === 'MemberExpression' &&
  !node.computed &&
  node.property.type === 'Identifier' &&
  node.property.name === field &&
  questionOf(node.object) !== undefined;

function badAction(node: Extract<AnyNode, { type: 'BinaryExpression' }>, questionOf: QuestionOf): Misuse | undefined {
  const { left, right, operator } = node;
  if (!operator.startsWith('==') && !operator.startsWith('!=')) return undefined;
  const said = textOf(right);
  if (said === undefined || ACTIONS.has(said) || !isRead(left, 'action', questionOf)) return undefined;
  return {
    at: right.start,
    message: `The action of an answer is never "${said.slice(0, 40)}": it is one of ${[...ACTIONS].join(', ')}. For a yes read .approved`,
  };
}

/** `if (answer.content)` of a confirmation. */
function emptyContent(node: AnyNode, questionOf: QuestionOf): Misuse | undefined {
  const test = node.type === 'IfStatement' || node.type === 'ConditionalExpression' ? node.test : undefined;
  const part = test?.type === 'UnaryExpression' && test.operator === '!' ? test.argument : test;
  if (part?.type !== 'MemberExpression') return undefined;
  const question = questionOf(part.object);
  const isEmpty = question !== undefined && YES_OR_NO.has(typeOf(question) ?? '');
  if (!isEmpty || !(isRead(part, 'content', questionOf) || isRead(part, 'data', questionOf))) return undefined;
  return { at: part.start, message: 'The answer of a yes-or-no question has no content: read .approved' };
}
