import { describe, expect, it } from 'vitest';
import { fencedBlocks, isProseAround, programBlock } from '../fenced-blocks.js';
import { entityEdits } from '../reading/html-entities.js';
import { LONGEST_READ, parseProgram } from '../reading/parse-program.js';
import { applyEdits, blankAround } from '../reading/text-edits.js';
import { createColumnReader } from '../guest/place/column-shifts.js';
import { PROGRAM_RULES } from '../program-rules.js';
import { findMisreadAnswer } from '../reading/misuses/misread-answers.js';
import { findUnawaited } from '../reading/misuses/unawaited-calls.js';

describe('a text that is changed', () => {
  it('keeps its lines, and says where its columns went', () => {
    const source = 'a &gt; b &lt; c\n&gt; d';
    const { text, shifts } = applyEdits(
      source,
      [...source.matchAll(/&(gt|lt);/g)].map(({ index, 1: name }) => ({
        at: index,
        cut: 4,
        put: name === 'gt' ? '>' : '<',
      })),
    );
    expect(text).toBe('a > b < c\n> d');
    const columnIn = createColumnReader();
    for (const [line, written] of source.split('\n').entries())
      for (const name of 'abcd')
        if (new RegExp(`\\b${name}\\b`).test(written)) {
          const edited = text.split('\n')[line] ?? '';
          expect(columnIn(line + 1, edited.search(`\\b${name}\\b`) + 1, [shifts])).toBe(
            written.search(`\\b${name}\\b`) + 1,
          );
        }
  });

  it('is blank around what is kept of it, line by line', () => {
    expect(blankAround('ab\r\ncd\nef', 4, 6)).toBe('  \r\ncd\n  ');
  });
});

