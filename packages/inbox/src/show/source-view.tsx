import { safeText, sourceLines } from '@toolshed/server/present';
import { useState } from 'preact/hooks';
import { piecesOf } from './highlight.ts';
import { Safe } from './safe.tsx';

interface SourceProps {
  readonly source: string;
  /** Lines to mark: where a call was made. */
  readonly marked: readonly number[];
}

const AROUND = 4;

/** The program, with the lines that matter marked; at first only what stands around them. */
export function SourceView({ source, marked }: SourceProps) {
  const lines = sourceLines(source);
  const [isWhole, setWhole] = useState(lines.length <= 2 * AROUND + 3);
  const centres = marked.length === 0 ? [1] : marked;
  const isNear = (number: number): boolean => centres.some((line) => Math.abs(line - number) <= AROUND);
  const shown = lines
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ number }) => isWhole || isNear(number));
  return (
    <figure class="source">
      <ol>
        {shown.map(({ text, number }, index) => (
          <li
            key={number}
            value={number}
            class={`${marked.includes(number) ? 'marked' : ''} ${index > 0 && shown[index - 1]?.number !== number - 1 ? 'after-gap' : ''}`}
            aria-current={marked.includes(number) ? 'true' : undefined}
          >
            <Coloured text={text} />
          </li>
        ))}
      </ol>
      {!isWhole && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show the whole program ({lines.length} lines)
        </button>
      )}
    </figure>
  );
}

/** A line that needs escapes is shown with them, in one colour: its signs matter more than its syntax. */
function Coloured({ text }: { readonly text: string }) {
  if (safeText(text) !== text) return <Safe text={text} />;
  return (
    <span class="foreign">
      {piecesOf(text).map(({ kind, text: piece }, index) =>
        kind === 'plain' ? (
          piece
        ) : (
          <span key={String(index)} class={`code-${kind}`}>
            {piece}
          </span>
        ),
      )}
    </span>
  );
}
