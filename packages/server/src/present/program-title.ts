// What a list calls an execution. It is text of the program: escape it before you show it.

const LONGEST = 160;
const COMMENT = /^\s*(?:\/\/+|\/\*+|\*+)\s*(.*?)\s*(?:\*\/)?\s*$/;

/** The first line of a program with something in it; a comment without its signs. */
export function titleOf(source: string): string {
  const lines = source.slice(0, 4_000).split('\n');
  for (const line of lines) {
    const text = (COMMENT.exec(line)?.[1] ?? line).trim();
    if (text !== '') return text.slice(0, LONGEST);
  }
  return '';
}
