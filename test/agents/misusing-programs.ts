// Programs in the form of other protocols and languages, and programs that misuse what they were given: what a model gets
// for each is `wrong-programs.test.ts`.

import { reply, type WrongProgram } from './wrong-program.ts';

export const MISUSING_PROGRAMS: readonly WrongProgram[] = [
  {
    kind: 'shape',
    code: 'Here it is:\n\n```python\nx = tools.fs.list({})\n```',
    says: 'in JavaScript or TypeScript',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The block is marked as python: send a program in JavaScript or TypeScript, such as const r = await tools.x.y({ … }); return r',
        line: 3,
        column: 1,
        at: '3 | ```python\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.shop.order-items.add({ sku: "a" })',
    says: 'tools.shop[\\"order-items\\"].add(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: A path with a hyphen needs brackets: write tools.shop["order-items"].add(…)',
        line: 1,
        column: 14,
        at: '1 | return await tools.shop.order-items.add({ sku: "a" })\n  |              ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '{"tool": "fs.list", "args": {"path": "src"}}',
    says: 'return await tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is the JSON of a call, and nothing was called. As a program, write: return await tools.fs.list({"path": "src"})',
        line: 1,
        column: 1,
        at: '1 | {"tool": "fs.list", "args": {"path": "src"}}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '[{"name": "fs.list", "arguments": {}}, {"name": "github.get-issue", "arguments": "{\\"number\\": 4}"}]',
    says: 'const b = await tools.github[',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is the JSON of 2 calls, and nothing was called. As a program, write: const a = await tools.fs.list({}); const b = await tools.github["get-issue"]({"number":4}); return [a, b]',
        line: 1,
        column: 1,
        at: '1 | [{"name": "fs.list", "arguments": {}}, {"name": "github.get-issue", "arguments": "{\\"number\\": 4}"}]\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '{"tool_calls": [{"type": "function", "function": {"name": "fs.list", "arguments": "{}"}}]}',
    says: 'return await tools.fs.list({})',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is the JSON of a call, and nothing was called. As a program, write: return await tools.fs.list({})',
        line: 1,
        column: 1,
        at: '1 | {"tool_calls": [{"type": "function", "function": {"name": "fs.list", "arguments": "{}"}}]}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '{"id": 7, "method": "tools/call", "params": {"name": "fs.list", "arguments": {"path": "."}}}',
    says: 'return await tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is the JSON of a call, and nothing was called. As a program, write: return await tools.fs.list({"path": "."})',
        line: 1,
        column: 1,
        at: '1 | {"id": 7, "method": "tools/call", "params": {"name": "fs.list", "arguments": {"path": "."}}}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: "{ tool: 'fs.write', args: { path: 'a', text: 'b' } }",
    says: 'return await tools.fs.write(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This is the JSON of a call, and nothing was called. As a program, write: return await tools.fs.write({ path: 'a', text: 'b' })",
        line: 1,
        column: 1,
        at: "1 | { tool: 'fs.write', args: { path: 'a', text: 'b' } }\n  | ^",
      },
    }),
  },
  {
    kind: 'shape',
    code: '{"fs.list": {"path": "."}}',
    says: 'return await tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is the JSON of a call, and nothing was called. As a program, write: return await tools.fs.list({"path": "."})',
        line: 1,
        column: 1,
        at: '1 | {"fs.list": {"path": "."}}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'Listing the folder now:\n\n```json\n{"tool": "fs.list", "args": {}}\n```',
    says: 'return await tools.fs.list({})',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is the JSON of a call, and nothing was called. As a program, write: return await tools.fs.list({})',
        line: 4,
        column: 1,
        at: '4 | {"tool": "fs.list", "args": {}}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '{"name": "run", "arguments": {"code": "return await tools.fs.list({})"}}',
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
        at: '1 | {"name": "run", "arguments": {"code": "return await tools.fs.list({})"}}\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '<tool_call>\n{"name": "fs.list", "arguments": {}}\n</tool_call>',
    says: 'write it as a program',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: This is a call in the form of another protocol: write it as a program, return await tools.a.b({ … }) (Expression expected)',
        line: 3,
        column: 2,
        at: '3 | </tool_call>\n  |  ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '{"name": "fs.list", "arguments": {}}\n{"name": "fs.list", "arguments": {}}',
    says: 'await tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This is a call in the form of another protocol: write it as a program, return await tools.fs.list({ … }) (Expected ';', '}' or <eof>)",
        line: 1,
        column: 8,
        at: '1 | {"name": "fs.list", "arguments": {}}\n  |        ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'import { tools, store } from "toolshed";\nreturn (await tools.fs.list({})).entries',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: ['info: A program has tools and the rest already: "import" was left out'],
    }),
  },
  {
    kind: 'shape',
    code: '#!/usr/bin/env node\nreturn (await tools.fs.list({})).entries',
    says: 'a.txt',
    score: 3,
    reply: reply({ status: 'completed', value: ['a.txt', 'b.txt'] }),
  },
  {
    kind: 'shape',
    code: 'const work = async () => (await tools.fs.list({})).entries;\nexport default work;',
    says: 'a.txt',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['a.txt', 'b.txt'],
      logs: ['info: Toolshed called the default export; write its body at the top level, with return'],
    }),
  },
  {
    kind: 'shape',
    code: 'class Job { async run() { return 1 } }',
    says: 'new Job().run()',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The program only declares the class Job, so nothing would run. End it with a call of one of its methods: return await new Job().run()',
        line: 1,
        column: 1,
        at: '1 | class Job { async run() { return 1 } }\n  | ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'Please list the files of the folder.',
    says: 'looks like a sentence',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This looks like a sentence: send a program in JavaScript, such as const r = await tools.x.y({ … }); return r, without prose around it (Expected ';', '}' or <eof>)",
        line: 1,
        column: 8,
        at: '1 | Please list the files of the folder.\n  |        ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'const r = await tools.fs.list({});\nreturn r;\n\nThis returns the entries of the folder.',
    says: 'without prose around it',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This looks like a sentence: send a program in JavaScript, such as const r = await tools.x.y({ … }); return r, without prose around it (Expected ';', '}' or <eof>)",
        line: 4,
        column: 6,
        at: '4 | This returns the entries of the folder.\n  |      ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'Thought: I should look at the folder\nAction: fs.list',
    says: 'as a program',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This is a trace of thoughts and actions: write its action as a program, return await tools.a.b({ … }) (Expected ';', '}' or <eof>)",
        line: 1,
        column: 12,
        at: '1 | Thought: I should look at the folder\n  |            ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '+const r = 1;\n+return r',
    says: 'marks of a diff',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: The lines have marks of a diff in front: send the program without + and - (Expected ';', '}' or <eof>)",
        line: 1,
        column: 2,
        at: '1 | +const r = 1;\n  |  ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: '1 const r = 1;\n2 return r',
    says: 'numbers in front',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: The lines have numbers in front: send the program without them (Expected ';', '}' or <eof>)",
        line: 1,
        column: 3,
        at: '1 | 1 const r = 1;\n  |   ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'SELECT name FROM files',
    says: 'looks like SQL',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: This looks like SQL: a program is JavaScript and calls the tool that runs it (Expected ';', '}' or <eof>)",
        line: 1,
        column: 8,
        at: '1 | SELECT name FROM files\n  |        ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'return <b>{1}</b>',
    says: 'no JSX',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: A program has no JSX: return a text or an object (Expression expected)',
        line: 1,
        column: 15,
        at: '1 | return <b>{1}</b>\n  |               ^',
      },
    }),
  },
  {
    kind: 'shape',
    code: 'return 3 – 1',
    says: 'write - in its place',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          "SyntaxError: The text has a typographic dash: write - in its place (There is a character that a program cannot have; expected ';')",
        line: 1,
        column: 10,
        at: '1 | return 3 – 1\n  |          ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return (await tools.fs.list({}).then((r) => r.entries)).map((x) => x',
    says: 'before the ( in line 1 is closed',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The program ends before the ( in line 1 is closed',
        line: 1,
        column: 69,
        at: '1 | return (await tools.fs.list({}).then((r) => r.entries)).map((x) => x\n  |                                                                     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.fs.list({ path: "."\nreturn r',
    says: 'Is the { in line 1',
    score: 2,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: "SyntaxError: Expected ',', got 'return'. Is the { in line 1 closed?",
        line: 2,
        column: 1,
        at: '2 | return r\n  | ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.fs.list({ folder: "src" })',
    says: 'it takes path',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/invalid-arguments',
        message:
          'Cannot call fs.list: "folder": is not known; it takes path; its signature is tools.fs.list(args?: { path?: string }): Promise<unknown>',
        line: 1,
        column: 23,
        at: '1 | return await tools.fs.list({ folder: "src" })\n  |                       ^',
      },
      typeErrors: [
        '1:30  fs.list: "folder" is not an argument\n    return await tools.fs.list({ folder: "src" })\n                                 ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.fs.write({ path: "a", text: "b", txt: "c" })',
    says: 'is not known',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/invalid-arguments',
        message:
          'Cannot call fs.write: "txt": is not known; did you mean "text"?; its signature is tools.fs.write(args: { path: string; text: string }): Promise<unknown>',
        line: 1,
        column: 23,
        at: '1 | return await tools.fs.write({ path: "a", text: "b", txt: "c" })\n  |                       ^',
      },
      typeErrors: [
        '1:53  fs.write: "txt" is not an argument; did you mean "text"?\n    return await tools.fs.write({ path: "a", text: "b", txt: "c" })\n                                                        ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'async function count() { return (await tools.fs.list({})).entries.length }\nreturn count() + 1',
    says: '(await count(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The promise of count is computed with before it is awaited: write (await count(…))',
        line: 2,
        column: 8,
        at: '2 | return count() + 1\n  |        ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const found = Promise.all([tools.fs.list({})]);\nreturn found.length',
    says: 'found = await Promise.all',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: found is a promise and is read for .length before it is awaited: write found = await Promise.all(…)',
        line: 2,
        column: 14,
        at: '2 | return found.length\n  |              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return (await tools.github["list-issues"]({})).filter(async (x) => x.number > 1)',
    says: 'Promise.all',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: filter does not wait for an async function, so all pass: write const keep = await Promise.all(list.map(async (item) => …)), then list.filter((_, i) => keep[i])',
        line: 1,
        column: 48,
        at: '1 | return (await tools.github["list-issues"]({})).filter(async (x) => x.number > 1)\n  |                                                ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const all = await ["a", "b"].map(async (path) => tools.fs.list({ path }));\nreturn all.length',
    says: 'await Promise.all',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: await does not wait for a list of promises: write await Promise.all(list.map(async (item) => …))',
        line: 1,
        column: 13,
        at: '1 | const all = await ["a", "b"].map(async (path) => tools.fs.list({ path }));\n  |             ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const r = await tools.github["get-issue"]({ number: 1 });\nif (r.status = 404) return "gone";\nreturn r.body',
    says: 'write ===',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The condition assigns and does not compare: write === in place of =, or put it in double brackets if it is to assign',
        line: 2,
        column: 5,
        at: '2 | if (r.status = 404) return "gone";\n  |     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'store.visits = (store.visits ?? 0) + 1;\nreturn store.visits',
    says: 'store.set(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: store keeps nothing as its own members: write await store.set("visits", value)',
        line: 1,
        column: 7,
        at: '1 | store.visits = (store.visits ?? 0) + 1;\n  |       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return store.getItem("visits")',
    says: 'store.get(key)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: store keeps nothing as its own members: write await store.get(key)',
        line: 1,
        column: 14,
        at: '1 | return store.getItem("visits")\n  |              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const { confirmed } = await elicit({ type: "confirmation", message: "Go?" });\nreturn confirmed',
    says: '.approved',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message: 'SyntaxError: The answer of elicit has no "confirmed": read .approved, which is true or false',
        line: 1,
        column: 9,
        at: '1 | const { confirmed } = await elicit({ type: "confirmation", message: "Go?" });\n  |         ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const a = await elicit({ type: "confirmation", message: "Go?" });\nreturn a.action === "yes" ? 1 : 2',
    says: 'accept, decline',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The action of an answer is never "yes": it is one of accept, decline, cancel, denied, other, expired, timeout, not_supported. For a yes read .approved',
        line: 2,
        column: 21,
        at: '2 | return a.action === "yes" ? 1 : 2\n  |                     ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const a = await elicit({ type: "choice", message: "Which?", options: ["x", "y"] });\nreturn a === "x"',
    says: '.content',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: The answer of elicit is compared as a whole: it is an object. Compare its .content, or read .approved for yes or no',
        line: 2,
        column: 8,
        at: '2 | return a === "x"\n  |        ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await elicit("Go on?")',
    says: 'write elicit({',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'elicitation/invalid',
        message:
          'Cannot ask: Invalid input: expected object, received string; write elicit({ type: "text", message: "…" }), or type: "confirmation" for yes or no',
        line: 1,
        column: 14,
        at: '1 | return await elicit("Go on?")\n  |              ^',
      },
      typeErrors: [
        '1:21  elicit: string does not fit { [field: string]: any; }\n    return await elicit("Go on?")\n                        ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return await elicit({ type: "select", message: "Which?", options: ["x"] })',
    says: 'type: \\"choice\\"',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'elicitation/invalid',
        message:
          'Cannot ask: "type": is "select", which nobody can be asked; there are approval, confirmation, text, choice, multi_choice, secret, form, url, location, clipboard-read, clipboard-write, reveal, choice-or-input; write elicit({ type: "choice", message: "…", options: ["a", "b"] })',
        line: 1,
        column: 14,
        at: '1 | return await elicit({ type: "select", message: "Which?", options: ["x"] })\n  |              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'await sleep("2s");\nreturn 1',
    says: 'sleep(2_000)',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: sleep takes milliseconds: write await sleep(2_000) for two seconds',
        line: 1,
        column: 7,
        at: '1 | await sleep("2s");\n  |       ^',
      },
      typeErrors: ['1:13  sleep: string does not fit number\n    await sleep("2s");\n                ^'],
    }),
  },
  {
    kind: 'mistake',
    code: 'await sleep(new Date(2_000_000_000_000));\nreturn 1',
    says: 'date - Date.now()',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: sleep takes milliseconds: write await sleep(date - Date.now())',
        line: 1,
        column: 7,
        at: '1 | await sleep(new Date(2_000_000_000_000));\n  |       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return tools("fs.list", {})',
    says: 'await tools.a.b(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: tools is not a function: a tool is called by its path after tools: for "a.b" write await tools.a.b({ … })',
        line: 1,
        column: 8,
        at: '1 | return tools("fs.list", {})\n  |        ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.call("fs.list", {})',
    says: 'tools[\\"fs.list\\"]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: A tool is called by its path: write tools["fs.list"]({ … })',
        line: 1,
        column: 20,
        at: '1 | return await tools.call("fs.list", {})\n  |                    ^',
      },
      typeErrors: [
        '1:20  tools.call is no tool: call a tool by its path, tools.a.b({ … }), or tools["a.b"]({ … })\n    return await tools.call("fs.list", {})\n                       ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.invoke({ name: "fs.list", arguments: { path: "." } })',
    says: 'write tools.fs.list(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/unknown',
        message: 'Cannot call invoke: call the tool by its path: write tools.fs.list({"path":"."})',
        line: 1,
        column: 20,
        at: '1 | return await tools.invoke({ name: "fs.list", arguments: { path: "." } })\n  |                    ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.fs.list.call(null, {})',
    says: 'without .call',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message: 'TypeError: A tool is called as it is: write tools.fs.list({ … }), without .call',
        line: 1,
        column: 28,
        at: '1 | return await tools.fs.list.call(null, {})\n  |                            ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools["fs/list"]({})',
    says: 'did you mean tools.fs.list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/invalid-path',
        message: 'Cannot call fs/list: a path is made of names with dots between them; did you mean tools.fs.list?',
        line: 1,
        column: 30,
        at: '1 | return await tools["fs/list"]({})\n  |                              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return await tools.fs.list.$describe()',
    says: 'tools.$describe(',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'tool/invalid-path',
        message: 'Cannot call fs.list.$describe: $describe is of tools itself: write tools.$describe("fs.list")',
        line: 1,
        column: 28,
        at: '1 | return await tools.fs.list.$describe()\n  |                            ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'return "fs" in tools',
    says: 'tools.$search',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: Cannot look for keys in tools: every path can be written, and only a call tells. Find tools with: await tools.$search("words")',
        line: 1,
        column: 13,
        at: '1 | return "fs" in tools\n  |             ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const tools = { fs: { list: () => [] } };\nreturn tools.fs.list()',
    says: 'remove this declaration',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/syntax',
        message:
          'SyntaxError: tools is declared by the program, so no tool would be called: remove this declaration, tools is there already',
        line: 1,
        column: 7,
        at: '1 | const tools = { fs: { list: () => [] } };\n  |       ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'const [hit] = await tools.$search("folder");\nreturn await hit({})',
    says: 'tools[item.path]',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: hit is not a function. The last result, of tools.$search, is a list of 1 items, each with the keys path, description, signature. Call what it found by its path: tools[item.path]({ … })',
        line: 2,
        column: 14,
        at: '2 | return await hit({})\n  |              ^',
      },
    }),
  },
  {
    kind: 'mistake',
    code: 'function load() { return tools.fs.list({}) }\nreturn load().entries.length',
    says: 'await in front of it',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          "TypeError: Cannot read properties of undefined (reading 'length'). No result had arrived: what calls a tool returns a promise, also a function around it, so write await in front of it",
        line: 2,
        column: 22,
        at: '2 | return load().entries.length\n  |                      ^',
      },
      typeErrors: [
        '2:15  "entries" is read from a promise: await the call first, (await tools.…).entries\n    return load().entries.length\n                  ^',
      ],
    }),
  },
  {
    kind: 'mistake',
    code: 'return await Promise.all({ a: tools.fs.list({}) })',
    says: 'take a list',
    score: 3,
    reply: reply({
      status: 'failed',
      error: {
        code: 'program/failed',
        message:
          'TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator)): Promise.all and its like take a list: const [a, b] = await Promise.all([…, …])',
        line: 1,
        column: 22,
        at: '1 | return await Promise.all({ a: tools.fs.list({}) })\n  |                      ^',
      },
    }),
  },
  {
    kind: 'value',
    code: 'return { at: new Date("never"), n: [Number("x")] }',
    says: 'invalid date',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { at: null, n: [null] },
      logs: ['info: The returned value at .at is an invalid date, which JSON writes as null'],
    }),
  },
  {
    kind: 'value',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program has it
    code: 'const r = await tools.fs.list({});\nreturn [`in ${r.folder}`]',
    says: 'contains \\"undefined\\"',
    score: 3,
    reply: reply({
      status: 'completed',
      value: ['in undefined'],
      logs: [
        'info: The returned text at [0] contains "undefined": a value without such a member was joined to it. The last result, of tools.fs.list, is an object with the keys entries',
      ],
    }),
  },
  {
    kind: 'value',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program has it
    code: 'const [one] = await tools.github["list-issues"]({});\nreturn { lines: [`- ${one}`] }',
    says: 'contains [object Object]',
    score: 3,
    reply: reply({
      status: 'completed',
      value: { lines: ['- [object Object]'] },
      logs: [
        'info: The returned text at .lines[0] contains [object Object]: an object was joined to it. Join one of its fields, or JSON.stringify(value). The last result, of tools.github["list-issues"], is a list of 1 items, each with the keys number, title',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'try { return await tools.fs.lst({}) } catch { return null }',
    says: 'caught a failure in line 1',
    score: 3,
    reply: reply({
      status: 'completed',
      value: null,
      logs: [
        'warn: The program caught a failure in line 1, tool/unknown: Cannot call fs.lst: there is no such tool; did you mean fs.list or github.list-issues (write tools.github["list-issues"])?',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'return (await Promise.allSettled([tools.fs.write({})])).length',
    says: 'caught a failure',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 1,
      logs: [
        'warn: The program caught a failure in line 1, tool/invalid-arguments: Cannot call fs.write: "path": is missing; "text": is missing; its signature is tools.fs.write(args: { path: string; text: string }): Promise<unknown>',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'setTimeout(() => console.log("late"), 50);\nreturn 1',
    says: 'had not fired',
    score: 3,
    reply: reply({
      status: 'completed',
      value: 1,
      logs: [
        'info: A timer had not fired when the program ended, and never will: wait with await sleep(ms) and do the work after it',
      ],
    }),
  },
  {
    kind: 'value',
    code: 'const first = tools.fs.list({});\nif (first) console.log("asked");\nreturn (await first).entries',
    says: 'a.txt',
    score: 3,
    reply: reply({ status: 'completed', value: ['a.txt', 'b.txt'], logs: ['asked'] }),
  },
];
