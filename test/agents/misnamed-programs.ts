// Programs that name something as it is named elsewhere, or were changed on their way.

import { reply, type WrongProgram } from './wrong-program.ts';

export const MISNAMED_PROGRAMS: readonly WrongProgram[] = [
  {
    kind: 'mistake',
    code: 'return await github.list_issues({})',
    says: 'write tools.github',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: github is not defined: tools are called by their whole path, write tools.github',
        line: 1,
        column: 1,
        at: '1 | return await github.list_issues({})\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.github.list-issues({});\nreturn r',
    says: 'tools.github[\\"list-issues\\"](',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: A path with a hyphen needs brackets: write tools.github["list-issues"](…)',
        line: 1,
        column: 17,
        at: '1 | const r = await tools.github.list-issues({});\n  |                 ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.github.list-issues-for-repo({ owner: "a" })',
    says: 'did you mean tools.github[',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: There is no tool github.list-issues-for-repo; did you mean tools.github["list-issues"](…)?',
        line: 1,
        column: 39,
        at: '1 | return await tools.github.list-issues-for-repo({ owner: "a" })\n  |                                       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.write(path="a.txt", text="b");\nreturn r',
    says: 'tools.fs.write({ path:',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: Arguments have no names in JavaScript: write tools.fs.write({ path: "a.txt", text: "b" })',
        line: 1,
        column: 32,
        at: '1 | const r = await tools.fs.write(path="a.txt", text="b");\n  |                                ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'result = await tools.fs.list({});\nreturn result.entries',
    says: 'write const result',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: result is not declared: write const result = …, or let where it changes',
        line: 1,
        column: 1,
        at: '1 | result = await tools.fs.list({});\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'for (name of ["a", "b"]) console.log(name);\nreturn 1',
    says: 'for (const name of',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: name is not declared: write for (const name of …)',
        line: 1,
        column: 6,
        at: '1 | for (name of ["a", "b"]) console.log(name);\n  |      ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.search("folder")',
    says: 'tools.$search(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/unknown',
        message: 'Cannot call search: write tools.$search(…)',
        line: 1,
        column: 20,
        at: '1 | return await tools.search("folder")\n  |                    ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.describe("fs.list")',
    says: 'tools.$describe(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/unknown',
        message: 'Cannot call describe: write tools.$describe(…)',
        line: 1,
        column: 20,
        at: '1 | return await tools.describe("fs.list")\n  |                    ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.elicit({ message: "Name?" })',
    says: 'write elicit(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/unknown',
        message: 'Cannot call elicit: elicit is no tool: write elicit(…), without tools.',
        line: 1,
        column: 20,
        at: '1 | return await tools.elicit({ message: "Name?" })\n  |                    ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'await tools.sleep(100);\nreturn 1',
    says: 'write sleep(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/unknown',
        message: 'Cannot call sleep: sleep is no tool: write sleep(…), without tools.',
        line: 1,
        column: 13,
        at: '1 | await tools.sleep(100);\n  |             ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'await tools.store.set("a", 1);\nreturn 1',
    says: 'store.set(key, value)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: store is no tool: write store.get(key) or store.set(key, value), without tools.',
        line: 1,
        column: 19,
        at: '1 | await tools.store.set("a", 1);\n  |                   ^',
      },
      typeErrors: [
        '1:19  store is no tool: write store.set(…), without tools.\n    await tools.store.set("a", 1);\n                      ^',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'return (await tools.$search({ query: "folder" })).map((t) => t.path)',
    says: '["fs.list"]',
    score: 3,
    reply: reply({ status: 'completed', value: ['fs.list'] }),
  },
  {
    kind: 'shape',
    code: 'return (await tools.$search("list", { limit: 1 })).length',
    says: '"value":1',
    score: 3,
    reply: reply({ status: 'completed', value: 1 }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({});\\nreturn r.entries',
    says: 'escaped once too often',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The text is escaped once too often: send the program with real line ends and quotes, not with \\n and \\" (Expected unicode escape)',
        line: 1,
        column: 35,
        at: '1 | const r = await tools.fs.list({});\\nreturn r.entries\n  |                                   ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: '"const r = await tools.fs.list({});\\nreturn r.entries"',
    says: 'without them',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The program is a text in quotes: send it without them',
        line: 1,
        column: 1,
        at: '1 | "const r = await tools.fs.list({});\\nreturn r.entries"\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: '{"code": "const r = await tools.fs.list({}); return r.entries"}',
    says: 'send the text of',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The program is in "code" of an object: send the text of "code" alone, as the argument code',
        line: 1,
        column: 1,
        at: '1 | {"code": "const r = await tools.fs.list({}); return r.entries"}\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({ path: “.” });\nreturn r',
    says: 'typographic quotes',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: The text has typographic quotes (“ ” ‘ ’): write \" or ' in their place (Unexpected character '“')",
        line: 1,
        column: 39,
        at: '1 | const r = await tools.fs.list({ path: “.” });\n  |                                       ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'import type { Issue } from "./types";\nconst r = await tools.fs.list({});\nreturn r.entries',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: ['info: A program imports nothing: "import type" was left out'],
    }),
  },
  {
    kind: 'mistake',
    code: '# list the files\nconst r = await tools.fs.list({});\nreturn r',
    says: 'begins with //',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: "SyntaxError: A comment begins with // and not with # (Expected ';', '}' or <eof>)",
        line: 1,
        column: 8,
        at: '1 | # list the files\n  |        ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'async function main({ input }) { return { input: input ?? null } }',
    says: '"input":null',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { input: null },
      logs: [
        'info: The function main was called, because nothing else in the program calls it; end it with return await main() to say so',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return AbortSignal.timeout(5)',
    says: 'Promise.race',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: AbortSignal is not defined: write await Promise.race([call, sleep(ms)]) to wait no longer than that',
        line: 1,
        column: 1,
        at: '1 | return AbortSignal.timeout(5)\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return _.map([1], (x) => x)',
    says: 'no lodash',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: _ is not defined: a program has no lodash: use the methods of lists and objects',
        line: 1,
        column: 1,
        at: '1 | return _.map([1], (x) => x)\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return z.string().parse("a")',
    says: 'no zod',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: z is not defined: a program has no zod: check values with plain conditions',
        line: 1,
        column: 1,
        at: '1 | return z.string().parse("a")\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'for (const i of range(3)) console.log(i)',
    says: 'Array.from',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: range is not defined: this is Python; a program is JavaScript or TypeScript: write Array.from({ length: n }, (_, i) => i)',
        line: 1,
        column: 17,
        at: '1 | for (const i of range(3)) console.log(i)\n  |                 ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await callTool("fs.list", {})',
    says: 'await tools.a.b(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: callTool is not defined: a tool is called by its path after tools: for "a.b" write await tools.a.b({ … })',
        line: 1,
        column: 1,
        at: '1 | return await callTool("fs.list", {})\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.$result("exec_nope")',
    says: 'tools.$result(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'execution/unknown',
        message:
          'Cannot read the result of "exec_1": this session has no execution with this id. Ids look like exec_… and are in the reply to the call that ran the program: tools.$result("exec_…")',
        line: 1,
        column: 20,
        at: '1 | return await tools.$result("exec_1")\n  |                    ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'try {\n  await tools.github["get-issue"]({ number: 404 });\n} catch (e) {\n  return { status: e.status, code: e.code };\n}',
    says: '404',
    score: 3,
    reply: reply({ status: 'completed', value: { status: 404, code: 'openapi/404' } }),
  },
  {
    kind: 'mistake',
    code: 'await tools.github["close-issue"]({ number: 1 });\nconst r = await tools.fs.list({});\nreturn r.data.length',
    says: '"done":["github.close-issue (line 1)"]',
    score: 3,
    reply: reply({
      status: 'failed',
      done: ['github.close-issue (line 1)'],
      next: 'The calls in done took effect before the program failed: do not make them again.',
      error: {
        code: 'program/failed',
        message:
          "TypeError: Cannot read properties of undefined (reading 'length'). The last result, of tools.fs.list, is an object with the keys entries",
        line: 3,
        column: 15,
        at: '3 | return r.data.length\n  |               ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.github.pages.$all({}, { limit: 100000 })',
    says: 'ask for larger pages',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'limit/calls',
        message:
          'Cannot make more than 600 calls (limits.calls): ask for larger pages, or handle the rest in another program',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.github.pages.$all({}, { per_page: 5 })',
    says: '$all(args, { limit })',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot list all pages: "per_page" is no option; write $all(args, { limit }), with the arguments of the tool in args',
        line: 1,
        column: 33,
        at: '1 | return await tools.github.pages.$all({}, { per_page: 5 })\n  |                                 ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.github.pages.$all({ page: new Map() })',
    says: 'Object.fromEntries(map)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot send a Map (at .page): write Object.fromEntries(map) or [...map]',
        line: 1,
        column: 33,
        at: '1 | return await tools.github.pages.$all({ page: new Map() })\n  |                                 ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'console.table([{ a: 1 }]);\nreturn 1',
    says: 'console has debug, log',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: console.table is not a function: console has debug, log, info, warn and error',
        line: 1,
        column: 9,
        at: '1 | console.table([{ a: 1 }]);\n  |         ^',
      },
      typeErrors: [
        '1:9  There is no "table" here, only { debug(...values: any[]): void; log(...values: any[]): void; info(...values: any[]): void; warn(...values: any[]): void; error(...values: any[]): void; }\n    console.table([{ a: 1 }]);\n            ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.github.getIssue({ number: 1 })',
    says: 'tools.github[\\"get-issue\\"]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/unknown',
        message:
          'Cannot call github.getIssue: there is no such tool; did you mean github.get-issue (write tools.github["get-issue"]) or github.close-issue (write tools.github["close-issue"]) or github.list-issues (write tools.github["list-issues"])?',
        line: 1,
        column: 27,
        at: '1 | return await tools.github.getIssue({ number: 1 })\n  |                           ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.github["get-issue"]({ number: 1 });\nreturn r.title',
    says: 'its body is an object with the keys number, title, user',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The program returned undefined (line 2: return r.title). The last result, of tools.github["get-issue"], is an object with the keys status, headers, body; its body is an object with the keys number, title, user',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({});\nreturn await tools.fs.write({ path: r.file, text: "x" })',
    says: 'the keys entries',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/invalid-arguments',
        message:
          'Cannot call fs.write: "path": is missing; its signature is tools.fs.write(args: { path: string; text: string }): Promise<unknown>. The last result, of tools.fs.list, is an object with the keys entries',
        line: 2,
        column: 23,
        at: '2 | return await tools.fs.write({ path: r.file, text: "x" })\n  |                       ^',
      },
    }),
  },
];
