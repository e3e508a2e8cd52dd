// Patterns are written for many engines. What is an error in ECMAScript's Unicode mode, which the standard asks for,
// and has one plain meaning elsewhere, is written as that mode has it: `\-` and `\@`, `{` and `]` by themselves, and a
// `-` beside `\w` in a class. A pattern that is valid as it stands is left alone.

/** Characters that may be escaped in Unicode mode. */
const ESCAPABLE = /[\^$\\.*+?()[\]{}|/A-Za-z0-9]/;
/** An escape, `\u{1F600}` and `\p{L}` included, or a character. */
const PIECE = /\\[upP]\{[^}]*\}|\\?./suy;
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;
const MANY = /^\\[dDsSwW]$/;

/** As it stands, or in the other spelling; undefined if neither is valid. */
export function inUnicodeMode(source: string): string | undefined {
  if (isValid(source)) return source;
  const other = rewritten(source);
  return isValid(other) ? other : undefined;
}

function isValid(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

function rewritten(source: string): string {
  const out: string[] = [];
  let inClass = false;
  for (let at = 0; at < source.length; ) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(source)?.[0] ?? source.slice(at);
    out.push(inClass ? inClassPiece(piece, out.at(-1) ?? '', source, at) : pieceOutside(piece, source, at));
    if (!inClass && piece === '[') inClass = true;
    else if (inClass && piece === ']') inClass = false;
    at += piece.length;
  }
  return out.join('');
}

const plainly = (piece: string): string =>
  piece.length === 2 && !ESCAPABLE.test(piece.slice(1)) ? (piece[1] ?? '') : piece;

function pieceOutside(piece: string, source: string, at: number): string {
  if (piece === ']' || piece === '}') return isEndOfQuantifier(source, at) ? piece : `\\${piece}`;
  if (piece !== '{') return plainly(piece);
  QUANTIFIER.lastIndex = at;
  return QUANTIFIER.test(source) ? piece : '\\{';
}

const isEndOfQuantifier = (source: string, at: number): boolean =>
  /\{\d+(?:,\d*)?$/.test(source.slice(Math.max(0, at - 40), at));

/** A range has one character at each end; with many at one of them the `-` is itself. */
function inClassPiece(piece: string, before: string, source: string, at: number): string {
  if (piece !== '-') return piece === '\\-' ? piece : plainly(piece);
  return MANY.test(before) || MANY.test(source.slice(at + 1, at + 3)) ? '\\-' : piece;
}
