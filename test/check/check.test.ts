import { defineTool } from '@toolshed/kernel';
import { agentTools, type CheckOutcome, ProgramTypesError } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const problemsOf = (outcome: CheckOutcome) => (outcome.kind === 'checked' ? outcome.problems : [outcome]);

const MISTAKES: readonly (readonly [string, { line: number; column: number; message: RegExp }])[] = [
  [
    `\nreturn await tools.mail.sned({ to: 'a' })`,
    { line: 2, column: 25, message: /no tools\.mail\.sned: did you mean tools\.mail\.send/ },
  ],
  [`return await tools.mail.send({})`, { line: 1, column: 30, message: /^mail\.send: "to" is missing$/ }],
  [`return await tools.mail.send({ to: 'a', cc: 'b' })`, { line: 1, column: 41, message: /"cc" is not an argument/ }],
  [`return await tools.mail.send({ to: 5 })`, { line: 1, column: 32, message: /number does not fit string/ }],
  [`return await tools.mail.send('a')`, { line: 1, column: 30, message: /^mail\.send: / }],
  [`return await tools.mail.send('a', 'b')`, { line: 1, column: 35, message: /takes 1 argument and got 2/ }],
  [
    `const all = tools.mail.list({});\nreturn all.map((one) => one)`,
    { line: 2, column: 12, message: /await the call first/ },
  ],
  [`for (const one of tools.mail.list()) console.log(one)`, { line: 1, column: 19, message: /write await/ }],
  [`return await fetch('https://x.org')`, { line: 1, column: 14, message: /no fetch in a program/ }],
  [`const fs = require('fs')`, { line: 1, column: 12, message: /no require in a program/ }],
  [`const m = tools.mail; return await m.sned({ to: 'a' })`, { line: 1, column: 38, message: /no "sned"/ }],
  [`not even { a program`, { line: 1, column: 1, message: /^This cannot be read: / }],
  [`const x = ;\nreturn x`, { line: 1, column: 11, message: /^This cannot be read: Expression expected/ }],
  [`return nothing`, { line: 1, column: 8, message: /"nothing" is not defined/ }],
  [
    `const all: string[] = await tools.mail.list();\nreturn all.contains('a')`,
    { line: 2, column: 12, message: /no "contains"/ },
  ],
];

/** What takes the check off elsewhere, each with the mistake that it would hide. */
const SWITCHED_OFF: readonly string[] = [
  'export default async () => { await tools.mail.sned({}) }',
  'export default await tools.mail.sned({})',
  `// @ts-nocheck\nreturn await tools.mail.sned({})`,
  `/* @ts-nocheck */\nreturn await tools.mail.sned({})`,
  `const a: number = 1;\n// @ts-ignore\nreturn await tools.mail.sned({})`,
  `// @ts-ignore\nreturn await tools.mail.sned({})`,
  `/* @ts-expect-error */ return await tools.mail.sned({})`,
  `const a: number = 1; /* @ts-expect-error */\nreturn await tools.mail.sned({})`,
];
const OWN_NAMES: readonly string[] = [
  `declare const tools: any;\nreturn await tools.mail.sned({})`,
  `const tools = globalThis['tools'];\nreturn await tools.mail.sned({})`,
  `var { tools } = globalThis;\nreturn await tools.mail.sned({})`,
  `declare function elicit(x: any): any;\nreturn await elicit(1)`,
  `namespace tools { export const mail: any = 1 }\nreturn 1`,
  `return await (tools as any).mail.sned({})`,
  `return await (<any>tools).mail.sned({})`,
  `const t: any = tools; return await t.mail.sned({})`,
];

const RIGHT: readonly string[] = [
  `const args = { to: 'a' }; args.subject = 'b'; return await tools.mail.send(args)`,
  `const args = {}; args['to'] = 'a'; return await tools.mail.send(args)`,
  `let x = 1; x = 'a'; const e = new Error('x'); e.code = 'y'; throw e`,
  `const sent = await tools.mail.send({ to: 'a' }); return sent.whatever.deep`,
  `const name = 'mail'; return await tools[name].list()`,
  `return await tools['mail.list']()`,
  `const { mail } = tools; return (await mail.list({ folder: 'inbox' })).map((one) => one.length)`,
  `const { action, data } = await elicit({ type: 'text', message: 'Who?' }); emit({ action }); await sleep(5); return data`,
  `async () => { return await tools.mail.list() }`,
  `export default async ({ tools }) => tools.mail.list()`,
  `async (tools) => { return await tools.mail.list() }`,
  `const sent: any = await tools.mail.send({ to: 'a' }); return sent.x`,
  `// @ts-expect-error\nreturn await tools.mail.list()`,
  `function f(a, b) { return a } f(1); f(1, 2, 3); setTimeout(() => {}, 5); return globalThis.x`,
  `interface Mail { to: string } const m: Mail = { to: 'a' }; return await tools.mail.send(m)`,
  '',
];

