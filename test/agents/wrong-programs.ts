// Programs as models write them, with the exact text that a model gets for each (`wrong-programs.test.ts`).

import { reply, type WrongProgram } from './wrong-program.ts';

export const WRONG_PROGRAMS: readonly WrongProgram[] = [
  {
    kind: 'shape',
    code: 'async () => { return 42 }',
    says: '"value":42',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 42,
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'async () => {\n  const r = await tools.fs.list({ path: "." });\n  return r.entries;\n}',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: '() => 42',
    says: '"value":42',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 42,
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: '(async () => { return 5 })',
    says: '"value":5',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 5,
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: '(async () => { return 5 })()',
    says: '"value":5',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 5,
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'function () { return 1 }',
    says: '"value":1',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 1,
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: '{ a: 1, b: [2] }',
    says: '{"a":1,"b":[2]}',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { a: 1, b: [2] },
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'async function main() {\n  return (await tools.fs.list({})).entries.length;\n}',
    says: '"value":2',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 2,
      logs: [
        'info: The function main was called, because nothing else in the program calls it; end it with return await main() to say so',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'const main = async () => (await tools.fs.list({})).entries;',
    says: 'a.txt',
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
    code: 'const size = (x) => x.length;\nasync function main() { return size("abc") }',
    says: '"value":3',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 3,
      logs: [
        'info: The function main was called, because nothing else in the program calls it; end it with return await main() to say so',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'main();\nasync function main() { return 9 }',
    says: '"value":9',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 9,
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'function a() {}\nfunction b() {}',
    says: 'return await b()',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The program only declares functions (a, b), so nothing would run. End it with a call of the one to run: return await b()',
        line: 1,
        column: 1,
        at: '1 | function a() {}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'async (x) => x + 1',
    says: 'write its body at the top level',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The function has parameters, and nothing calls it with values: write its body at the top level, or end the program with a call: return await main(…)',
        line: 1,
        column: 1,
        at: '1 | async (x) => x + 1\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'async ({ tools }) => (await tools.fs.list({})).entries',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'async function run(tools) { return (await tools.fs.list({})).entries }',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: [
        'info: The function run was called, because nothing else in the program calls it; end it with return await run() to say so',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'export default async function () { return 1 }',
    says: '"value":1',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 1,
      logs: ['info: Toolshed called the default export; write its body at the top level, with return'],
    }),
  },
  {
    kind: 'shape',
    code: 'export default async () => { const n: number = 2; return n }',
    says: '"value":2',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 2,
      logs: ['info: Toolshed called the default export; write its body at the top level, with return'],
    }),
  },
  {
    kind: 'shape',
    code: 'export default 42',
    says: '"value":42',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 42,
      logs: ['info: The default export was returned; write return in its place to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'export default { a: 1 };',
    says: '{"a":1}',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { a: 1 },
      logs: ['info: The default export was returned; write return in its place to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'export async function main() { return 3 }',
    says: '"value":3',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 3,
      logs: [
        'info: The function main was called, because nothing else in the program calls it; end it with return await main() to say so',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'export const n = 1;\nreturn n',
    says: '"value":1',
    score: 3,
    reply: reply({ status: 'completed', value: 1, logs: ['info: A program exports nothing: "export" was left out'] }),
  },
  {
    kind: 'shape',
    code: 'export default () => 1;\nreturn 2',
    says: 'write return in place',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: A program exports nothing: write return in place of "export default", at the end of the program',
        line: 1,
        column: 1,
        at: '1 | export default () => 1;\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'const x = 6 * 7; x',
    says: '"value":42',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 42,
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'const x: number = 6 * 7;\nx',
    says: '"value":42',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 42,
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'await tools.fs.list({ path: "." })',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { entries: ['a.txt', 'b.txt'] },
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: '({ a: 1 })',
    says: '{"a":1}',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { a: 1 },
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: '{ a: 1 }',
    says: 'write return {',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The braces at the end are a block, not an object: write return { … }',
        line: 1,
        column: 1,
        at: '1 | { a: 1 }\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'const files = await tools.fs.list({})',
    says: 'return files',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: ['info: The program returns nothing; to see files, end it with: return files'],
    }),
  },
  {
    kind: 'shape',
    code: '```js\nasync () => 8\n```',
    says: '"value":8',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 8,
      logs: [
        'info: Toolshed called the function that the program consists of; write its body at the top level, with return',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'Here is the program:\n\n```js\nconst r = await tools.fs.list({});\nreturn r.entries;\n```\n\nIt lists the files.',
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
    code: 'Result\n```js\nreturn 7\n```',
    says: '"value":7',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 7,
      logs: ['info: The code block in the text was run; send the program without anything around it'],
    }),
  },
  {
    kind: 'shape',
    code: 'Install it:\n```sh\nnpm install x\n```\nThen:\n```ts\nreturn 7 as number\n```',
    says: '"value":7',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 7,
      logs: ['info: The code block in the text was run; send the program without anything around it'],
    }),
  },
  {
    kind: 'shape',
    code: '```js\nreturn 1\n```\n\n```js\nreturn 2\n```',
    says: 'send one program',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: There are 2 code blocks: send one program, without anything around it',
        line: 1,
        column: 1,
        at: '1 | ```js\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'Sure! Here it is:\n```js\nreturn 1',
    says: 'without a code fence that is not closed',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: Send the program alone: without prose, and without a code fence that is not closed (Expected ';', '}' or <eof>)",
        line: 1,
        column: 7,
        at: '1 | Sure! Here it is:\n  |       ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'const f = (x) =&gt; x + 1;\nreturn f(2)',
    says: '"value":3',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 3,
      logs: ['info: HTML entities such as &gt; were read as the characters they stand for; send plain text'],
    }),
  },
  {
    kind: 'shape',
    code: 'return [1, 2].filter((n) =&gt; n &lt; 2 &amp;&amp; n &gt; 0).join(&quot;,&quot;)',
    says: '"value":"1"',
    score: 3,
    reply: reply({
      status: 'completed',
      value: '1',
      logs: ['info: HTML entities such as &gt; were read as the characters they stand for; send plain text'],
    }),
  },
  {
    kind: 'shape',
    code: '',
    says: 'write JavaScript',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The program is empty: write JavaScript that calls tools.* and returns a value',
        line: 1,
        column: 1,
      },
    }),
  },
  {
    kind: 'shape',
    code: '// nothing yet',
    says: 'write JavaScript',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The program is empty: write JavaScript that calls tools.* and returns a value',
        line: 1,
        column: 1,
        at: '1 | // nothing yet\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return new Map([["a", 1]])',
    says: 'Object.fromEntries(map)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return a Map: write Object.fromEntries(map) or [...map]',
        line: 1,
        column: 1,
        at: '1 | return new Map([["a", 1]])\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return { a: { b: new Set([1]) } }',
    says: '.a.b',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return a Set (at .a.b): write [...set]',
        line: 1,
        column: 1,
        at: '1 | return { a: { b: new Set([1]) } }\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return { files: tools.fs.list() }',
    says: '.files',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot return a promise that was not awaited (at .files): write await in front of it, or await Promise.all(list) for several',
        line: 1,
        column: 1,
        at: '1 | return { files: tools.fs.list() }\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return [tools.fs.list()]',
    says: 'Promise.all(list)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot return a promise that was not awaited (at [0]): write await in front of it, or await Promise.all(list) for several',
        line: 1,
        column: 1,
        at: '1 | return [tools.fs.list()]\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return { run: () => 1 }',
    says: '.run',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return a function (at .run): call it and use its result, or leave it out',
        line: 1,
        column: 1,
        at: '1 | return { run: () => 1 }\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return Symbol("x")',
    says: 'write a text',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return a symbol: write a text in its place',
        line: 1,
        column: 1,
        at: '1 | return Symbol("x")\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return { n: 10n }',
    says: 'String(n)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return a BigInt (at .n): write String(n) or Number(n)',
        line: 1,
        column: 1,
        at: '1 | return { n: 10n }\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return new Uint8Array([104, 105])',
    says: 'Array.from(bytes)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return bytes: write Array.from(bytes)',
        line: 1,
        column: 1,
        at: '1 | return new Uint8Array([104, 105])\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return new Map([["a", 1]]).values()',
    says: '[...it]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return an iterator: write [...it]',
        line: 1,
        column: 1,
        at: '1 | return new Map([["a", 1]]).values()\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'class Box { #n = 1 }\nreturn new Box()',
    says: 'with what you need of it',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot return an object without fields that JSON could carry: write { … } with what you need of it',
        line: 2,
        column: 1,
        at: '2 | return new Box()\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return { e: new Error("gone") }',
    says: '"message":"gone"',
    score: 3,
    reply: reply({ status: 'completed', value: { e: { name: 'Error', message: 'gone' } } }),
  },
  {
    kind: 'value',
    code: 'return (await Promise.allSettled([tools.fs.nothing({})]))[0].reason.code',
    says: 'tool/unknown',
    score: 3,
    reply: reply({ status: 'completed', value: 'tool/unknown' }),
  },
  {
    kind: 'value',
    code: 'return await tools.test.echo({ rows: [new Map()] })',
    says: '.rows[0]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot send a Map (at .rows[0]): write Object.fromEntries(map) or [...map]',
        line: 1,
        column: 25,
        at: '1 | return await tools.test.echo({ rows: [new Map()] })\n  |                         ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'emit(new Set([1]));\nreturn 1',
    says: '[...set]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot emit a Set: write [...set]',
        line: 1,
        column: 1,
        at: '1 | emit(new Set([1]));\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return [NaN, Infinity, undefined, { a: undefined }]',
    says: '[null,null,null,{}]',
    score: 2,
    reply: reply({
      status: 'completed',
      value: [null, null, null, {}],
      logs: [
        'info: The returned value at [0] is NaN, which JSON writes as null: a text, an object or undefined was used as a number',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'return tools.fs.list',
    says: 'call it',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot return a function: call it and use its result, or leave it out',
        line: 1,
        column: 1,
        at: '1 | return tools.fs.list\n  | ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return tools',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot list tools: tools has no keys. Find tools with: await tools.$search("words")',
        line: 1,
        column: 1,
        at: '1 | return tools\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = tools.fs.list();\nreturn r.entries',
    says: 'r = await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: r is a promise and is read for .entries before it is awaited: write r = await tools.fs.list(…)',
        line: 2,
        column: 10,
        at: '2 | return r.entries\n  |          ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const { entries } = tools.fs.list({});\nreturn entries',
    says: 'await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is taken apart before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 7,
        at: '1 | const { entries } = tools.fs.list({});\n  |       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return tools.fs.list({}).entries',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is read for .entries before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 26,
        at: '1 | return tools.fs.list({}).entries\n  |                          ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'for (const one of tools.fs.list({})) console.log(one)',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is iterated before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 19,
        at: '1 | for (const one of tools.fs.list({})) console.log(one)\n  |                   ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({});\nreturn r.map((one) => one)',
    says: 'the keys entries',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: r.map is not a function. The last result, of tools.fs.list, is an object with the keys entries',
        line: 2,
        column: 10,
        at: '2 | return r.map((one) => one)\n  |          ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({});\nreturn r.files.length',
    says: 'the keys entries',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          "TypeError: Cannot read properties of undefined (reading 'length'). The last result, of tools.fs.list, is an object with the keys entries",
        line: 2,
        column: 16,
        at: '2 | return r.files.length\n  |                ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'for (const one of await tools.fs.list({})) console.log(one)',
    says: 'the keys entries',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: (intermediate value) is not iterable. The last result, of tools.fs.list, is an object with the keys entries',
        line: 1,
        column: 19,
        at: '1 | for (const one of await tools.fs.list({})) console.log(one)\n  |                   ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const [first] = await tools.github["list-issues"]({});\nreturn first.labels.join()',
    says: 'the keys number, title',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot read properties of undefined (reading \'join\'). The last result, of tools.github["list-issues"], is a list of 1 items, each with the keys number, title',
        line: 2,
        column: 21,
        at: '2 | return first.labels.join()\n  |                     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await fetch("https://example.org")',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: fetch is not defined: a program reaches the network only through tools.*; find one with: await tools.$search("http")',
        line: 1,
        column: 1,
        at: '1 | return await fetch("https://example.org")\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const fs = require("fs");\nreturn fs.readFileSync("x")',
    says: 'no modules',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: require is not defined: a program has no modules: use tools.* and the language itself',
        line: 1,
        column: 12,
        at: '1 | const fs = require("fs");\n  |            ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return process.env.TOKEN',
    says: 'elicit',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: process is not defined: a program has no process and no environment: end with return; ask for a value with elicit(…), or use a tool that knows it',
        line: 1,
        column: 1,
        at: '1 | return process.env.TOKEN\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return Buffer.from("aGk=", "base64").toString()',
    says: 'Uint8Array',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: Buffer is not defined: new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))) reads base64 as text, new TextEncoder().encode(text) makes bytes',
        line: 1,
        column: 1,
        at: '1 | return Buffer.from("aGk=", "base64").toString()\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'import fs from "fs";\nreturn fs',
    says: 'Remove the import',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: A program cannot import anything: it has tools.* and the language. Remove the import and call a tool instead; await tools.$search("words") finds one',
        line: 1,
        column: 1,
        at: '1 | import fs from "fs";\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const fs = await import("fs");\nreturn fs',
    says: 'Remove the import',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'Not supported: a program cannot import anything. Remove the import and use tools.*',
        line: 1,
        column: 12,
        at: '1 | const fs = await import("fs");\n  |            ^',
      },
      typeErrors: [
        '1:18  There is no import in a program: only tools.* reaches the outside\n    const fs = await import("fs");\n                     ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'module.exports = async () => 1',
    says: 'write return',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: module is not defined: a program exports nothing: write return in its place',
        line: 1,
        column: 1,
        at: '1 | module.exports = async () => 1\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return window.location.href',
    says: 'no browser',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: window is not defined: a program runs in no browser and has no page: use tools.*',
        line: 1,
        column: 1,
        at: '1 | return window.location.href\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return document.title',
    says: 'no browser',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: document is not defined: a program runs in no browser and has no page: use tools.*',
        line: 1,
        column: 1,
        at: '1 | return document.title\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'setImmediate(() => 1);\nreturn 1',
    says: 'setTimeout',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'ReferenceError: setImmediate is not defined: write setTimeout(run, 0)',
        line: 1,
        column: 1,
        at: '1 | setImmediate(() => 1);\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return new XMLHttpRequest()',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: XMLHttpRequest is not defined: a program reaches the network only through tools.*; find one with: await tools.$search("http")',
        line: 1,
        column: 1,
        at: '1 | return new XMLHttpRequest()\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'def main():\n    print("x")\n',
    says: 'JavaScript',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This looks like Python: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r (Expected ';', '}' or <eof>)",
        line: 1,
        column: 5,
        at: '1 | def main():\n  |     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'print("x")',
    says: 'console.log',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: print is not defined: this is Python; a program is JavaScript or TypeScript: write console.log(…)',
        line: 1,
        column: 1,
        at: '1 | print("x")\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'import json\nprint(json.dumps({}))',
    says: 'JavaScript',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This looks like Python: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r (A program is not a module: it has no import and no export)',
        line: 1,
        column: 1,
        at: '1 | import json\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'if x == None:\n    pass\nelif y:\n    pass',
    says: 'JavaScript',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This looks like Python: a program is JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r (Expected '(', got 'ident')",
        line: 1,
        column: 4,
        at: '1 | if x == None:\n  |    ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return None',
    says: 'write null',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'ReferenceError: None is not defined: this is Python; a program is JavaScript or TypeScript: write null',
        line: 1,
        column: 1,
        at: '1 | return None\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools["fs.list"]({})',
    says: 'a.txt',
    score: 3,
    reply: reply({ status: 'completed', value: { entries: ['a.txt', 'b.txt'] } }),
  },
  {
    kind: 'mistake',
    code: 'const [found] = await tools.$search("folder");\nreturn await tools[found.path]({})',
    says: 'a.txt',
    score: 3,
    reply: reply({ status: 'completed', value: { entries: ['a.txt', 'b.txt'] } }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.github["list-issues"]({})',
    says: 'One',
    score: 3,
    reply: reply({ status: 'completed', value: [{ number: 1, title: 'One' }] }),
  },
  {
    kind: 'mistake',
    code: 'return Object.keys(tools)',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot list tools: tools has no keys. Find tools with: await tools.$search("words")',
        line: 1,
        column: 15,
        at: '1 | return Object.keys(tools)\n  |               ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'for (const name in tools) console.log(name)',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot list tools: tools has no keys. Find tools with: await tools.$search("words")',
        line: 1,
        column: 20,
        at: '1 | for (const name in tools) console.log(name)\n  |                    ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return JSON.stringify(tools)',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Cannot list tools: tools has no keys. Find tools with: await tools.$search("words")',
        line: 1,
        column: 13,
        at: '1 | return JSON.stringify(tools)\n  |             ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'console.log(tools)',
    says: 'tools.$search',
    score: 3,
    reply: reply({ status: 'completed', value: null, logs: ['[tools: find them with await tools.$search("words")]'] }),
  },
  {
    kind: 'mistake',
    code: 'return (await Promise.all(Array.from({ length: 500 }, (_, n) => tools.test.echo({ n })))).length',
    says: '500',
    score: 3,
    reply: reply({ status: 'completed', value: 500 }),
  },
  {
    kind: 'mistake',
    code: 'throw { a: 1 }',
    says: '{\\"a\\":1}',
    score: 2,
    reply: reply({
      status: 'failed',
      error: { code: 'program/failed', message: '{"a":1}', line: 1, column: 1, at: '1 | throw { a: 1 }\n  | ^' },
    }),
  },
  {
    kind: 'mistake',
    code: 'throw "no such file"',
    says: 'no such file',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'no such file',
        line: 1,
        column: 1,
        at: '1 | throw "no such file"\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'throw new Error("outer", { cause: new TypeError("inner") })',
    says: 'TypeError: inner',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'outer\nCaused by: TypeError: inner',
        line: 1,
        column: 7,
        at: '1 | throw new Error("outer", { cause: new TypeError("inner") })\n  |       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'await Promise.any([Promise.reject(new Error("a")), Promise.reject(new TypeError("b"))])',
    says: 'TypeError: b',
    score: 2,
    reply: reply({
      status: 'failed',
      error: { code: 'program/failed', message: 'AggregateError: All promises were rejected\n- a\n- TypeError: b' },
    }),
  },
  {
    kind: 'mistake',
    code: 'const a = 1;\n\nconst b = a +;',
    says: '3 | const b',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: Expression expected',
        line: 3,
        column: 14,
        at: '3 | const b = a +;\n  |              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.test.echo("a", "b")',
    says: 'tools.test.echo({ name: value })',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: A tool takes one object: write tools.test.echo({ name: value })',
        line: 1,
        column: 25,
        at: '1 | return await tools.test.echo("a", "b")\n  |                         ^',
      },
      typeErrors: [
        '1:35  test.echo: it takes 1 argument and got 2; give one object\n    return await tools.test.echo("a", "b")\n                                      ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'const n = 1;\nreturn n.toFixedd()',
    says: '2 | return',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: n.toFixedd is not a function',
        line: 2,
        column: 10,
        at: '2 | return n.toFixedd()\n  |          ^',
      },
      typeErrors: [
        '2:10  There is no "toFixedd" here; did you mean "toFixed"?\n    return n.toFixedd()\n             ^',
      ],
    }),
  },
];
