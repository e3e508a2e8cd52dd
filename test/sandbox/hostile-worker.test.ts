import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { gone, openHostilePool } from './hostile/hostile-pool.ts';
import { openHostileShed } from './hostile/hostile-shed.ts';

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
  'lines without end',
  'empty lines without end',
  'lines of another lane',
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

/** Ways that break it before anything is asked: the execution that was given the worker gets another, or fails. */
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
const SILENCES = [
  'silence',
  'a line, and silence',
  'half a head, and silence',
  'half a frame, and silence',
  'a large frame, byte by byte',
];

describe('a worker that breaks the protocol', () => {
  verifies.each('sandbox/hostile-worker', BREACHES)('a worker that breaks the protocol is ended: %s', async (way) => {
    // So much that the clock never comes before the breach, however slow the machine reads a flood.
    await using hostile = openHostilePool(['polite', way], { cpuMs: 20_000 });
    using neighbour = await hostile.open('neighbour');
    await neighbour.start(PROGRAM);
    using sandbox = await hostile.open('victim');

    await expect(sandbox.start(PROGRAM)).rejects.toMatchObject({ code: 'sandbox/crashed' });
    await gone(workerAt(hostile, 1));

    expect(await neighbour.deliver([])).toEqual(POLITE);
    using next = await hostile.open('victim');
    expect(await next.start(PROGRAM)).toEqual(POLITE);
  });

  verifies.each('sandbox/hostile-worker', GREETINGS)('a worker with a bad greeting gets no work: %s', async (way) => {
    // So much that the clock never comes before the breach, however slow the machine reads a flood.
    await using hostile = openHostilePool(['polite', way], { cpuMs: 20_000 });
    using neighbour = await hostile.open('neighbour');
    await neighbour.start(PROGRAM);
    using sandbox = await hostile.open('victim');
    const answer = await sandbox.start(PROGRAM).catch(({ code }: { readonly code: string }) => code);
    expect(answer).toMatch(/^sandbox\/crashed$|"polite"/);
    await gone(workerAt(hostile, 1));
    expect(await neighbour.deliver([])).toEqual(POLITE);
  });

  verifies.each('sandbox/hostile-worker', AFTERTHOUGHTS)(
    'a worker that sends more than its answer is ended, and the rest is not used: %s',
    async (way) => {
      await using hostile = openHostilePool(['polite', way], { cpuMs: 1_000 });
      using neighbour = await hostile.open('neighbour');
      await neighbour.start(PROGRAM);
      using sandbox = await hostile.open('victim');

      expect(await sandbox.start(PROGRAM)).toEqual(POLITE);
      await gone(workerAt(hostile, 1));

      await expect(sandbox.deliver([])).rejects.toMatchObject({ code: 'sandbox/crashed' });
      expect(await neighbour.deliver([])).toEqual(POLITE);
    },
  );

  verifies.each('sandbox/hostile-worker', SILENCES)('a silent worker is ended by the host’s clock: %s', async (way) => {
    await using hostile = openHostilePool([way], { cpuMs: 100 });
    using sandbox = await hostile.open('victim');
    await expect(sandbox.start(PROGRAM)).rejects.toMatchObject({ code: 'limit/cpu' });
    await gone(workerAt(hostile, 0));
  });

  verifies('sandbox/hostile-worker', 'cannot make the host hold more than one frame', async () => {
    await using hostile = openHostilePool(['a large frame, byte by byte', 'answers without end', 'ready without end'], {
      cpuMs: 300,
    });
    const before = process.memoryUsage.rss();
    const opened = await Promise.all(['a', 'b', 'c'].map((domain) => hostile.open(domain)));
    await Promise.allSettled(opened.map((sandbox) => sandbox.start(PROGRAM)));
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(150);
    for (const sandbox of opened) sandbox[Symbol.dispose]();
  });

  verifies('sandbox/hostile-worker', 'cannot answer for another execution of the same worker', async () => {
    await using hostile = openHostilePool(['an answer for an earlier lane']);
    using first = await hostile.open('victim');
    using second = await hostile.open('victim');
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
  'a time below zero': call('1', '"sleep"', 'null', '-5', '""'),
  'a part of a millisecond': call('1', '"sleep"', 'null', '0.5', '""'),
  'a time that no clock reaches': call('1', '"sleep"', 'null', '1e17', '""'),
  'a level that does not exist': frame({ logs: '[["approved","x"]]' }),
  'more lines than may be printed': frame({ logs: `[["log","${'x'.repeat(300_000)}"]]` }),
  'more values than may be emitted': frame({ emitted: `["${'x'.repeat(1_100_000)}"]` }),
  'a larger result than may be returned': frame({ done: `{"ok":true,"value":"${'x'.repeat(1_100_000)}"}` }),
  'more empty lines than may be printed': frame({ logs: `[${Array(10_000).fill('["log",""]').join()}]` }),
  'more small values than may be emitted': frame({ emitted: `[${Array(40_000).fill('1').join()}]` }),
  'more timers cleared than there can be': frame({ cleared: `[${Array(1_001).fill('1').join()}]` }),
  'an error of any length': frame({
    done: `{"ok":false,"message":"${'x'.repeat(17_000)}","line":0,"column":0}`,
  }),
  'a code of any length': frame({
    done: `{"ok":false,"message":"x","line":0,"column":0,"code":"${'x'.repeat(17_000)}"}`,
  }),
};

/** What an honest isolate may send for a program that asks for it; the execution fails, and nothing is read. */
const EXCESSES: Readonly<Record<string, readonly [says: string, code: string]>> = {
  'very deep JSON': [
    call('1', '"tool"', WRITE, `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '""'),
    'limit/args-depth',
  ],
  'brackets that never close': [call('1', '"tool"', WRITE, '['.repeat(30_000), '""'), 'limit/args-depth'],
  'more pieces than can be read in a moment': [
    call('1', '"tool"', WRITE, `[${'{},'.repeat(1_000_001)}{}]`, '""'),
    'limit/args-size',
  ],
};

describe('a worker that lies in well-formed frames', () => {
  verifies.each('sandbox/hostile-worker', Object.entries(LIES))(
    'a worker that lies in well-formed frames is ended, and nothing runs: %s',
    async (_name, says) => {
      await using shed = openHostileShed([{ says }, { says }, { says }, { says }]);
      const result = await shed.execute('victim');
      expect(result.status).toBe('failed');
      if (result.status === 'failed') expect(result.error.code).toMatch(/^sandbox\/(protocol|crashed)$/);
      expect(shed.ran).toEqual([]);
      await gone(workerAt(shed, 0));
    },
  );
});

describe('a worker that says too much', () => {
  verifies.each('sandbox/hostile-worker', Object.entries(EXCESSES))(
    'a worker that sends too much is not read any further: %s',
    async (_name, [says, code]) => {
      await using shed = openHostileShed([{ says }]);
      const started = performance.now();
      expect(await shed.execute('victim')).toMatchObject({ status: 'failed', error: { code } });
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(shed.ran).toEqual([]);
    },
  );
});

describe('a worker that closes its output and lives on', () => {
  verifies('sandbox/hostile-worker', 'is ended, and the descriptor’s next owner is not read from', async () => {
    await using hostile = openHostilePool(['an answer, and no more output'], { cpuMs: 5_000 });
    using sandbox = await hostile.open('victim');
    const worker = workerAt(hostile, 0);
    const descriptor = descriptorOf(worker.stdout);
    expect(await sandbox.start(PROGRAM)).toEqual(POLITE);
    await closed(worker.stdout);
    using files = openUntil(descriptor);
    await expect(sandbox.deliver([])).rejects.toMatchObject({ code: 'sandbox/crashed' });
    await gone(worker);
    expect(files.next()).toBe('MINE');
  });
});

/** Opens a file again and again until it has this descriptor; `next` reads where nobody should have read before. */
function openUntil(descriptor: number): Disposable & { next(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-descriptor-'));
  writeFileSync(join(folder, 'mine'), 'MINE'.repeat(1_000));
  const opened: number[] = [];
  while (opened.at(-1) !== descriptor && opened.length < 200) opened.push(openSync(join(folder, 'mine'), 'r'));
  expect(opened.at(-1)).toBe(descriptor);
  const text = Buffer.alloc(4);
  return {
    next: () => text.toString('utf8', 0, readSync(descriptor, text)),
    [Symbol.dispose]: () => {
      for (const one of opened) closeSync(one);
      rmSync(folder, { recursive: true });
    },
  };
}

const descriptorOf = (stream: object | null): number => Number(Reflect.get(Object(stream)._handle, 'fd'));

async function closed(stream: Readable | null): Promise<void> {
  if (stream && !stream.closed) await once(stream, 'close');
}

function workerAt({ workers }: { readonly workers: readonly ChildProcess[] }, index: number): ChildProcess {
  const worker = workers[index];
  if (worker === undefined) throw new RangeError(`No worker ${index}`);
  return worker;
}
