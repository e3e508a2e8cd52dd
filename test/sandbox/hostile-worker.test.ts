import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { gone, openHostilePool } from './hostile/hostile-pool.ts';
import { openHostileShed } from './hostile/hostile-shed.ts';

verifies('sandbox/hostile-worker');

const PROGRAM = { source: 'return 1', seed: 'seed', at: 0 };
const POLITE = expect.stringContaining('"polite"');

/** Ways that break the protocol at once; the worker must not live to be asked again. */
const BREACHES = [
  'random bytes',
  'a frame of four gigabytes',
  'a frame just too large',
  'a forged lane',
  'an answer for lane 0',
  'an answer for an earlier lane',
  'an unknown kind',
  'a kind of the host’s own',
  'ready a second time',
  'ready without end',
  'complaints without end',
  'invalid UTF-8',
  'a surrogate in UTF-8',
  'an overlong encoding',
  'the end of its output',
  'an abort',
  'a signal to itself',
];

/** Ways that break it before anything is asked: whoever was given the worker is given another, or told. */
const GREETINGS = [
  'random bytes instead of a greeting',
  'an answer instead of a greeting',
  'a greeting with a body',
  'a greeting on a lane',
  'an answer right after its greeting',
  'nothing, and an exit',
];

/** Ways that answer the question, and then go on. */
const AFTERTHOUGHTS = ['two answers to one question', 'an answer, and half of another', 'answers without end'];

/** Ways that never come to an end: the host's clock ends them. */
const SILENCES = ['silence', 'half a head, and silence', 'half a frame, and silence', 'a large frame, byte by byte'];