describe('the blocks of a text', () => {
  it('are found with what they are in', () => {
    const text = 'a\n```js\none\n```\n~~~~ TS x\n~~~\ntwo\n~~~~~\n```\nopen';
    expect(fencedBlocks(text).map(({ info, from, to }) => [info, text.slice(from, to)])).toEqual([
      ['js', 'one\n'],
      ['ts', '~~~\ntwo\n'],
    ]);
    expect(programBlock(fencedBlocks(text))).toBeUndefined();
  });

  const BLOCK = '```js\nawait tools.m.del({})\n```\n';

  it.each([
    ['Here is the program, with `fs.list`:\n', '\nIt lists the folder.'],
    ['', ''],
  ])('are the program where prose stands around them: %j', (before, after) => {
    const text = `${before}${BLOCK}${after}`;
    expect(isProseAround(text, fencedBlocks(text))).toBe(true);
  });

  it.each([
    ['/* quoted from the issue\n', '*/\nreturn tools.m.read({ good: 1 }'],
    ['const readme = `\n', '`; return ('],
    ['await tools.m.read({ a: 1 });\n', ''],
    ['// Do not run this\n', 'return ('],
  ])('are no program where code stands around them: %j', (before, after) => {
    const text = `${before}${BLOCK}${after}`;
    expect(isProseAround(text, fencedBlocks(text))).toBe(false);
  });

  it('are found in a moment, whatever the text is made of', () => {
    const started = performance.now();
    for (const part of ['```\n', '`', ' \n', '```` x\n', '~~~ \r\n']) fencedBlocks(part.repeat(500_000 / part.length));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('the parser', () => {
  it.each([
    ['brackets', '('.repeat(10_000)],
    ['closed brackets', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['blocks', `${'{'.repeat(5_000)}${'}'.repeat(5_000)}`],
    ['operators', `a${'+a'.repeat(20_000)}`],
    ['conditions', `${'if(a)b;else '.repeat(5_000)}c`],
    ['functions', `${'()=>'.repeat(10_000)}1`],
  ])('gives up at a depth of its own, not of the stack: %s', (_name, text) => {
    expect(parseProgram(text)).toBeUndefined();
  });

  it('reads many names in a moment, and nothing that is larger than it may', () => {
    const started = performance.now();
    const names = Array.from({ length: 12_000 }, (_, n) => `a${n}`).join(',');
    expect(parseProgram(`let ${names}`)).toBeDefined();
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(parseProgram(' '.repeat(LONGEST_READ + 1))).toBeUndefined();
  });
});

describe('a promise that is used as if it were awaited', () => {
  const found = (text: string): string | undefined => {
    const program = parseProgram(text);
    return program && findUnawaited(program, text, PROGRAM_RULES)?.message;
  };

  it.each([
    'const r = tools.a.b(); return r.items',
    'const { items } = tools.a.b()',
    'return tools.a.b().items',
    'for (const one of tools.a.b()) one()',
    'return [...tools.a.b()]',
    'const r = tools.a["b-c"](); r.map((x) => x)',
    'return await tools.a.b().items',
    'return tools.a.b()[0]',
    'if (tools.a.b()) f()',
    'if (x && !tools.a.b()) f()',
    'const r = tools.a.b(); return r ? 1 : 2',
    'return tools.a.b() || []',
    'return 1 + tools.a.b()',
    'return tools.a.b() === 1',
    `return \`\${tools.a.b()}\``,
    'return JSON.stringify(tools.a.b())',
    'const r = tools.a.b(); return Object.keys(r)',
    'console.log(tools.a.b())',
    'if (store.get("a")) f()',
    'return store.get("a").b',
    'const { content } = elicit({})',
    'sleep(10); f()',
    'for (const key in tools.a.b()) f(key)',
  ])('is found: %s', (text) => {
    expect(found(text)).toContain('await');
  });

  it.each([
    'const r = await tools.a.b(); return r.items',
    'const r = tools.a.b(); return (await r).items',
    'const r = tools.a.b(); const done = r.then((x) => x.items); return await done',
    'let r = tools.a.b(); r = await r; return r.items',
    'const r = tools.a.b(); return list.map((r) => r.items)',
    'const r = tools.a.b(); try { f() } catch (r) { r.message }',
    'const tools = { a: { b: () => ({ items: 1 }) } }; return tools.a.b().items',
    'const r = tools.a.b(); r.tag = 1; await r',
    'return await Promise.all([tools.a.b(), tools.a.b().catch(() => 1)])',
    'const calls = [tools.a.b()]; return calls.length',
    'return tools.a.b.c({}).then(({ items }) => items)',
    'const r = tools.a.b(); console.log(r); return await r',
    'const r = tools.a.b(); return r === other',
    `return tag\`\${tools.a.b()}\``,
    'const store = { get: () => 1 }; return store.get().a',
    'const sleep = () => 1; sleep(); f()',
    'await sleep(1); sleep(2)',
    'return x && tools.a.b()',
  ])('is not found where none is: %s', (text) => {
    expect(found(text)).toBeUndefined();
  });
});

describe('an answer that is taken for yes or no', () => {
  const found = (text: string): string | undefined => {
    const program = parseProgram(text);
    return program && findMisreadAnswer(program, text, PROGRAM_RULES)?.message;
  };

  it.each([
    'if (await elicit({ type: "confirmation" })) f()',
    'if (!(await elicit({}))) return',
    'const ok = await elicit({}); if (!ok) return; f()',
    'const ok = await elicit({}); if (ok === true) f()',
    'return (await elicit({})) ? 1 : 2',
  ])('is found: %s', (text) => {
    expect(found(text)).toContain('.approved');
  });

  it.each([
    'if ((await elicit({})).approved) f()',
    'const answer = await elicit({}); if (answer && answer.approved) f()',
    'const answer = await elicit({}); if (answer?.approved) f()',
    'const elicit = async () => true; if (await elicit()) f()',
    'const answer = await elicit({}); if (isYes(answer)) f()',
    'const { approved } = await elicit({}); if (approved) f()',
  ])('is not found where none is: %s', (text) => {
    expect(found(text)).toBeUndefined();
  });
});

describe('entities of HTML', () => {
  it('are decoded in a text that has no quotes of its own', () => {
    expect(entityEdits('const f = () =&gt; &quot;a&quot;').map(({ put }) => put)).toEqual(['>', '"', '"']);
  });

  it('are left alone where a person would read a call as part of a string', () => {
    expect(entityEdits('if (1 &lt; 2) { const n = "&quot;+(await tools.m.del({}))+&quot;" }')).toEqual([]);
  });
});
