// What to write instead, where a text that does not compile is in another language, or was changed on its way.

import { calleeOf } from '../../callee.js';
import { adviceOnHyphens } from './hyphenated-paths.js';

const PYTHON =
  /^[ \t]*(?:def \w+\([^)\n]*\)[^:\n]*:|(?:el)?if [^\n({]*:|else:|for \w+ in [^\n]*:|import \w+[ \t]*$|import \w+ as \w+|from [\w.]+ import |print\(|async def |with [^\n]* as \w+:|try:|except\b)/m;
const SHELL =
  /^[ \t]*(?:#!\/|\$ \w|curl |npm |npx |cd |ls |git |export \w+=|echo |node (?:-|\S+\.m?[jt]s)|python3? |bash |sudo |cat |pip |deno |bun )/m;
const HTML = /^\s*<(?:!doctype|html|script|\?xml)/i;
const TYPESCRIPT_ONLY = /^[ \t]*(?:export )?(?:const )?(?:enum|namespace|declare) \w/m;
const IN_MARKDOWN = /^(?:```|~~~)/m;

const HASH_COMMENT = /^[ \t]*#(?![!\w])/m;
/** Line ends and quotes that were escaped once more than the call needs. */
const ESCAPED_TWICE = /^[^\n]*[;{})][ \t]*\\n|^[^\n"]*\\"/;
const TYPOGRAPHIC = /[\u2018\u2019\u201c\u201d]/;

/** The marks that chats and models put around their calls. */
const CALL_MARKUP = /^\s*<[|/]?(?:\w{1,20}:)?(?:tool_?calls?|tool_?use|function_?calls?|invoke|function)\b/i;
/** One call after the other, or with something behind it: what is data as a whole is read by `written-calls.ts`. */
const CALL_JSON =
  /^\s*[[{]\s*"(?:tool|tool_name|toolName|recipient_name|function|function_name|name|tool_calls|tool_uses)"\s*:\s*(?:"([A-Za-z_$][\w$-]{0,60}(?:\.[\w$-]{1,60}){0,7})")?/;

function adviceOnCalls(source: string): string | undefined {
  const [isJson, name] = CALL_JSON.exec(source) ?? [];
  if (isJson === undefined && !CALL_MARKUP.test(source)) return undefined;
  const callee = name === undefined ? 'tools.a.b' : calleeOf(name);
  return `This is a call in the form of another protocol: write it as a program, return await ${callee}({ … })`;
}

/** What was put around or into a program, or another language, by what gives it away. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*<(thinking|think|code|pre|program|answer|tool_code|reasoning)>/i,
    'There are tags around the program or in front of it: send the program alone',
  ],
  [
    /[\uff08\uff09\uff0c\uff1a\uff1b\uff1d\uff5b\uff5d\u3002]/,
    'The text has full-width characters, such as \uff1b and \uff08: write ; , : ( ) in their place',
  ],
  [
    /^[ \t]*(?:public |private )?(?:static )?(?:public )?(?:class \w+ \{[^\n]*\bpublic static\b|void \w+\()/m,
    'This looks like Java: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
  ],
  [
    /^[ \t]*package \w+[ \t]*$|^[ \t]*func \w+\(/m,
    'This looks like Go: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
  ],
  [
    /^\s*```[ \t]*(?:bash|sh|shell|console|zsh)\b/,
    'The block is of a shell: send a program in JavaScript that calls tools.*',
  ],
  [
    /^[ \t]*(?:Thought|Action|Observation)[ \t]*:/m,
    'This is a trace of thoughts and actions: write its action as a program, return await tools.a.b({ … })',
  ],
  [/^\s*<!\[CDATA\[/, 'Send the program alone, without <![CDATA[ and ]]>'],
  [
    /^[+-] ?(?:const|let|return|await|import|\/\/|for|if)\b/m,
    'The lines have marks of a diff in front: send the program without + and -',
  ],
  [
    /^[ \t]*1[.:|)]?[ \t]+\S[^\n]*\n[ \t]*2[.:|)]?[ \t]/,
    'The lines have numbers in front: send the program without them',
  ],
  [/^[ \t]*>{1,3} ?(?:const|let|await|return|[a-z])/m, 'The lines have a prompt in front: send the program without >'],
  [/\\`|\\\$\{/, 'The text is escaped once too often: write ` and ${ without a backslash'],
  [/[\u200b-\u200d\u2060\ufeff]/, 'The text has invisible characters, such as U+200B: send it without them'],
  [/[\u2010-\u2015\u2212]/, 'The text has a typographic dash: write - in its place'],
  [/\{\s*\.\.\.\s*\}|^[ \t]*\.\.\.[ \t]*$/m, 'A placeholder (...) was left in: write what belongs there'],
  [/(?:return|=|\()\s*<[A-Za-z][\w.]*(?:\s[^<>\n]{0,200})?>/, 'A program has no JSX: return a text or an object'],
  [/^[ \t]*@\w+|\{\s*@\w+/m, 'A program has no decorators: leave them out'],
  [/^[ \t]*import\s+\w+\s*=\s*require\b/m, 'A program has no modules: remove the import and use tools.*'],
  [
    /\b(?:is None|is not None|not in)\b|\bf["'][^"'\n]{0,200}\{/,
    'This looks like Python: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
  ],
  [
    /^[ \t]*(?:puts |require '|end[ \t]*$)/m,
    'This looks like Ruby: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
  ],
  [
    /^[ \t]*\w+(?:, \w+)* := /m,
    'This looks like Go: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
  ],
  [
    /^[ \t]*(?:String|int|double|boolean|List<\w+>) \w+ = /m,
    'This looks like Java: declare with const or let, and write types after the name',
  ],
];

const SQL = /^\s*(?:select\s[^;\n]{0,200}\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/i;
/** A line of words and nothing else. */
const PROSE =
  /^[ \t]*(?:[A-Za-z'’-]{1,30}[,:]? ){3,60}[A-Za-z'’-]{1,30}[.!?:][ \t]*$|^[ \t]*(?:[A-Za-z'’-]{1,30}[,:]? ){4,60}[A-Za-z'’-]{1,30}[ \t]*$/m;

export function adviceOnSyntax(source: string): string | undefined {
  const calls = adviceOnCalls(source);
  if (calls !== undefined) return calls;
  const marked = MARKS.find(([pattern]) => pattern.test(source));
  if (marked !== undefined) return marked[1];
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
  if (SQL.test(source)) return 'This looks like SQL: a program is JavaScript and calls the tool that runs it';
  if (PROSE.test(source))
    return 'This looks like a sentence: send a program in JavaScript, such as const r = await tools.x.y({ … }); return r, without prose around it';
  const hyphens = adviceOnHyphens(source);
  if (hyphens !== undefined) return hyphens;
  if (TYPOGRAPHIC.test(source)) return 'The text has typographic quotes (“ ” ‘ ’): write " or \' in their place';
  if (TYPESCRIPT_ONLY.test(source)) return 'Types are erased, so use a plain object in place of an enum or a namespace';
  return undefined;
}
