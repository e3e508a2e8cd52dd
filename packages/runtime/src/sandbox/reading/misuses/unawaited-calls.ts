// Finds what is done with a promise as if it were its result: `tools.a.list().items`, `if (store.get("a"))`, or `const r =
// tools.a.list(); r.items`, also of an async function of the program and of `Promise.all`. A promise has none of that, so the program would continue with `undefined`. Only certain mistakes
// are reported: a name must be bound once in the whole program and never assigned to.

import type { AnyNode, Program } from 'acorn';
import { asyncFunctions } from '../async-functions.js';
import { boundNames } from '../bound-names.js';
import { nodesIn } from '../parse-program.js';
import { type ValueUse, valueUses } from '../value-uses.js';

export interface Misuse {
  readonly at: number;
  readonly message: string;
}

export function findUnawaited(program: Program, text: string, rules: number): Misuse | undefined {
  const bound = boundNames(program);
  if (bound.has('tools')) return undefined;
  const own = rules < 6 ? new Set<string>() : asyncFunctions(program, bound);
  const promiseOf = (node: AnyNode): string | undefined =>
    ownPromise(node, own) ?? promised(node, text, (name) => bound.has(name), rules);
  const held = new Map<string, string>();
  const kept = rules < 6 ? new Set<string>() : keptNames(program);
  for (const node of nodesIn([program])) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) continue;
    const called = promiseOf(node.init);
    if (called !== undefined && bound.get(node.id.name) === 1) held.set(node.id.name, called);
  }
  for (const { object, at, what, kind, since } of valueUses(program, text)) {
    if (since > rules) continue;
    const called = promiseOf(object);
    if (called !== undefined)
      return { at, message: `The promise of ${called} is ${what} before it is awaited: write (await ${called}(…))` };
    if (object.type !== 'Identifier' || MAY_BE_MEANT.has(kind)) continue;
    // `if (first) await first` asks whether there is a promise.
    const tool = kind === 'condition' && kept.has(object.name) ? undefined : held.get(object.name);
    if (tool !== undefined)
      return {
        at,
        message: `${object.name} is a promise and is ${what} before it is awaited: write ${object.name} = await ${tool}(…)`,
      };
  }
  return rules < 5 || bound.has('sleep') ? undefined : findIdleSleep(program);
}

/** Of a promise that has a name: which of several it is, or that it is one. */
const MAY_BE_MEANT: ReadonlySet<ValueUse['kind']> = new Set(['compared', 'printed']);

const OF_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/** Names of what is awaited somewhere, by itself or in a list: their writer knows that it is a promise. */
function keptNames(program: Program): ReadonlySet<string> {
  const kept = new Set<string>();
  const keep = (node: AnyNode | null | undefined): void => {
    if (node?.type === 'Identifier') kept.add(node.name);
  };
  for (const node of nodesIn([program])) {
    switch (node.type) {
      case 'AwaitExpression':
        keep(node.argument);
        break;
      case 'MemberExpression':
        if (node.property.type === 'Identifier' && OF_PROMISES.has(node.property.name)) keep(node.object);
        break;
      case 'ArrayExpression':
        for (const one of node.elements) keep(one);
        break;
    }
  }
  return kept;
}

/** `sleep(1000);` waits for nothing. The last statement of a program is returned, and so awaited. */
function findIdleSleep(program: Program): Misuse | undefined {
  const last = program.body.at(-1);
  for (const node of nodesIn([program])) {
    if (node.type !== 'ExpressionStatement' || node === last || node.expression.type !== 'CallExpression') continue;
    const { callee } = node.expression;
    if (callee.type === 'Identifier' && callee.name === 'sleep')
      return { at: node.start, message: 'sleep(…) is not awaited, so nothing waits: write await sleep(…)' };
  }
  return undefined;
}

/** The async function of the program that is called. */
const ownPromise = (node: AnyNode, own: ReadonlySet<string>): string | undefined =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && own.has(node.callee.name)
    ? node.callee.name
    : undefined;

/** What is called by an expression that gives a promise of ours, as it is written there. */
function promised(node: AnyNode, text: string, isOwn: (name: string) => boolean, rules: number): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  let callee: AnyNode = node.callee;
  while (callee.type === 'MemberExpression') callee = callee.object;
  if (callee.type !== 'Identifier') return undefined;
  const isMember = node.callee.type === 'MemberExpression';
  const isOurs = isMember
    ? callee.name === 'tools' ||
      (rules >= 6 && callee.name === 'Promise' && !isOwn('Promise') && OF_SEVERAL.test(calleeText(node, text))) ||
      (rules >= 5 && callee.name === 'store' && !isOwn('store'))
    : rules >= 5 && (callee.name === 'elicit' || callee.name === 'sleep') && !isOwn(callee.name);
  const written = calleeText(node, text);
  return isOurs && written.length <= LONGEST ? written : undefined;
}
const LONGEST = 200;
const OF_SEVERAL = /^Promise\.(?:all|allSettled|any|race)$/;
const calleeText = ({ callee }: { readonly callee: AnyNode }, text: string): string =>
  text.slice(callee.start, callee.end);
