// Text that is not ours. It is escaped as in the terminal, so that nothing hides, turns around or passes for something
// else, and stands in its own face and colour, so that nobody takes it for what the page says.

import { cautionsOf, safeLines, safeText } from '../../terminal/safe-text.js';

const ESCAPE = /(‹U\+[0-9A-F]+›|⏎|⇥)/;

/** One line of foreign text. */
export function Safe({ text }: { readonly text: string }) {
  return <span class="foreign">{marked(safeText(text))}</span>;
}

/** Foreign text with its own line breaks. */
export function SafeBlock({ text }: { readonly text: string }) {
  return (
    <pre class="foreign block">
      {safeLines(text).map((line) => (
        <>
          {marked(line)}
          {'\n'}
        </>
      ))}
    </pre>
  );
}

/** What a person should know about a text beside its escapes. */
export function Cautions({ text }: { readonly text: string }) {
  return cautionsOf(text).map((caution) => (
    <p class="caution" key={caution}>
      This text {caution}.
    </p>
  ));
}

const marked = (text: string) =>
  text.split(ESCAPE).map((part, index) => (index % 2 === 1 ? <b class="escape">{part}</b> : part));
