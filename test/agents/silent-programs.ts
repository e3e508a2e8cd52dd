// Programs that once ended without a word: an undefined value, a promise taken for its result, a call nobody waited for.

import { reply, type WrongProgram } from './wrong-program.ts';

export const SILENT_PROGRAMS: readonly WrongProgram[] = [
  {
    kind: 'mistake',
    code: 'return await tools.fs.list({}).entries',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is read for .entries before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 32,
        at: '1 | return await tools.fs.list({}).entries\n  |                                ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.fs.list({});\nreturn r.data',
    says: 'the keys entries',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The program returned undefined (line 2: return r.data). The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.fs.list({}); return r.length',
    says: 'returned undefined (line 1: return r.length)',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The program returned undefined (line 1: return r.length). The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.fs.list({});\nreturn "Files: " + r',
    says: 'contains [object Object]',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 'Files: [object Object]',
      logs: [
        'info: The returned text contains [object Object]: an object was joined to it. Join one of its fields, or JSON.stringify(value). The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const sum = [1, 2].reduce(async (all, n) => all + n, 0);\nreturn sum + 1',
    says: '[object Promise]',
    score: 3,
    reply: reply({
      status: 'completed',
      value: '[object Promise]1',
      logs: [
        'info: The returned text contains [object Promise]: a call or an async function was not awaited before it was joined',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.fs.list({});\nreturn parseInt(r.entries)',
    says: 'is NaN',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The returned value is NaN, which JSON writes as null: a text, an object or undefined was used as a number. The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.fs.list({});\nreturn { title: r.title }',
    says: 'undefined at .title. The last result',
    score: 3,
    reply: reply({
      status: 'completed',
      value: {},
      logs: [
        'info: The returned value is undefined at .title. The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.github["list-issues"]({});\nreturn r.map((x) => { x.number })',
    says: '(x) => { return x.name }',
    score: 3,
    reply: reply({
      status: 'completed',
      value: [null],
      logs: [
        'info: Every item of the returned list is undefined: a function with braces needs return, (x) => { return x.name }. The last result, of tools.github["list-issues"], is a list of 1 items, each with the keys number, title',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const r = await tools.fs.list({});\nif (r.entries.length > 5) {\n  return r.entries;\n}',
    says: 'End the program with return as well',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The program ended without a value: no return was reached, or it gave undefined (line 3: return r.entries;). End the program with return as well. The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'try {\n  const r = await tools.fs.list({});\n  r.entries\n} catch (e) {\n  console.error(e);\n}',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'shape',
    code: 'const r = await tools.fs.list({});\nif (r.entries.length === 0) return "none";\nr.entries[0]',
    says: '"value":"a.txt"',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 'a.txt',
      logs: [
        'info: Where no return is reached, the value of the last expression is returned; write return in front of it to say so',
      ],
    }),
  },
  {
    kind: 'shape',
    code: 'const r = await tools.fs.list({});\nif (r.entries.length > 0) {\n  r.entries\n} else {\n  `none`\n}',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: ['info: The value of the last expression was returned; write return in front of it to say so'],
    }),
  },
  {
    kind: 'value',
    code: 'for (const n of [1, 2]) {\n  await tools.test.echo({ n });\n}',
    says: 'end it with return',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The program returned nothing: end it with return and the value that you want to see. The last result, of tools.test.echo, is an object with the keys n',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const out = [];\n["a", "b"].forEach(async (n) => { out.push(await tools.test.echo({ n })) });\nreturn out',
    says: 'await Promise.all(',
    score: 3,
    reply: reply({
      status: 'completed',
      value: [],
      logs: [
        'info: The program returned before 2 calls were done, so its value may lack results: await each call and each function that makes one, or all of them with await Promise.all(list.map(async (item) => …)); forEach does not wait',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'let first;\ntools.fs.list({}).then((r) => { first = r.entries[0] });\nreturn first',
    says: 'await Promise.all(',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'info: The program returned before a call was done, so its value may lack results: await each call and each function that makes one, or all of them with await Promise.all(list.map(async (item) => …)); forEach does not wait',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'if (await elicit({ type: "confirmation", message: "Go?" })) {\n  return await tools.fs.list({})\n}',
    says: '.approved',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The answer of elicit is used as yes or no: an answer is an object, which counts as true when the person declined, too. Read .approved of it, such as: if ((await elicit({ … })).approved)',
        line: 1,
        column: 5,
        at: '1 | if (await elicit({ type: "confirmation", message: "Go?" })) {\n  |     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const ok = await elicit({ type: "confirmation", message: "Go?" });\nif (!ok) return "declined";\nreturn await tools.fs.list({})',
    says: 'ok.approved',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: ok is used as yes or no: an answer is an object, which counts as true when the person declined, too. Read .approved of it: ok.approved',
        line: 2,
        column: 6,
        at: '2 | if (!ok) return "declined";\n  |      ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return tools.github["list-issues"]({})[0].title',
    says: '(await tools.github[\\"list-issues\\"]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.github["list-issues"] is read for [0] before it is awaited: write (await tools.github["list-issues"](…))',
        line: 1,
        column: 8,
        at: '1 | return tools.github["list-issues"]({})[0].title\n  |        ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'if (tools.fs.list({})) return "there";',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is used as a condition before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 5,
        at: '1 | if (tools.fs.list({})) return "there";\n  |     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program has it
    code: 'return `Found: ${tools.fs.list({})}`',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is written as text before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 18,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the program has it
        at: '1 | return `Found: ${tools.fs.list({})}`\n  |                  ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return JSON.stringify(tools.fs.list({}), null, 2)',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is given to JSON.stringify before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 23,
        at: '1 | return JSON.stringify(tools.fs.list({}), null, 2)\n  |                       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'console.log(tools.fs.list({}))',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is given to console.log before it is awaited: write (await tools.fs.list(…))',
        line: 1,
        column: 13,
        at: '1 | console.log(tools.fs.list({}))\n  |             ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const p = tools.fs.list({});\nconsole.log(p);\nreturn await p',
    says: '[Promise: write await in front of it]',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { entries: ['a.txt', 'b.txt'] },
      logs: ['[Promise: write await in front of it]'],
    }),
  },
  {
    kind: 'mistake',
    code: 'const n = store.get("n") + 1;\nawait store.set("n", n);\nreturn n',
    says: '(await store.get',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of store.get is computed with before it is awaited: write (await store.get(…))',
        line: 1,
        column: 11,
        at: '1 | const n = store.get("n") + 1;\n  |           ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'sleep(1000);\nreturn "slept"',
    says: 'await sleep(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: sleep(…) is not awaited, so nothing waits: write await sleep(…)',
        line: 1,
        column: 1,
        at: '1 | sleep(1000);\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'let total = 0;\nfor await (const one of tools.fs.list({})) total++;\nreturn total',
    says: '(await tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The promise of tools.fs.list is iterated before it is awaited: write (await tools.fs.list(…))',
        line: 2,
        column: 25,
        at: '2 | for await (const one of tools.fs.list({})) total++;\n  |                         ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({});\nreturn JSON.parse(r)',
    says: 'leave JSON.parse out',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'SyntaxError: "[object Object]" is not valid JSON: it is a value already, so leave JSON.parse out. The last result, of tools.fs.list, is an object with the keys entries',
        line: 2,
        column: 13,
        at: '2 | return JSON.parse(r)\n  |             ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({});\nreturn Math.sumAll(r.entries)',
    says: 'Math.sumAll is not a function',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: Math.sumAll is not a function',
        line: 2,
        column: 13,
        at: '2 | return Math.sumAll(r.entries)\n  |             ^',
      },
    }),
  },
];
