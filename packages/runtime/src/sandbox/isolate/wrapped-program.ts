// Finds a program that was sent as data: in quotes, or in the JSON of a tool call. It would run and return its own text.

import type { AnyNode, Program } from 'acorn';
import type { Misuse } from './unawaited-calls.js';

/** What a text that is a program has, and other texts hardly. */
const CODE = /\bawait\b|\breturn\b|\btools\s*[.[]|\bconsole\.log\(|=>/;
const FIELDS: ReadonlySet<string> = new Set(['code', 'program', 'script', 'source', 'javascript', 'js']);

export function findWrapped(program: Program): Misuse | undefined {
  const [only, ...others] = program.body;
  if (only?.type !== 'ExpressionStatement' || others.length > 0) return undefined;
  const text = textOf(only.expression);
  if (text !== undefined && CODE.test(text))
    return { at: only.start, message: 'The program is a text in quotes: send it without them' };
  if (only.expression.type !== 'ObjectExpression') return undefined;
  for (const one of only.expression.properties) {
    if (one.type !== 'Property' || one.computed) continue;
    const name = one.key.type === 'Identifier' ? one.key.name : String(textOf(one.key));
    if (FIELDS.has(name) && CODE.test(textOf(one.value) ?? ''))
      return {
        at: only.start,
        message: `The program is in "${name}" of an object: send the text of "${name}" alone, as the argument code`,
      };
  }
  return undefined;
}

function textOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? '').join('');
}
