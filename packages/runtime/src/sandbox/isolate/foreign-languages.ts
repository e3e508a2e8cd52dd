// What to write instead, where a text that does not compile is in another language, or was changed on its way.

import { adviceOnHyphens } from './hyphenated-paths.js';

const PYTHON =
  /^[ \t]*(?:def \w+\([^)\n]*\)[^:\n]*:|(?:el)?if [^\n({]*:|else:|for \w+ in [^\n]*:|import \w+[ \t]*$|import \w+ as \w+|from [\w.]+ import |print\(|async def |with [^\n]* as \w+:|try:|except\b)/m;
const SHELL = /^[ \t]*(?:#!\/|curl |npm |npx |cd |ls |git |export \w+=|echo )/m;
const HTML = /^\s*<(?:!doctype|html|script|\?xml)/i;
const TYPESCRIPT_ONLY = /^[ \t]*(?:export )?(?:const )?(?:enum|namespace|declare) \w/m;
const IN_MARKDOWN = /^(?:```|~~~)/m;

const HASH_COMMENT = /^[ \t]*#(?![!\w])/m;
/** Line ends and quotes that were escaped once more than the call needs. */
const ESCAPED_TWICE = /^[^\n]*[;{})][ \t]*\\n|^[^\n"]*\\"/;
const TYPOGRAPHIC = /[\u2018\u2019\u201c\u201d]/;

export function adviceOnSyntax(source: string): string | undefined {
  if (HTML.test(source)) return 'This is HTML: send a program in JavaScript or TypeScript';
  if (PYTHON.test(source))
    return 'This looks like Python: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r';
  if (IN_MARKDOWN.test(source))
    return 'Send the program alone: without prose, and without a code fence that is not closed';
  if (SHELL.test(source))
    return 'This looks like a shell command: a program is JavaScript or TypeScript and calls tools.*';
  if (HASH_COMMENT.test(source)) return 'A comment begins with // and not with #';
  if (ESCAPED_TWICE.test(source))
    return 'The text is escaped once too often: send the program with real line ends and quotes, not with \\n and \\"';
  const hyphens = adviceOnHyphens(source);
  if (hyphens !== undefined) return hyphens;
  if (TYPOGRAPHIC.test(source)) return 'The text has typographic quotes (“ ” ‘ ’): write " or \' in their place';
  if (TYPESCRIPT_ONLY.test(source)) return 'Types are erased, so use a plain object in place of an enum or a namespace';
  return undefined;
}
