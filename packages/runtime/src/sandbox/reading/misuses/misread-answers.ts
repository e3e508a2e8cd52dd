// Finds a question whose answer is taken for yes or no: `if (await elicit({ type: 'confirmation', … }))`. An answer is an
// object, so this is true when the person declined. A name that is also read for a member, or handed on, may be meant.

import type { AnyNode, Program } from 'acorn';
import { boundNames } from '../bound-names.js';
import { nodesIn } from '../parse-program.js';
import type { Misuse } from './unawaited-calls.js';
import { valueUses } from '../value-uses.js';

const WRITE =
  'an answer is an object, which counts as true when the person declined, too. Read .approved of it, such as: if ((await elicit({ … })).approved)';

export function findMisreadAnswer(program: Program, text: string, rules: number): Misuse | undefined {
  if (!text.includes('elicit')) return undefined;
  const bound = boundNames(program);
  if (bound.has('elicit')) return undefined;
  const answers = new Set<string>();
  const readElsewhere = new Set<string>();
  for (const node of nodesIn([program])) {
    if (node.type === 'VariableDeclarator' && node.init) {
      if (node.id.type === 'Identifier' && isAnswer(node.init) && bound.get(node.id.name) === 1)
        answers.add(node.id.name);
      if (node.init.type === 'Identifier') readElsewhere.add(node.init.name);
    }
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier') readElsewhere.add(node.object.name);
    if (node.type === 'CallExpression')
      for (const one of node.arguments) if (one.type === 'Identifier') readElsewhere.add(one.name);
  }
  const isKnown = (object: AnyNode): boolean =>
    object.type === 'Identifier' && answers.has(object.name) && !readElsewhere.has(object.name);
  for (const { object, at, kind } of valueUses(program, text)) {
    if (kind !== 'condition' && kind !== 'compared') continue;
    if (kind === 'compared' && rules > 5 && (isAnswer(object) || isKnown(object)))
      return {
        at,
        message:
          'The answer of elicit is compared as a whole: it is an object. Compare its .content, or read .approved for yes or no',
      };
    if (isAnswer(object)) return { at, message: `The answer of elicit is used as yes or no: ${WRITE}` };
    if (isKnown(object) && object.type === 'Identifier')
      return {
        at,
        message: `${object.name} is used as yes or no: ${WRITE.replace(/, such.*/, `: ${object.name}.approved`)}`,
      };
  }
  return undefined;
}

const isAnswer = (node: AnyNode): boolean =>
  node.type === 'AwaitExpression' &&
  node.argument.type === 'CallExpression' &&
  node.argument.callee.type === 'Identifier' &&
  node.argument.callee.name === 'elicit';
