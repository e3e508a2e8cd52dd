// Text that is not ours. It is escaped as in the terminal, so that nothing hides, turns around or passes for something
// else, and stands in its own face and colour, so that nobody takes it for what the page says.

import { cautionsOf, safeLines, safeText } from '../../terminal/safe-text.js';

const ESCAPE = /((?:‹U\+[0-9A-F]+›|⏎|⇥)+)/;
/** A text full of escapes is told apart by its signs alone; an element for each would stop the browser. */
const MANY_PARTS = 2_000;

/** One line of foreign text. */
export function Safe({ text }: { readonly text: string }) {
  return <span class="foreign">{marked(safeText(text))}</span>;
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

function marked(text: string) {
  const parts = text.split(ESCAPE);
  if (parts.length > MANY_PARTS) return text;
  return parts.map((part, index) => (index % 2 === 1 ? <b class="escape">{part}</b> : part));
}
