// Where a program calls its tools, as far as its text shows. A stack shows it too, but the engine takes a third of the
// time of a call to write one down, so that is done only for calls whose place the text leaves open.
//
// The text shows it where every mention of `tools` is a plain call, `tools.github.issues.create(`, and a path is called in
// one place. Any other mention may be handed on and called elsewhere: then the text shows nothing.
//
// Threat: a program that gets at its tools by a name it does not write down, and writes a call of them into a comment,
// would choose the line that is shown to the person who approves. So these places belong to an object of their own, which
// the program has as the parameter `tools`: what it gets from `globalThis` asks the stack. A parameter can be reached
// without writing its name down by `eval`, by `arguments` and by an escape in a name; a text with any of them shows nothing.

/** A mention of `tools`, the names that follow it, and whether it is called. */
const MENTION = /(?<![\w$])tools(?![\w$])((?:\s*\.\s*[A-Za-z_$][\w$]*)*)(\s*\()?/g;
/** What the engine takes for the end of a line, besides the one that is counted here. */
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/;
const OTHER_WAYS = /\beval\b|\barguments\b|\\u/;

/**
 * For each path that is called in one place a line, `"github","issues","create" 1:21`, between line feeds:
 * the path as the guest writes it, and its place. Empty if the text does not show them.
 */
export function callSites(source: string): string {
  if (OTHER_LINE_ENDS.test(source) || OTHER_WAYS.test(source)) return '';
  const places = new Map<string, string | undefined>();
  let line = 1;
  let lineStart = 0;
  let lineEnd = source.indexOf('\n');
  // Not by matchAll, which makes a copy of the expression each time.
  MENTION.lastIndex = 0;
  for (let found = MENTION.exec(source); found !== null; found = MENTION.exec(source)) {
    const { 0: text, 1: names = '', 2: bracket, index } = found;
    const before = source.charAt(index - 1);
    if (names === '' || bracket === undefined || before === '.' || before === '#') return '';
    const segments = names.split('.').slice(1);
    const called = index + text.length - bracket.length - (segments.at(-1)?.trimStart().length ?? 0);
    for (; lineEnd >= 0 && lineEnd < called; lineEnd = source.indexOf('\n', lineStart)) {
      line++;
      lineStart = lineEnd + 1;
    }
    const path = segments.map((name) => `"${name.trim()}"`).join(',');
    places.set(path, places.has(path) ? undefined : `${line}:${called - lineStart + 1}`);
  }
  return `\n${[...places].map(([path, place]) => (place === undefined ? '' : `${path} ${place}\n`)).join('')}`;
}
