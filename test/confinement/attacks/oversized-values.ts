import type { Attack } from '../attack.ts';

const caught = (name: string, run: string, returns: unknown): Attack => ({
  name,
  program: `try { ${run} } catch (error) { return error.code ?? error.name }`,
  returns,
});

/** As much of 30,000 letters as fits the limit of the harness, with the mark. */
const CUT = `${'x'.repeat(19_899)}… (cut)`;

export const OVERSIZED_VALUES: readonly Attack[] = [
  caught('arguments that are too large', `await tools.notes.write({ s: 'x'.repeat(30_000) })`, 'limit/args-size'),
  caught(
    'arguments that grow too large while they are written',
    `await tools.notes.write({ toJSON: () => 'x'.repeat(30_000) })`,
    'limit/args-size',
  ),
  caught(
    'a question that is too large',
    `await elicit({ type: 'text', message: 'x'.repeat(30_000) })`,
    'limit/args-size',
  ),
  caught('a line that is too long', `console.log('x'.repeat(30_000)); return 'not kept'`, 'not kept'),
  caught('very many empty lines', `for (let i = 0; i < 5_000; i++) console.log(''); return 'not kept'`, 'not kept'),
  caught('a value too large to emit', `emit('x'.repeat(30_000))`, 'limit/emitted-size'),
  caught('very many small values emitted', `for (let i = 0; i < 5_000; i++) emit(0)`, 'limit/emitted-size'),
  { name: 'a result that is too large', program: `return 'x'.repeat(30_000)`, returns: CUT },
  {
    name: 'a result that grows too large',
    program: `return { toJSON: () => 'x'.repeat(30_000) }`,
    returns: CUT,
  },
  {
    name: 'a result that is nested too deeply',
    program: `let deep = []; for (let i = 0; i < 300; i++) deep = [deep]; return deep`,
    fails: 'limit/args-depth',
  },
  {
    name: 'a code that is very long',
    program: `throw Object.assign(new Error('x'), { code: 'limit/' + 'y'.repeat(1e6) })`,
    fails: `program/limit/${'y'.repeat(1_994)}… (1000006 characters)`,
  },
  {
    name: 'an error with a very long message',
    program: `throw new Error('x'.repeat(1e6))`,
    fails: 'program/failed',
  },
  {
    name: 'surrogates without their other half',
    program: `const half = '\\ud83d'; console.log(half); emit(half); await tools.notes.write({ [half]: half }); return half`,
    calls: [{ path: 'notes.write', args: { '\ud83d': '\ud83d' } }],
    returns: '\ud83d',
  },
  {
    name: 'surrogates without their other half in an error',
    program: `throw Object.assign(new Error('\\udc00'), { code: '\\ud800', name: '\\udfff' })`,
    fails: 'program/\ud800',
  },
  {
    name: 'control characters and line separators',
    program: `const odd = '\\u0000\\u001b[2K\\u2028\\u2029\\u202e\\ufeff'; console.log(odd); return await tools.notes.write({ odd })`,
    calls: [{ path: 'notes.write', args: { odd: '\u0000\u001b[2K\u2028\u2029\u202e\ufeff' } }],
    returns: { odd: '\u0000\u001b[2K\u2028\u2029\u202e\ufeff' },
  },
  {
    name: 'a text that begins with a byte order mark',
    program: `return await tools.notes.write('\\ufeffx')`,
    calls: [{ path: 'notes.write', args: '\ufeffx' }],
    returns: '\ufeffx',
  },
];
