// Finds any of many texts in another in one pass (the automaton of Aho and Corasick): the time it takes grows with the
// text that is searched, whatever the texts that are looked for have in common with it.
//
// A node is a beginning of some needle. Nodes are numbers, their facts lie in arrays: a private key in all its
// encodings is a hundred thousand of them.

export interface Needle {
  readonly text: string;
  /** Characters of its own alphabet on either side that hold a part of what the needle stands for. */
  readonly before?: number;
  readonly after?: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextSearch {
  /**
   * In ascending order: where needles are, and where the text breaks off within one that is there at some length: at
   * its end, at the end of a line or a quotation, and at an ellipsis. A message that a stack repeats breaks off like that too.
   */
  spansIn(text: string): readonly Span[];
}

const ROOT = 0;

export function createTextSearch(needles: readonly Needle[], shortestPart: number): TextSearch {
  const tree = plantAll(needles);
  const { depth, needle, shorter } = tree;
  return {
    spansIn(text) {
      const spans = createSpans();
      let node = ROOT;
      for (let index = 0; index < text.length; index++) {
        const reached = depth[node] ?? 0;
        if (reached >= shortestPart && breaksOffAt(text, index)) spans.add({ start: index - reached, end: index });
        node = step(tree, node, text.charCodeAt(index));
        for (let end = node; end !== ROOT; end = shorter[end] ?? ROOT) {
          const found = needles[(needle[end] ?? 0) - 1];
          if (found) spans.add(widened(text, index + 1 - (depth[end] ?? 0), index + 1, found));
        }
      }
      const part = depth[node] ?? 0;
      if (part >= shortestPart) spans.add({ start: text.length - part, end: text.length });
      return spans.all;
    },
  };
}

function breaksOffAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return BREAKS_OFF.has(code) || (code === FULL_STOP && text.startsWith('...', index));
}

/** Line feed, return, the three quotation marks of programs, and the ellipsis. */
const BREAKS_OFF: ReadonlySet<number> = new Set([10, 13, 34, 39, 96, 0x2026]);
const FULL_STOP = 46;

interface Tree {
  /** By character: most of a text is read at the root. */
  readonly rootChildren: Int32Array;
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** The character that leads to a node. */
  readonly code: Uint16Array;
  readonly depth: Int32Array;
  /** The longest true end of what a node spells that is a node too. */
  readonly fallback: Int32Array;
  /** One more than the index of the needle a node spells; 0 for none. */
  readonly needle: Int32Array;
  /** The next shorter node on the way back that spells a needle. */
  readonly shorter: Int32Array;
}

function plantAll(needles: readonly Needle[]): Tree {
  const size = needles.reduce((sum, { text }) => sum + text.length, 1);
  const rootChildren = new Int32Array(65_536);
  const numbers = () => new Int32Array(size);
  const tree: Tree = {
    rootChildren,
    child: numbers(),
    sibling: numbers(),
    code: new Uint16Array(size),
    depth: numbers(),
    fallback: numbers(),
    needle: numbers(),
    shorter: numbers(),
  };
  let count = 1;
  for (const [index, { text }] of needles.entries()) {
    let node = ROOT;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      let next = childOf(tree, node, code);
      if (next === ROOT) {
        next = count++;
        tree.code[next] = code;
        tree.depth[next] = at + 1;
        tree.sibling[next] = tree.child[node] ?? ROOT;
        tree.child[node] = next;
        if (node === ROOT) rootChildren[code] = next;
      }
      node = next;
    }
    tree.needle[node] = index + 1;
  }
  linkFallbacks(tree);
  return tree;
}

/** Breadth first, so that a fallback is linked before it is needed. */
function linkFallbacks(tree: Tree): void {
  const { child, sibling, code, fallback, needle, shorter } = tree;
  const queue = [ROOT];
  for (const node of queue) {
    for (let next = child[node] ?? ROOT; next !== ROOT; next = sibling[next] ?? ROOT) {
      const back = node === ROOT ? ROOT : step(tree, fallback[node] ?? ROOT, code[next] ?? 0);
      fallback[next] = back;
      shorter[next] = needle[back] === 0 ? (shorter[back] ?? ROOT) : back;
      queue.push(next);
    }
  }
}

function childOf({ rootChildren, child, sibling, code }: Tree, node: number, wanted: number): number {
  if (node === ROOT) return rootChildren[wanted] ?? ROOT;
  let next = child[node] ?? ROOT;
  while (next !== ROOT && code[next] !== wanted) next = sibling[next] ?? ROOT;
  return next;
}

function step(tree: Tree, from: number, code: number): number {
  let node = from;
  for (;;) {
    const next = childOf(tree, node, code);
    if (next !== ROOT || node === ROOT) return next;
    node = tree.fallback[node] ?? ROOT;
  }
}

function widened(text: string, start: number, end: number, { before = 0, after = 0 }: Needle): Span {
  let [from, to] = [start, end];
  while (start - from < before && from > 0 && isBase64(text.charCodeAt(from - 1))) from--;
  while (to - end < after && to < text.length && isBase64(text.charCodeAt(to))) to++;
  return { start: from, end: to };
}

/** Letters, digits, "+", "/", "-", "_" and "=". */
const isBase64 = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  [43, 45, 47, 61, 95].includes(code);

/** Joins what overlaps, so that a text full of matches is not a list as long as the text. Spans come by their ends. */
function createSpans(): { readonly all: readonly Span[]; add(span: Span): void } {
  const all: Span[] = [];
  return {
    all,
    add({ start, end }) {
      let joined = { start, end };
      for (let last = all.at(-1); last && last.end >= joined.start; last = all.at(-1)) {
        joined = { start: Math.min(last.start, joined.start), end: Math.max(last.end, joined.end) };
        all.pop();
      }
      all.push(joined);
    },
  };
}
