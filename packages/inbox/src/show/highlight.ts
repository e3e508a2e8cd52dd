// A line of a program in coloured pieces. It colours what people look for and is no parser: a piece it takes for
// something else has another colour, and every character is shown in any case.

export interface Piece {
  readonly kind: 'plain' | 'comment' | 'text' | 'number' | 'keyword' | 'tool';
  readonly text: string;
}

const KEYWORDS =
  'async|await|break|case|catch|class|const|continue|default|do|else|export|false|finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|switch|this|throw|true|try|typeof|undefined|void|while|yield';

const PIECES = new RegExp(
  [
    String.raw`(?<comment>\/\/.*$|\/\*.*?(?:\*\/|$))`,
    String.raw`(?<text>'(?:[^'\\]|\\.)*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|\x60(?:[^\x60\\]|\\.)*(?:\x60|$))`,
    String.raw`(?<tool>\b(?:tools(?:\.[A-Za-z_$][\w$]*)+|elicit|emit)\b)`,
    String.raw`(?<keyword>\b(?:${KEYWORDS})\b)`,
    String.raw`(?<number>\b\d[\d_]*(?:\.\d+)?\b)`,
  ].join('|'),
  'g',
);

/** Longer lines are shown in one colour: nobody reads them for their syntax. */
const LONGEST = 2_000;

export function piecesOf(line: string): readonly Piece[] {
  if (line.length > LONGEST) return [{ kind: 'plain', text: line }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(PIECES)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: line.slice(end, match.index) });
    pieces.push({ kind: kindOf(match.groups ?? {}), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push({ kind: 'plain', text: line.slice(end) });
  return pieces;
}

const COLOURED = ['comment', 'text', 'tool', 'keyword', 'number'] as const;

const kindOf = (groups: Readonly<Record<string, string | undefined>>): Piece['kind'] =>
  COLOURED.find((kind) => groups[kind] !== undefined) ?? 'plain';
