// The program's own text, numbered, with the lines that wait marked.

import type { Output } from '../../command/output.js';
import { padStart, safeText, sourceLines, wrap } from '@toolshed/server/present';

type ViewStyle = Pick<Output, 'paint' | 'width'>;

export function programLines(
  source: string,
  waiting: ReadonlySet<number>,
  { paint, width }: ViewStyle,
): readonly string[] {
  const lines = sourceLines(source);
  const column = String(lines.length).length;
  return lines.flatMap((text, index) => {
    const isWaiting = waiting.has(index + 1);
    const weight = isWaiting ? paint.bold : paint.dim;
    return wrap(safeText(text), width - column - 5).map((piece, part) => {
      const mark = isWaiting && part === 0 ? paint.yellow('▶') : ' ';
      const number = part === 0 ? String(index + 1) : '';
      return `${mark} ${weight(`${padStart(number, column)} │ ${piece}`.trimEnd())}`;
    });
  });
}