/** Each takes the compiler longer, or deeper, than anybody would wait. */
const BOMBS: readonly (readonly [string, string])[] = [
  ['deep brackets', `return ${'['.repeat(100_000)}`],
  ['deep calls', `return ${'f('.repeat(50_000)}${')'.repeat(50_000)}`],
  [
    'exponential types',
    `type D0 = [1, 2]; ${Array.from({ length: 24 }, (_, i) => `type D${i + 1} = [...D${i}, ...D${i}];`).join(' ')}
     const x: D24 = 5 as any; const y: D24 = x; return y;`,
  ],
  [
    'endless recursion of a type',
    `type B<A extends string, N extends string[]> = N['length'] extends 900 ? A : B<\`\${A}x\` | \`\${A}y\`, [...N, A]>;
     const b: B<'', []> = 'x' as any; return b`,
  ],
];

const inbox = defineTool({
  path: 'inbox.read',
  description: 'Reads the inbox',
  input: z.object({}),
  output: z.object({ mails: z.array(z.object({ subject: z.string() })) }),
  destructive: false,
  handler: () => ({ mails: [{ subject: 'One' }] }),
});

describe('a check of a program', () => {
  let mail: MailShed;
  beforeAll(async () => {
    mail = await openMailShed();
  });
  afterAll(() => mail[Symbol.asyncDispose]());

  verifies.each('check/finds', MISTAKES)(
    'says what is wrong, where, and what to write: %s',
    async (program, problem) => {
      const found = problemsOf(await mail.shed.check(program));
      expect(found).toMatchObject([
        { line: problem.line, column: problem.column, message: expect.stringMatching(problem.message) },
      ]);
    },
  );

  verifies.each('check/not-switched-off', SWITCHED_OFF)('reads no comment that would end it: %s', async (program) => {
    const found = problemsOf(await mail.shed.check(program));
    expect(found).toMatchObject([{ message: expect.stringMatching(/no tools\.mail\.sned/) }]);
  });

  verifies.each('check/not-switched-off', OWN_NAMES)('lets no program declare what is ours: %s', async (program) => {
    const found = problemsOf(await mail.shed.check(program));
    expect(found).toMatchObject([{ message: expect.stringMatching(/^"(?:tools|elicit)" already exists/) }]);
  });

  verifies.each('check/no-false-refusal', RIGHT)('lets a program be as lazy as JavaScript is: %s', async (program) => {
    expect(await mail.shed.check(program)).toEqual({ kind: 'checked', problems: [] });
  });

  verifies('check/no-false-refusal', 'leaves it to the engine what it can read of a text that is to run', async () => {
    await using own = await openMailShed();
    const check = 'error' as const;
    const blocks = 'First:\n```js\nconst a = 1;\n```\nThen:\n```js\nreturn a + 1;\n```\n';
    for (const program of ['return [1].map((one) =&gt; one)', blocks]) {
      const unchecked = await own.shed.execute(program);
      expect(await own.shed.execute(program, { check })).toMatchObject({ status: unchecked.status });
    }
    const failed = expectStatus(await own.shed.execute('not even { a program', { check }), 'failed');
    expect(failed.error.code).toBe('program/syntax');
  });

  verifies.each('check/bounded', BOMBS)(
    'ends, whatever it reads, and the next one works: %s',
    async (_name, program) => {
      const started = performance.now();
      await mail.shed.check(program);
      expect(performance.now() - started).toBeLessThan(20_000);
      await expect.poll(async () => problemsOf(await mail.shed.check('return nothing'))).toMatchObject([{ line: 1 }]);
    },
  );

  verifies('check/bounded', 'says that a program nests too deeply, and does not call it slow', async () => {
    const program = `return ${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(await mail.shed.check(program)).toMatchObject({
      kind: 'not-checked',
      reason: expect.stringContaining('nest deeper'),
    });
    expect(problemsOf(await mail.shed.check(`return ${'['.repeat(400)}nothing${']'.repeat(400)}`))).toHaveLength(1);
  });

  verifies('check/bounded', 'set to "error" starts no program that could not be checked', async () => {
    await using strict = await openMailShed();
    const program = `return ${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const started = strict.shed.execute(program, { check: 'error' });
    await expect(started).rejects.toMatchObject({ code: 'program/types', message: expect.stringContaining('was not') });
    const many = Array.from({ length: 40 }, (_, i) =>
      strict.shed.execute(`return ${i}`, { check: 'error', session: 'flood' }).then(
        ({ status }) => status,
        ({ code, message }: { code: string; message: string }) => [code, message],
      ),
    );
    const other = strict.shed.execute('return nothing', { check: 'error', session: 'other' });
    await expect(other).rejects.toThrow('"nothing" is not defined');
    for (const one of await Promise.all(many))
      if (one !== 'completed') expect(one).toEqual(['program/types', expect.stringContaining('too many programs')]);
  });

  verifies('check/modes', 'names at most ten problems', async () => {
    const program = Array.from({ length: 30 }, (_, i) => `missing${i};`).join('\n');
    expect(problemsOf(await mail.shed.check(program))).toHaveLength(10);
  });

  verifies('check/modes', 'set to "error" keeps a wrong program from starting, and nothing of it runs', async () => {
    const program = `await tools.mail.list();\nreturn await tools.mail.send({ too: 'a' })`;
    const started = mail.shed.execute(program, { check: 'error' });
    await expect(started).rejects.toThrow(ProgramTypesError);
    await expect(mail.shed.start(program, { check: 'error' })).rejects.toMatchObject({ code: 'program/types' });
    await expect(started).rejects.toThrow(/2:32 {2}mail\.send: "too" is not an argument.*\n.*\n {35}\^/);
    expect(await mail.shed.list()).toEqual([]);
    expectStatus(await mail.shed.execute('return 1', { check: 'error' }), 'completed');
  });

  verifies('check/modes', 'set to "warn" adds the problems to a failure, and to nothing else', async () => {
    const failed = expectStatus(
      await mail.shed.execute('return tools.mail.list().map((a) => a)', { check: 'warn' }),
      'failed',
    );
    expect(failed.typeProblems).toMatchObject([{ line: 1, message: expect.stringContaining('await') }]);
    expect(expectStatus(await mail.shed.execute('nothing'), 'failed').typeProblems).toBeUndefined();
    expectStatus(await mail.shed.execute('if (false) nothing; return 1', { check: 'warn' }), 'completed');
  });

  verifies('check/modes', 'tells an agent what its failed program got wrong', async () => {
    const run = agentTools(mail.shed, { session: 's' }).find(({ name }) => name === 'run');
    const code = "const a = 1;\nif (a > 1) forgotten();\nthrow new Error('x')";
    const { typeErrors, error } = JSON.parse((await run?.execute({ code }, {}))?.text ?? '');
    expect(typeErrors).toEqual([expect.stringContaining('"forgotten" is not defined')]);
    expect(error.line).toBe(3);
  });

  verifies(
    'check/modes',
    'tells an agent the same of a program that fails after its answer, in its budget',
    async () => {
      const tools = agentTools(mail.shed, { session: 'later', approvals: 'auto' });
      const call = async (name: string, input: object) =>
        (await tools.find((tool) => tool.name === name)?.execute(input, {}))?.text ?? '';
      const code = "await tools.mail.send({ to: 'a' });\nif (false) forgotten();\nthrow new Error('x'.repeat(9_000))";
      const { executionId, pending } = JSON.parse(await call('run', { code }));
      const [{ elicitationId }] = pending;
      const answer = { execution_id: executionId, elicitation_id: elicitationId, approved: true, output_tokens: 400 };
      const text = await call('resume', answer);
      expect(JSON.parse(text).typeErrors).toEqual([expect.stringContaining('"forgotten" is not defined')]);
      expect(text.length).toBeLessThan(4_000);
      const result = expectStatus(await mail.shed.get(executionId, { check: 'warn' }), 'failed');
      expect(result.typeProblems).toHaveLength(1);
      expect(expectStatus(await mail.shed.get(executionId), 'failed').typeProblems).toBeUndefined();
    },
  );

  verifies('check/modes', 'set to "warn" says what a value that says little was misread for', async () => {
    await using shed = await openInThread({ tools: [inbox], store: 'memory' });
    const checked = async (program: string) =>
      expectStatus(await shed.execute(program, { check: 'warn' }), 'completed').typeProblems?.map(
        ({ message }) => message,
      );
    const read = 'const r = await tools.inbox.read();\n';
    expect(await checked(`${read}return (r.items ?? []).length`)).toEqual([
      expect.stringContaining('no "items" here, only { mails:'),
    ]);
    expect(await checked('const { messages = [] } = await tools.inbox.read();\nreturn messages')).toEqual([
      expect.stringContaining('no "messages" here'),
    ]);
    expect(await checked(`${read}return r.mails.filter((one) => one.seen === false)`)).toEqual([
      expect.stringContaining('no "seen" here'),
    ]);
    expect(await checked(`${read}return r.mails.filter((one) => one.subject === 'x')`)).toBeUndefined();
    expect(await checked(`${read}if (false) r.items;\nreturn r.mails`)).toBeUndefined();
    const run = agentTools(shed, { session: 's' }).find(({ name }) => name === 'run');
    const code = `${read}return (r.items ?? []).length`;
    expect(JSON.parse((await run?.execute({ code }, {}))?.text ?? '')).toMatchObject({
      status: 'completed',
      value: 0,
      typeErrors: [expect.stringContaining('2:11')],
    });
  });

  verifies('check/modes', 'is as the host says, whatever a caller wants', async () => {
    await using strict = await openMailShed({ check: 'error' });
    await expect(strict.shed.execute('return nothing', { check: 'off' })).rejects.toThrow(ProgramTypesError);
    await using off = await openMailShed({ check: 'off' });
    const failed = expectStatus(await off.shed.execute('return nothing', { check: 'error' }), 'failed');
    expect(failed.typeProblems).toBeUndefined();
    const read = await off.shed.get(failed.executionId, { check: 'warn' });
    expect(expectStatus(read, 'failed').typeProblems).toBeUndefined();
  });
});
