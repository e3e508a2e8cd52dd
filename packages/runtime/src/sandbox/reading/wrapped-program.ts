// Finds a program that was sent as data: in quotes, in the JSON of a tool call, or as the JSON of the calls that it should
// make. It would run and return its own text.

import type { AnyNode, Program } from 'acorn';
import { calleeOf } from '../../callee.js';
import { nodesIn } from './parse-program.js';
import type { Misuse } from './misuses/unawaited-calls.js';
import { isData, programOf, textOf, writtenCalls } from './written-calls.js';

/** What a text that is a program has, and other texts hardly. */
const CODE = /\bawait\b|\breturn\b|\btools\s*[.[]|\bconsole\.log\(|=>/;
const FIELDS: ReadonlySet<string> = new Set(['code', 'program', 'script', 'source', 'javascript', 'js']);

export function findWrapped(program: Program, text: string, rules: number): Misuse | undefined {
  const labelled = rules < 6 ? undefined : labelledCall(program, text);
  if (labelled !== undefined) return labelled;
  const [only, ...others] = program.body;
  if (only?.type !== 'ExpressionStatement' || others.length > 0) return undefined;
  const { expression, start: at } = only;
  const quoted = textOf(expression);
  if (quoted !== undefined && CODE.test(quoted))
    return { at, message: 'The program is a text in quotes: send it without them' };
  const isWhollyData = rules >= 6 && isData(expression);
  const field = fieldWithCode(isWhollyData ? nodesIn([expression]) : [expression]);
  if (field !== undefined)
    return {
      at,
      message: `The program is in "${field}" of an object: send the text of "${field}" alone, as the argument code`,
    };
  const calls = isWhollyData ? writtenCalls(expression, text) : [];
  if (calls.length === 0) return undefined;
  const what = calls.length === 1 ? 'a call' : `${calls.length} calls`;
  return {
    at,
    message: `This is the JSON of ${what}, and nothing was called. As a program, write: ${programOf(calls)}`,
  };
}

function fieldWithCode(nodes: Iterable<AnyNode>): string | undefined {
  for (const node of nodes) {
    if (node.type !== 'ObjectExpression') continue;
    for (const one of node.properties) {
      if (one.type !== 'Property' || one.computed) continue;
      const name = one.key.type === 'Identifier' ? one.key.name : String(textOf(one.key));
      if (FIELDS.has(name) && CODE.test(textOf(one.value) ?? '')) return name;
    }
  }
  return undefined;
}

/** `tool: mail.list`, which is a label to JavaScript. */
function labelledCall(program: Program, text: string): Misuse | undefined {
  const [first] = program.body;
  if (first?.type !== 'LabeledStatement' || !CALL_LABELS.has(first.label.name)) return undefined;
  if (first.body.type !== 'ExpressionStatement') return undefined;
  const { start, end } = first.body.expression;
  const path = text.slice(start, end);
  if (!/^[A-Za-z_$][\w$]*(?:\.[\w$]+){1,7}$/.test(path)) return undefined;
  return {
    at: first.start,
    message: `This is a call in YAML, and calls nothing. As a program, write: return await ${calleeOf(path)}({ … })`,
  };
}
const CALL_LABELS: ReadonlySet<string> = new Set(['tool', 'tool_name', 'name', 'action', 'function', 'call']);
