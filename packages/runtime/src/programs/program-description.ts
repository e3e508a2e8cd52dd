const LONGEST = 500;

/** A program's description: the comment it begins with. */
export function programDescription(source: string, path: string): string {
  const lines: string[] = [];
  for (const line of source.trimStart().split('\n')) {
    const [, text] = /^\s*\/\/\s?(.*)$/.exec(line) ?? [];
    if (text === undefined) break;
    lines.push(text.trim());
  }
  const said = lines.join(' ').trim().slice(0, LONGEST);
  return said === '' ? `The saved program ${path}` : said;
}
