// Text that is not ours. It is escaped as in the terminal, so that nothing hides, turns around or passes for something
// else, and stands in its own face and colour, so that nobody takes it for what the page says.

import { cautionsOf, keyText, quotedText, safeLines, safeText } from '@toolshed/server/present';

const ESCAPE = /((?:‹U\+[0-9A-F]+›|⏎|⇥)+)/;
/** A text full of escapes is told apart by its signs alone; an element for each would stop the browser. */
const MANY_PARTS = 200;

/** One line of foreign text. */
export function Safe({ text }: { readonly text: string }) {
  return <span class="foreign">{marked(safeText(text))}</span>;
}

/** A string as a value: in quotes, so that `1` and `"1"` differ. */
export function SafeString({ text }: { readonly text: string }) {
  return <span class="foreign">{marked(quotedText(text))}</span>;
}

/** The name of a value: in quotes where it is no plain name. */
export function SafeKey({ text }: { readonly text: string }) {
  return <span class="foreign">{marked(keyText(text))}</span>;
}

/** Foreign text with its own line breaks. */
export function SafeBlock({ text }: { readonly text: string }) {
  return <pre class="foreign block">{marked(safeLines(text).join('\n'))}</pre>;
}

/** What a person should know about a text beside its escapes. */
export function Cautions({ text }: { readonly text: string }) {
  return cautionsOf(text).map((caution) => (
    <p class="caution" key={caution}>
      This text {caution}.
    </p>
  ));
}

/** In pieces where it is long: a browser takes minutes to lay out one line of a million characters. */
function marked(text: string) {
  if (text.length <= PIECE) return markedPiece(text);
  return piecesOf(text).map((piece, index) => (
    <span class="piece" key={String(index)}>
      {markedPiece(piece)}
    </span>
  ));
}

const PIECE = 4_000;
/** An escape or a pair of surrogates that a cut would tear apart. */
const TORN = /(?:‹[^›]*|[\uD800-\uDBFF])$/;

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const rough = text.slice(from, from + PIECE);
    const atBreak = rough.lastIndexOf('\n') + 1;
    const isLast = from + PIECE >= text.length;
    const piece = isLast ? rough : atBreak > 0 ? rough.slice(0, atBreak) : rough.replace(TORN, '');
    pieces.push(piece);
    from += piece.length;
  }
  return pieces;
}

function markedPiece(text: string) {
  const parts = text.split(ESCAPE);
  if (parts.length > MANY_PARTS) return text;
  return parts.map((part, index) => (index % 2 === 1 ? <b class="escape">{part}</b> : part));
}
