// What a list calls an execution. It is text of the program: escape it before you show it.

const LONGEST = 160;
const COMMENT = /^(?:\/\/+|\/\*+|\*+)/;

/** The first line of a program with something in it; a comment without its signs. */
export function titleOf(source: string): string {
  for (const line of source.slice(0, 4_000).split('\n')) {
    const text = withoutSigns(line.trim());
    if (text !== '') return text.slice(0, LONGEST);
  }
  return '';
}

/** Threat: a comment of four thousand blanks. One expression for all of it would try them in billions of ways. */
function withoutSigns(line: string): string {
  if (line === '*/') return '';
  const signs = COMMENT.exec(line)?.[0];
  if (signs === undefined) return line;
  const text = line.slice(signs.length).trim();
  return (text.endsWith('*/') ? text.slice(0, -2) : text).trim();
}
