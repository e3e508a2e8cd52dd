// Whatever a worker says is read as data or refused; whatever an honest isolate says is read as it was meant.
// Twelve thousand cases in all.

import { defineTool } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { openToolshed } from '@toolshed/runtime';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import {
  decodeDeliveries,
  encodeDeliveries,
  encodeFrame,
  FRAME_HEAD,
  type FrameHead,
  readHead,
} from '@toolshed/runtime/internal/sandbox/frames';
import { Limits } from '@toolshed/runtime/internal/sandbox/limits';
import { GuestProtocolError, LimitError } from '@toolshed/runtime/internal/sandbox/sandbox-errors';
import { createFrameReader } from '@toolshed/runtime/internal/sandbox/worker-process/frame-reader';
import { readStepOutput, type StepOutput } from '@toolshed/runtime/internal/tool-proxy/guest-boundary';
import { isUsualStep, readAnyStep } from '@toolshed/runtime/internal/tool-proxy/step-frame';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

const LIMITS = Limits.parse({});

/** Any code units, halves of surrogate pairs included. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));
const anyKey = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toJSON', 'then', 'length', '0', 'ok'));
const anyJson = fc
  .anything({
    key: anyKey,
    values: [anyText, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
    maxDepth: 4,
    maxKeys: 5,
  })
  .map((value) => JSON.parse(JSON.stringify(value) ?? 'null'));

/** Members as an honest isolate writes them, and as it never would. */
const either = <T>(honest: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: honest }, { weight: 1, arbitrary: anyJson });
const number = fc.integer({ min: -1, max: 1_200 });
const place = fc.oneof(
  { weight: 30, arbitrary: anyText },
  {
    weight: 30,
    arbitrary: fc.tuple(number, either(number)).map(([line, column]) => `${line}:${column}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(20), 1, null) },
);
const call = fc.oneof(
  fc.tuple(either(number), fc.constant('tool'), either(fc.array(anyText, { maxLength: 9 })), anyJson, place),
  fc.tuple(either(number), fc.constant('elicit'), fc.constant(null), anyJson, place),
  fc.tuple(either(number), fc.constant('sleep'), fc.constant(null), either(number), place),
);
const outcome = fc.oneof(
  fc.constant(null),
  fc.record({ ok: fc.constant(true), value: anyJson }, { requiredKeys: ['ok'] }),
  fc.record(
    { ok: fc.constant(false), message: anyText, line: number, column: number, name: anyText, code: anyText },
    { requiredKeys: ['ok', 'message', 'line', 'column'] },
  ),
);
const level = fc.constantFrom('debug', 'log', 'info', 'warn', 'error');
const frameText = fc
  .record({
    calls: either(fc.array(either(call), { maxLength: 3 })),
    logs: either(fc.array(either(fc.tuple(level, anyText)), { maxLength: 3 })),
    emitted: either(fc.array(anyJson, { maxLength: 3 })),
    cleared: either(fc.array(number, { maxLength: 3 })),
    done: either(outcome),
  })
  .map((frame) => JSON.stringify(frame));
/** With one place changed, or one more field. */
const brokenText = fc
  .tuple(frameText, fc.nat(), anyText)
  .map(([text, at, patch]) => text.slice(0, at % text.length) + patch + text.slice((at % text.length) + 1));

/** The frame an isolate would have written for this output. */
function rewrite({ calls, logs, emitted, cleared, outcome: end }: StepOutput): string {
  const tuples = calls.map((one) => {
    const at = one.line === undefined ? '' : `${one.line}:${one.column}`;
    if (one.op === 'tool') return [one.number, one.op, one.segments, one.args, at];
    return [one.number, one.op, null, one.op === 'sleep' ? one.ms : one.request, at];
  });
  return `{"calls":${JSON.stringify(tuples)},"logs":${JSON.stringify(logs.map((line) => [line.level, line.text]))},"emitted":[${emitted.join()}],"cleared":${JSON.stringify(cleared)},"done":${doneText(end)}}`;
}

function doneText(end: StepOutput['outcome']): string {
  if (end === undefined) return 'null';
  if (end.kind === 'returned') return end.value === undefined ? '{"ok":true}' : `{"ok":true,"value":${end.value}}`;
  const { line = 0, column = 0, ...rest } = end.error;
  return JSON.stringify({ ok: false, line, column, ...rest });
}

/** A step that only called tools or returned, with at most one thing about it that is not as it should be. */
const toolCall = fc.tuple(
  fc.integer({ min: 1, max: 1_200 }),
  fc.constant('tool'),
  fc.array(anyText, { minLength: 1, maxLength: 8 }),
  anyJson,
  fc.oneof(
    fc.constant(''),
    fc.tuple(number, number).map(([line, column]) => `${line}:${column}`),
  ),
);
const oddity = fc.oneof(
  anyJson,
  fc.constantFrom(1e20, -1, 0.5, 'x'.repeat(129), 'x'.repeat(20), Array(9).fill('a'), [], undefined),
);
const returned = fc.record({ ok: fc.constant(true), value: anyJson }, { requiredKeys: ['ok'] });
const usualText = fc
  .tuple(fc.array(toolCall, { maxLength: 3 }), fc.option(oddity), fc.nat(), anyKey, fc.option(returned, { freq: 2 }))
  .map(([calls, odd, place, key, done]) => {
    const frame: Record<string, unknown> = done === null ? { calls } : { calls, done };
    if (odd === null) return JSON.stringify(frame);
    const owners: unknown[] = [frame, calls, ...calls, ...calls.map(([, , segments]) => segments)];
    const owner = owners[place % owners.length];
    if (Array.isArray(owner)) owner[place % (owner.length + 1)] = odd;
    else if (done !== null && place % 3 === 0) Reflect.set(done, ['ok', 'value', key][(place % 9) / 3] ?? key, odd);
    else frame[['calls', 'logs', 'done', key][place % 4] ?? key] = odd;
    return JSON.stringify(frame);
  });

describe('isUsualStep', () => {
  verifies(
    'sandbox/hostile-worker',
    'lets nothing past the schema: what it accepts the schema accepts as it is',
    () => {
      let usual = 0;
      let ends = 0;
      fc.assert(
        fc.property(fc.oneof(usualText, frameText), (text) => {
          const step: unknown = JSON.parse(text);
          if (!isUsualStep(step)) return;
          usual++;
          if (step.done) ends++;
          expect(readAnyStep(step)).toEqual({ logs: [], emitted: [], cleared: [], ending: null, done: null, ...step });
        }),
        { numRuns: 6_000 },
      );
      expect(usual).toBeGreaterThan(300);
      expect(ends).toBeGreaterThan(100);
    },
  );
});

describe('readStepOutput', () => {
  verifies(
    'sandbox/hostile-worker',
    'reads any text as data, or refuses it as a breach or a limit, and nothing else',
    () => {
      const before = Reflect.ownKeys(Object.prototype).length;
      let readable = 0;
      fc.assert(
        fc.property(fc.oneof({ weight: 9, arbitrary: frameText }, brokenText, fc.string(), fc.json()), (text) => {
          const output = read(text);
          if (output === undefined) return;
          readable++;
          expect(read(rewrite(output))).toEqual(output);
          for (const one of output.calls) expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
        }),
        { numRuns: 5_500 },
      );
      expect(Reflect.ownKeys(Object.prototype)).toHaveLength(before);
      expect(readable).toBeGreaterThan(500);
    },
  );
});

function read(text: string): StepOutput | undefined {
  try {
    return readStepOutput(text, LIMITS);
  } catch (error) {
    if (error instanceof GuestProtocolError || error instanceof LimitError) return undefined;
    throw error;
  }
}

const wholeText = fc.string({ unit: 'grapheme', maxLength: 40 });
const word = fc.integer({ min: 0, max: 0xffff_ffff });
const frame = fc.tuple(fc.integer({ min: 0, max: 255 }), word, word, wholeText);

describe('frames', () => {
  verifies('sandbox/hostile-worker', 'carry kind, lane, number and text', () => {
    fc.assert(
      fc.property(frame, ([kind, lane, number, text]) => {
        const bytes = encodeFrame(kind, lane, number, text);
        const length = Buffer.byteLength(text);
        expect(readHead(bytes)).toEqual({ length, kind, lane, number });
        expect(bytes.toString('utf8', FRAME_HEAD)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  verifies('sandbox/hostile-worker', 'carry several deliveries, and give them back in order', () => {
    const facts = { call: word, at: fc.double({ noNaN: true }) };
    const delivery = fc.oneof(
      fc.record({ ...facts, kind: fc.constant('value' as const), json: fc.option(wholeText, { nil: undefined }) }),
      fc.record({ ...facts, kind: fc.constant('error' as const), json: wholeText }),
    );
    fc.assert(
      fc.property(fc.array(delivery, { maxLength: 8 }), (deliveries) => {
        const bytes = encodeDeliveries(1, 1, deliveries);
        expect([...decodeDeliveries(bytes.subarray(FRAME_HEAD))]).toEqual(deliveries);
      }),
      { numRuns: 1_000 },
    );
  });

  verifies('sandbox/hostile-worker', 'are read however they are cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), cuts, (frames, sizes) => {
        const bytes = Buffer.concat(frames.map((one) => encodeFrame(...one)));
        const got: [FrameHead, string][] = [];
        const reader = createFrameReader({ maxBytes: () => 1_000, onFrame: (head, text) => got.push([head, text]) });
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const size = sizes[cut % sizes.length] ?? 1;
          reader.read(bytes.subarray(at, at + size));
          at += size;
        }
        expect(reader.isWithinFrame).toBe(false);
        expect(got.map(([{ kind, lane, number }, text]) => [kind, lane, number, text])).toEqual(frames);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('the guest boundary', () => {
  verifies(
    'sandbox/hostile-worker',
    'hands a tool exactly the arguments a program sent',
    async () => {
      const received: string[] = [];
      const take = defineTool({
        path: 'fuzz.take',
        description: 'Takes anything',
        input: z.unknown(),
        destructive: false,
        handler: (_context, args) => {
          received.push(canonicalJson(args));
          return args;
        },
      });
      await using shed = await openToolshed({ tools: [take], store: 'memory' });
      await fc.assert(
        fc.asyncProperty(fc.array(anyJson, { minLength: 50, maxLength: 50 }), async (values) => {
          received.length = 0;
          const program = `return await Promise.all(JSON.parse(${JSON.stringify(JSON.stringify(values))}).map((value) => tools.fuzz.take(value)))`;
          const result = expectStatus(await shed.execute(program), 'completed');
          expect(received).toEqual(values.map(canonicalJson));
          expect(canonicalJson(result.value)).toBe(canonicalJson(values));
        }),
        { numRuns: 60 },
      );
    },
    { timeout: 60_000 },
  );
});