describe('a worker that breaks the protocol', () => {
  it.each(BREACHES)('is ended, alone: %s', async (way) => {
    await using hostile = openHostilePool(['polite', way], { cpuMs: 1_000 });
    using neighbour = await hostile.pool.open('neighbour');
    await neighbour.start(PROGRAM);
    using sandbox = await hostile.pool.open('victim');

    await expect(sandbox.start(PROGRAM)).rejects.toMatchObject({ code: 'sandbox/crashed' });
    await gone(workerAt(hostile, 1));

    expect(await neighbour.deliver([])).toEqual(POLITE);
    using next = await hostile.pool.open('victim');
    expect(await next.start(PROGRAM)).toEqual(POLITE);
  });

  it.each(GREETINGS)('is ended before it is of use: %s', async (way) => {
    await using hostile = openHostilePool(['polite', way], { cpuMs: 1_000 });
    using neighbour = await hostile.pool.open('neighbour');
    await neighbour.start(PROGRAM);
    using sandbox = await hostile.pool.open('victim');
    const answer = await sandbox.start(PROGRAM).catch(({ code }: { readonly code: string }) => code);
    expect(answer).toMatch(/^sandbox\/crashed$|"polite"/);
    await gone(workerAt(hostile, 1));
    expect(await neighbour.deliver([])).toEqual(POLITE);
  });

  it.each(AFTERTHOUGHTS)('is ended after its answer, and the rest is not used: %s', async (way) => {
    await using hostile = openHostilePool(['polite', way], { cpuMs: 1_000 });
    using neighbour = await hostile.pool.open('neighbour');
    await neighbour.start(PROGRAM);
    using sandbox = await hostile.pool.open('victim');

    expect(await sandbox.start(PROGRAM)).toEqual(POLITE);
    await gone(workerAt(hostile, 1));

    await expect(sandbox.deliver([])).rejects.toMatchObject({ code: 'sandbox/crashed' });
    expect(await neighbour.deliver([])).toEqual(POLITE);
  });

  it.each(SILENCES)('is ended by the clock of the host: %s', async (way) => {
    await using hostile = openHostilePool([way], { cpuMs: 100 });
    using sandbox = await hostile.pool.open('victim');
    await expect(sandbox.start(PROGRAM)).rejects.toMatchObject({ code: 'limit/cpu' });
    await gone(workerAt(hostile, 0));
  });

  it('cannot make the host hold more than one frame', async () => {
    await using hostile = openHostilePool(['a large frame, byte by byte', 'answers without end', 'ready without end'], {
      cpuMs: 300,
    });
    const before = process.memoryUsage.rss();
    const opened = await Promise.all(['a', 'b', 'c'].map((domain) => hostile.pool.open(domain)));
    await Promise.allSettled(opened.map((sandbox) => sandbox.start(PROGRAM)));
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(150);
    for (const sandbox of opened) sandbox[Symbol.dispose]();
  });

  it('answers for another execution of the same worker in vain', async () => {
    await using hostile = openHostilePool(['an answer for an earlier lane']);
    using first = await hostile.pool.open('victim');
    using second = await hostile.pool.open('victim');
    const steps = [first.start(PROGRAM), second.start(PROGRAM)];
    const settled = await Promise.allSettled(steps);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

const frame = (parts: Readonly<Record<string, string>>): string =>
  `{${Object.entries({ calls: '[]', logs: '[]', emitted: '[]', cleared: '[]', done: 'null', ...parts })
    .map(([key, json]) => `"${key}":${json}`)
    .join(',')}}`;
const call = (...parts: readonly string[]): string => frame({ calls: `[[${parts.join(',')}]]` });
const WRITE = '["notes","write"]';

/** Well-formed frames that say what no honest isolate says. */
const LIES: Readonly<Record<string, string>> = {
  'no JSON': '{"calls":[',
  nothing: '',
  'another shape': '[]',
  'an unknown field': frame({ approved: 'true' }),
  'a field that is a prototype': frame({ __proto__x: '1' }).replace('__proto__x', '__proto__'),
  'a field that is missing': '{"logs":[],"emitted":[],"cleared":[],"done":null}',
  'an unknown field of a call': call('1', '"tool"', WRITE, '{}', '""', '{"approved":true}'),
  'an unknown field of an outcome': frame({ done: '{"ok":true,"value":1,"approved":true}' }),
  'an operation that does not exist': call('1', '"approve"', WRITE, '{}', '""'),
  'call number 0': call('0', '"tool"', WRITE, '{}', '""'),
  'a negative call number': call('-1', '"tool"', WRITE, '{}', '""'),
  'a broken call number': call('1.5', '"tool"', WRITE, '{}', '""'),
  'a call number too large for a number': call('1e400', '"tool"', WRITE, '{}', '""'),
  'a call number beyond the limit': call('1001', '"tool"', WRITE, '{}', '""'),
  'one call number twice': frame({ calls: `[[1,"tool",${WRITE},{},""],[1,"tool",${WRITE},{},""]]` }),
  'a call number left out': frame({ calls: `[[1,"tool",${WRITE},{},""],[3,"tool",${WRITE},{},""]]` }),
  'arguments that are no number': call('1', '"tool"', WRITE, '{"n":1e400}', '""'),
  'a number of four hundred digits': call('1', '"tool"', WRITE, `{"n":${'9'.repeat(400)}}`, '""'),
  'no path': call('1', '"tool"', '[]', '{}', '""'),
  'a path of numbers': call('1', '"tool"', '[1,2]', '{}', '""'),
  'a path that is a text': call('1', '"tool"', '"notes.write"', '{}', '""'),
  'a path of too many segments': call('1', '"tool"', '["a","b","c","d","e","f","g","h","i"]', '{}', '""'),
  'a stack that is no text': call('1', '"tool"', WRITE, '{}', '1'),
  'a stack of any length': call('1', '"tool"', WRITE, '{}', `"${'x'.repeat(513)}"`),
  'a time below zero': call('1', '"sleep"', 'null', '-5', '0', '0'),
  'a level that does not exist': frame({ logs: '[["approved","x"]]' }),
  'more lines than may be printed': frame({ logs: `[["log","${'x'.repeat(300_000)}"]]` }),
  'more values than may be emitted': frame({ emitted: `["${'x'.repeat(1_100_000)}"]` }),
  'a larger result than may be returned': frame({ done: `{"ok":true,"value":"${'x'.repeat(1_100_000)}"}` }),
  'very deep JSON': call('1', '"tool"', WRITE, `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '""'),
  'brackets that never close': call('1', '"tool"', WRITE, '['.repeat(30_000), '""'),
};

describe('a worker that lies in well-formed frames', () => {
  it.each(Object.entries(LIES))('is ended, and nothing runs: %s', async (_name, says) => {
    await using shed = openHostileShed([{ says }, { says }, { says }, { says }]);
    const result = await shed.execute('victim');
    expect(result.status).toBe('failed');
    if (result.status === 'failed') expect(result.error.code).toMatch(/^sandbox\/(protocol|crashed)$/);
    expect(shed.ran).toEqual([]);
    await gone(workerAt(shed, 0));
  });
});

function workerAt({ workers }: { readonly workers: readonly ChildProcess[] }, index: number): ChildProcess {
  const worker = workers[index];
  if (worker === undefined) throw new RangeError(`No worker ${index}`);
  return worker;
}
