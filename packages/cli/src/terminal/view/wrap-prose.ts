// Our own sentences in lines of a terminal. A command in them stays in one piece, however narrow the terminal is: a line
// break inside of it would be pasted, too.

import { widthOf, wrap } from '@toolshed/server/present';

/** Stands for a space that is not a place to break; no safe text contains it. */
const KEPT_SPACE = '\uf8ff';

/** Takes text that is safe already. `prefix` is how the commands in it begin. */
export function wrapProse(text: string, prefix: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const flush = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of keepCommands(text, prefix).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    flush();
    const pieces = word.includes(KEPT_SPACE) ? [word] : wrap(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  flush();
  return lines.map((one) => one.replaceAll(KEPT_SPACE, ' '));
}

/** In quotes, or after a colon to the end. */
function keepCommands(text: string, prefix: string): string {
  const command = prefix.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
  const pattern = new RegExp(`"${command} [^"]*"|\`${command} [^\`]*\`|(?<=: )${command} .*$`, 'g');
  return text.replace(pattern, (one) => one.replaceAll(' ', KEPT_SPACE));
}
