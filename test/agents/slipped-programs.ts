// Programs that slip: names without `tools`, units, backslashes, quotes, and what was returned in place of what was meant. What a
// model gets for each is `wrong-programs.test.ts`.

import { reply, type WrongProgram } from './wrong-program.ts';

export const SLIPPED_PROGRAMS: readonly WrongProgram[] = [
  {
    kind: 'mistake',
    code: 'return await github_list_issues({})',
    says: 'write tools.github[',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: github_list_issues is not defined: tools are called by their path, write tools.github["list-issues"]({ … })',
        line: 1,
        column: 1,
        at: '1 | return await github_list_issues({})\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await functions.fs.list({})',
    says: 'write tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: functions is not defined: tools are called by their path, write tools.fs.list({ … })',
        line: 1,
        column: 1,
        at: '1 | return await functions.fs.list({})\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.github.pages({});\nreturn await r.$all()',
    says: 'write await tools.a.b.$all(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: r.$all is not a function: $all belongs to a tool and takes the place of its call: write await tools.a.b.$all({ … }), with the arguments of the call',
        line: 2,
        column: 16,
        at: '2 | return await r.$all()\n  |                ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await $describe(tools.fs.list)',
    says: 'write await tools.$describe(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: $describe is not defined: write await tools.$describe("path"), with the path of a tool as a text',
        line: 1,
        column: 1,
        at: '1 | return await $describe(tools.fs.list)\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const all = await tools.$all("github.pages", {});\nreturn all',
    says: '.$all(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: $all is of a tool: write tools["github.pages"].$all({ … })',
        line: 1,
        column: 25,
        at: '1 | const all = await tools.$all("github.pages", {});\n  |                         ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return input.folder',
    says: 'write the values into the program',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          "TypeError: Cannot read properties of undefined (reading 'folder'). input is undefined, because the program was started without one: write the values into the program, or ask with elicit(…)",
        line: 1,
        column: 14,
        at: '1 | return input.folder\n  |              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.fs.list({ path: "a", depth: Number("x") })',
    says: 'Cannot send NaN (at .depth)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot send NaN (at .depth): a text, an object or undefined was used as a number; look at what it was made of',
        line: 1,
        column: 23,
        at: '1 | return await tools.fs.list({ path: "a", depth: Number("x") })\n  |                       ^',
      },
      typeErrors: [
        '1:41  fs.list: "depth" is not an argument\n    return await tools.fs.list({ path: "a", depth: Number("x") })\n                                            ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.test.echo({ most: Infinity })',
    says: 'leave it out',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot send Infinity (at .most): JSON has no such number, so leave it out or write a number',
        line: 1,
        column: 25,
        at: '1 | return await tools.test.echo({ most: Infinity })\n  |                         ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'throw undefined',
    says: 'throw new Error(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'The program threw undefined, which says nothing: write throw new Error("…") with what went wrong',
        line: 1,
        column: 1,
        at: '1 | throw undefined\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'await new Promise((done) => setTimeout(done, "1s"));\nreturn 1',
    says: 'setTimeout(run, 1_000)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: setTimeout takes milliseconds: write setTimeout(run, 1_000) for one second',
        line: 1,
        column: 29,
        at: '1 | await new Promise((done) => setTimeout(done, "1s"));\n  |                             ^',
      },
      typeErrors: [
        '1:46  setTimeout: string does not fit number\n    await new Promise((done) => setTimeout(done, "1s"));\n                                                 ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'await sleep(2);\nreturn 1',
    says: 'sleep(2000)',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 1,
      logs: ['info: sleep(2) waits 2 ms: it takes milliseconds, so write sleep(2000) for 2 s'],
    }),
  },
  {
    kind: 'mistake',
    code: 'emit("progress", 50);\nreturn 1',
    says: 'emit({ … })',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 1,
      logs: ['info: emit takes one value, so its second argument was left out: write emit({ … }) with both'],
      shownToUser: 1,
    }),
  },
  {
    kind: 'value',
    code: 'const n = 3;\nreturn `count: $\\{n}`',
    says: 'leave the backslash out',
    score: 3,
    reply: reply({
      status: 'completed',
      value: `count: \${n}`,
      logs: [`info: The template in line 2 keeps \${n…} as it is written: leave the backslash out to put the value in`],
    }),
  },
  {
    kind: 'value',
    code: 'const out = [];\nconst { entries } = await tools.fs.list({});\nreturn entries.map((one) => out.push(one))',
    says: 'return the list that was filled',
    score: 3,
    reply: reply({
      status: 'completed',
      value: [1, 2],
      logs: [
        'info: The list in line 3 is of what push returns, which is a length: return the list that was filled, or map to the values themselves',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'return { tool: "fs.list", args: { path: "src" } }',
    says: 'write: return await tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { tool: 'fs.list', args: { path: 'src' } },
      logs: [
        'info: The program returns data that looks like a call, and called nothing. To make the call, write: return await tools.fs.list({ path: "src" })',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const out = [];\nfor (const path in ["a", "b"]) out.push(await tools.fs.list({ path }));\nreturn out.length',
    says: 'for (const path of …)',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 2,
      logs: [
        'info: for … in gives the indexes of a list, "0", "1", …: for its items write for (const path of …) in line 2',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'return { total: 1, next: () => 2 }',
    says: 'call it and return its result',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { total: 1 },
      logs: ['info: The returned value has a function at .next, which JSON leaves out: call it and return its result'],
    }),
  },
  {
    kind: 'value',
    code: 'async function* pages() { yield 1 }\nreturn pages()',
    says: 'for await (const one of it)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot return an async generator: write for await (const one of it) list.push(one), and return the list',
        line: 2,
        column: 1,
        at: '2 | return pages()\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'async function main() { return (await tools.fs.list({})).entries }\nexport { main };',
    says: 'The function main was called',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: [
        'info: The function main was called, because nothing else in the program calls it; end it with return await main() to say so',
      ],
    }),
  },
  {
    kind: 'shape',
    code: '```python\nx = 1\n```',
    says: 'marked as python',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The block is marked as python: send a program in JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
        line: 1,
        column: 1,
        at: '1 | ```python\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '```python\nconst { entries } = await tools.fs.list({});\nreturn entries;\n```',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: ['info: The code block in the text was run; send the program without anything around it'],
    }),
  },
  {
    kind: 'shape',
    code: 'tool: fs.list\nargs:\n  path: src',
    says: 'return await tools.fs.list({ … })',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is a call in YAML, and calls nothing. As a program, write: return await tools.fs.list({ … })',
        line: 1,
        column: 1,
        at: '1 | tool: fs.list\n  | ^',
      },
      typeErrors: ['3:9  "src" is not defined\n      path: src\n            ^'],
    }),
  },
  {
    kind: 'shape',
    code: '<thinking>I list the files.</thinking>\nreturn await tools.fs.list({})',
    says: 'send the program alone',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: There are tags around the program or in front of it: send the program alone (Expected ';', '}' or <eof>)",
        line: 1,
        column: 13,
        at: '1 | <thinking>I list the files.</thinking>\n  |             ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'package main\n\nfunc main() { fmt.Println("x") }',
    says: 'This looks like Go',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This looks like Go: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r (Expected ';', '}' or <eof>)",
        line: 1,
        column: 9,
        at: '1 | package main\n  |         ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: "const text = 'Dear Ada,\nhere it is';\nreturn text",
    says: 'is not closed in its line',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: The text that begins here is not closed in its line: close it with ', or write `…` for a text of several lines",
        line: 1,
        column: 14,
        at: "1 | const text = 'Dear Ada,\n  |              ^",
      },
    }),
  },
  {
    kind: 'shape',
    code: "const text = 'It's late';\nreturn text",
    says: 'write the text in',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The \' inside of the text ends it: write the text in "…", or \\\' for this one',
        line: 1,
        column: 17,
        at: "1 | const text = 'It's late';\n  |                 ^",
      },
    }),
  },
  {
    kind: 'shape',
    code: 'return (await tools.fs.list({})).entries；',
    says: 'full-width',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: The text has full-width characters, such as ； and （: write ; , : ( ) in their place (There is a character that a program cannot have; expected ';')",
        line: 1,
        column: 41,
        at: '1 | return (await tools.fs.list({})).entries；\n  |                                         ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'const all = ["a"].map((path) => {\n  const r = await tools.fs.list({ path });\n  return r;\n});\nreturn all',
    says: 'map(async (item)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: await stands in a function that is not async: write async in front of its parameters; for a list, await Promise.all(list.map(async (item) => …))',
        line: 2,
        column: 13,
        at: '2 |   const r = await tools.fs.list({ path });\n  |             ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'class A { constructor(private readonly path: string) {} }\nreturn new A("x").path',
    says: 'declare the field',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: A parameter that declares a field is not supported: declare the field in the class, and assign it in the constructor',
        line: 1,
        column: 40,
        at: '1 | class A { constructor(private readonly path: string) {} }\n  |                                        ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'try { await tools.fs.list({}); } catch { return "none"; }',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { entries: ['a.txt', 'b.txt'] },
      logs: [
        'info: Where no return is reached, the value of the last expression is returned; write return in front of it to say so',
      ],
    }),
  },
];
