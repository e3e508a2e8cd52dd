// What to write instead, where a text that does not compile is in another language.

const PYTHON =
  /^[ \t]*(?:def \w+\([^)\n]*\)[^:\n]*:|(?:el)?if [^\n({]*:|else:|for \w+ in [^\n]*:|import \w+[ \t]*$|import \w+ as \w+|from [\w.]+ import |print\(|async def |with [^\n]* as \w+:|try:|except\b)/m;
const SHELL = /^[ \t]*(?:#!\/|curl |npm |npx |cd |ls |git |export \w+=|echo )/m;
const HTML = /^\s*<(?:!doctype|html|script|\?xml)/i;
const TYPESCRIPT_ONLY = /^[ \t]*(?:export )?(?:const )?(?:enum|namespace|declare) \w/m;
const IN_MARKDOWN = /^(?:```|~~~)/m;

export function adviceOnSyntax(source: string): string | undefined {
  if (HTML.test(source)) return 'This is HTML: send a program in JavaScript or TypeScript';
  if (PYTHON.test(source))
    return 'This looks like Python: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r';
  if (IN_MARKDOWN.test(source))
    return 'Send the program alone: without prose, and without a code fence that is not closed';
  if (SHELL.test(source))
    return 'This looks like a shell command: a program is JavaScript or TypeScript and calls tools.*';
  if (TYPESCRIPT_ONLY.test(source)) return 'Types are erased, so use a plain object in place of an enum or a namespace';
  return undefined;
}
