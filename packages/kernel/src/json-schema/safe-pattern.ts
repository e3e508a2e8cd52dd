// Regular expressions from strangers, matched without backtracking.
//
// Threat: a program asks for a form with a pattern such as (a+)+$ and a default that makes the host's engine try for
// years. Patterns are compiled here to a set of states that advance together, one character at a time, so a match costs
// at most states × characters; what such states cannot express (look-around, back-references) is refused when the form
// is asked. Only single characters are ever given to the host's own engine, to keep classes and escapes exact.

import { inUnicodeMode } from './unicode-pattern.js';

const MAX_SOURCE = 2_000;
/** Enough for a text of some thousand characters that are counted. */
const MAX_STATES = 5_000;
const MAX_STEPS = 50_000;

export interface SafePattern {
  /** States that advance together: what one character costs at most. */
  readonly size: number;
  /** Whether it occurs in the text, as `new RegExp(source, 'u').test` would say, for patterns that are valid there. */
  matches(text: string): boolean;
}

/** Why it cannot be used, or the pattern. */
export type PatternResult =
  | { readonly kind: 'pattern'; readonly pattern: SafePattern }
  | { readonly kind: 'refused'; readonly because: string };

class Refusal extends Error {}

export function readPattern(source: string): PatternResult {
  if (source.length > MAX_SOURCE) return { kind: 'refused', because: `it is longer than ${MAX_SOURCE} characters` };
  try {
    const valid = inUnicodeMode(source) ?? source;
    // Throws the engine's error if neither spelling is valid.
    new RegExp(valid, 'u');
    return { kind: 'pattern', pattern: compile(parse(valid)) };
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError) return { kind: 'refused', because: error.message };
    throw error;
  }
}

type Node =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: Edge }
  | { readonly kind: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly kind: 'either'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

/** Where something is asked of a place in the text and no character is taken: `^`, `$`, `\b`, `\B`. */
type Edge = 'start' | 'end' | 'boundary' | 'inside';

/** A class, an escape, or a character. */
const ONE_CHARACTER =
  /(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|u\w{4}|x\w\w|c\w|[pP]\{[^}]*\}|.)|.)/suy;

/** The engine has checked the syntax already; this only takes the pattern apart. */
function parse(source: string): Node {
  let at = 0;
  const peek = (): string | undefined => source[at];
  /** What a sticky expression finds here. */
  const found = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    return expression.exec(source);
  };

  const either = (): Node => {
    const branches = [sequence()];
    while (peek() === '|') {
      at++;
      branches.push(sequence());
    }
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'either', nodes: branches };
  };
  const sequence = (): Node => {
    const nodes: Node[] = [];
    while (peek() !== undefined && peek() !== '|' && peek() !== ')') nodes.push(repeated(atom()));
    return { kind: 'sequence', nodes };
  };
  const repeated = (node: Node): Node => {
    const quantifier = found(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
    if (!quantifier) return node;
    at += quantifier[0].length;
    const [, sign, low = '', comma, high] = quantifier;
    if (sign !== undefined)
      return { kind: 'repeat', node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(low);
    return { kind: 'repeat', node, min, max: comma === undefined ? min : high ? Number(high) : Infinity };
  };
  const atom = (): Node => {
    switch (peek()) {
      case '^':
        at++;
        return { kind: 'start' };
      case '$':
        at++;
        return { kind: 'end' };
      case '(':
        return group();
      default:
        return found(/\\[bB]/y) ? edgeOfWord() : character();
    }
  };
  const edgeOfWord = (): Node => {
    at += 2;
    return { kind: source[at - 1] === 'b' ? 'boundary' : 'inside' };
  };
  const group = (): Node => {
    const opening = found(/\((?:\?(?::|<[A-Za-z_]\w*>))?/y);
    if (!opening || found(/\(\?(?!:|<[A-Za-z_])/y)) throw new Refusal('it looks around or sets flags');
    at += opening[0].length;
    const node = either();
    at++;
    return node;
  };
  const character = (): Node => {
    const [text] = found(ONE_CHARACTER) ?? [];
    if (text === undefined) throw new Refusal('it cannot be read');
    if (/^\\[1-9k]/.test(text)) throw new Refusal(`it uses ${text}`);
    at += text.length;
    const one = new RegExp(`^${text}$`, 'u');
    const known = new Map<string, boolean>();
    const test = (candidate: string): boolean => {
      const answer = known.get(candidate) ?? one.test(candidate);
      if (known.size < 256) known.set(candidate, answer);
      return answer;
    };
    return { kind: 'character', test };
  };
  return either();
}

/** A state is either a character to take or a fork to states that cost nothing. */
type State =
  | { readonly kind: 'take'; readonly test: (character: string) => boolean; next: number }
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: Edge; next: number }
  | { readonly kind: 'done' };

function compile(root: Node): SafePattern {
  const states: State[] = [{ kind: 'done' }];
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new Refusal(`it needs more than ${MAX_STATES} states`);
    return states.push(state) - 1;
  };
  /** Nested repetitions of nothing add no state, and multiply all the same. */
  let steps = 0;
  /** Builds from the end: each node gets the state to continue at, and returns the state where it begins. */
  const build = (node: Node, next: number): number => {
    if (++steps > MAX_STEPS) throw new Refusal('it repeats too often');
    switch (node.kind) {
      case 'character':
        return add({ kind: 'take', test: node.test, next });
      case 'start':
      case 'end':
      case 'boundary':
      case 'inside':
        return add({ kind: node.kind, next });
      case 'sequence':
        return node.nodes.reduceRight((after, one) => build(one, after), next);
      case 'either':
        return add({ kind: 'fork', to: node.nodes.map((one) => build(one, next)) });
      case 'repeat':
        return repeat(node, next);
    }
  };
  const repeat = ({ node, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number => {
    if (min > MAX_STATES || (max !== Infinity && max > MAX_STATES)) throw new Refusal('it repeats too often');
    let entry = next;
    if (max === Infinity) {
      const loop: number[] = [next];
      entry = add({ kind: 'fork', to: loop });
      loop.push(build(node, entry));
    } else {
      for (let count = min; count < max; count++) entry = add({ kind: 'fork', to: [build(node, entry), next] });
    }
    for (let count = 0; count < min; count++) entry = build(node, entry);
    return entry;
  };
  const first = build(root, 0);
  return { size: states.length, matches: (text) => run(states, first, [...text]) };
}

function run(states: readonly State[], first: number, characters: readonly string[]): boolean {
  let current = new Set<number>();
  const enter = (from: number, at: number, into: Set<number>): void => {
    const open = [from];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (into.has(state)) continue;
      into.add(state);
      const known = states[state];
      if (known === undefined || known.kind === 'take' || known.kind === 'done') continue;
      if (known.kind === 'fork') open.push(...known.to);
      else if (isAt(known.kind, characters, at)) open.push(known.next);
    }
  };
  for (const [at, character] of characters.entries()) {
    enter(first, at, current);
    if (current.has(0)) return true;
    const next = new Set<number>();
    for (const index of current) {
      const state = states[index];
      if (state?.kind === 'take' && state.test(character)) enter(state.next, at + 1, next);
    }
    current = next;
  }
  enter(first, characters.length, current);
  return current.has(0);
}

function isAt(edge: Edge, characters: readonly string[], at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === characters.length;
  const isBoundary = isOfWord(characters[at - 1]) !== isOfWord(characters[at]);
  return isBoundary === (edge === 'boundary');
}

const isOfWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);
