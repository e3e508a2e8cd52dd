// Callbacks of a tool that answer too late, answer with the wrong thing, or throw what cannot be looked at.

import { defineTool, type ToolDefinition, ToolError, type ToolLog } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

type Facts = Partial<ToolDefinition<Record<string, never>, unknown>>;

const rejecting = async (): Promise<never> => {
  throw new Error('nobody waits for this');
};

/** As one written in JavaScript, where nothing checks what a callback gives. */
const untyped = (facts: Readonly<Record<string, unknown>>): Facts => facts;

async function openOdd(facts: Facts) {
  const warnings: string[] = [];
  const quiet = (): void => undefined;
  const log: ToolLog = { debug: quiet, info: quiet, error: quiet, warn: (_, message) => void warnings.push(message) };
  let runs = 0;
  const handler = () => ++runs;
  const tool = defineTool({ path: 'odd.run', description: 'Runs', input: z.object({}), handler, ...facts });
  const shed = await openInThread({ tools: [tool], store: 'memory', log });
  return { shed, warnings, ran: () => runs, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}

const CALL = `try { return await tools.odd.run({}) } catch ({ code, message }) { return { code, message } }`;

describe('a callback that has to answer at once', () => {
  verifies.each('tool/odd-callbacks', [
    ['rejects', rejecting],
    ['answers', async () => undefined],
  ])('refuses the call, and tells the operator, if it is a check that %s later', async (_, check) => {
    await using odd = await openOdd(untyped({ check }));
    const { value } = expectStatus(await odd.shed.execute(CALL), 'completed');
    expect(value).toMatchObject({ code: 'tool/check-failed' });
    expect([odd.ran(), odd.warnings.length]).toEqual([0, 1]);
  });

  verifies('tool/odd-callbacks', 'asks if it is a predicate that rejects later', async () => {
    await using odd = await openOdd(untyped({ destructive: rejecting }));
    const asked = expectStatus(await odd.shed.execute(CALL), 'paused');
    expect(expectStatus(await odd.shed.resume(asked.paused.elicitationId, true), 'completed').value).toBe(1);
  });

  verifies.each('tool/odd-callbacks', [
    ['rejects later', rejecting],
    ['answers later', async () => 'Really?'],
    ['is an object', () => ({ text: 'Really?' })],
    ['is a number', () => 7],
  ])('is asked in Toolshed’s own words, with a line in the log, if its message %s', async (_, message) => {
    await using odd = await openOdd(untyped({ message }));
    const asked = expectStatus(await odd.shed.execute(CALL), 'paused');
    expect([asked.paused.message, odd.warnings.length]).toEqual(['Run odd.run?', 1]);
    expect(expectStatus(await odd.shed.resume(asked.paused.elicitationId, true), 'completed').value).toBe(1);
  });
});

const failing = (): never => {
  throw new Error('read');
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const withGetter = (error: Error, field: string) => Object.defineProperty(error, field, { get: failing });

describe('a value that throws when it is read', () => {
  const THROWN: readonly (readonly [string, () => unknown])[] = [
    ...['name', 'message', 'code', 'stack', 'cause'].map(
      (field) => [`an error whose ${field} throws`, () => withGetter(new Error('x'), field)] as const,
    ),
    ...['name', 'message', 'code', 'reason'].map(
      (field) =>
        [`an error of ours whose ${field} throws`, () => withGetter(new ToolError('a/b', 'x'), field)] as const,
    ),
    ['a proxy that throws', () => new Proxy(new Error('x'), { get: failing, getPrototypeOf: failing, has: failing })],
    ['a revoked proxy', revoked],
    ['an error caused by one', () => new Error('x', { cause: revoked() })],
    ['an error with a symbol for a code', () => Object.assign(new Error('x'), { code: Symbol('q') })],
    ['an error of ours with an object for a message', () => Object.assign(new ToolError('a/b', 'x'), { message: {} })],
    ['nothing', () => undefined],
  ];

  verifies.each('tool/odd-callbacks', THROWN)('fails its call if a handler throws it: %s', async (_, make) => {
    await using odd = await openOdd({
      handler() {
        throw make();
      },
    });
    const asked = expectStatus(await odd.shed.execute(CALL), 'paused');
    const done = expectStatus(await odd.shed.resume(asked.paused.elicitationId, true), 'completed');
    expect(done.value).toMatchObject({ code: 'tool/failed' });
    expect((await odd.shed.get(done.executionId)).calls[0]?.defect).toEqual(expect.any(String));
  });

  verifies.each('tool/odd-callbacks', THROWN)('refuses its call if a check throws it: %s', async (_, make) => {
    await using odd = await openOdd({
      check() {
        throw make();
      },
    });
    expect(expectStatus(await odd.shed.execute(CALL), 'completed').value).toMatchObject({ code: 'tool/check-failed' });
  });

  verifies.each('tool/odd-callbacks', THROWN)(
    'is a preview that failed if a preview throws it: %s',
    async (_, make) => {
      await using odd = await openOdd({
        preview() {
          throw make();
        },
      });
      const asked = expectStatus(await odd.shed.execute(CALL), 'paused');
      expect(asked.paused.request).toMatchObject({ preview: { kind: 'failed' } });
    },
  );

  verifies(
    'tool/odd-callbacks',
    'is logged as far as it can be, and sent as progress as far as it can be',
    async () => {
      const ring: Record<string, unknown> = {};
      ring['ring'] = ring;
      const handler: Facts['handler'] = ({ log, progress }) => {
        for (const facts of [
          ring,
          revoked(),
          withGetter(new Error('x'), 'stack'),
          {
            get a() {
              return failing();
            },
          },
        ])
          log.info(facts, 'odd');
        Reflect.apply(progress, undefined, [Number.NaN, {}, Symbol('x')]);
        return 'done';
      };
      await using odd = await openOdd({ destructive: false, handler });
      expect(expectStatus(await odd.shed.execute(CALL), 'completed').value).toBe('done');
    },
  );

  verifies('tool/odd-callbacks', 'changes nothing for a call if the host’s own log cannot take it', async () => {
    const log: ToolLog = { debug: failing, info: failing, warn: failing, error: failing };
    const tool = defineTool({
      path: 'odd.run',
      description: 'Runs',
      input: z.object({}),
      destructive: false,
      handler: failing,
    });
    await using shed = await openInThread({ tools: [tool], store: 'memory', log });
    expect(expectStatus(await shed.execute(CALL), 'completed').value).toMatchObject({ code: 'tool/failed' });
  });
});

describe('a callback of the caller that starts a program', () => {
  verifies.each('tool/odd-callbacks', [
    ['throws', () => void JSON.parse('{')],
    ['rejects', rejecting],
  ])('is logged and ends nothing if it %s', async (_, onStarted) => {
    await using odd = await openOdd({ destructive: false });
    const { value } = expectStatus(await odd.shed.execute(CALL, { onStarted }), 'completed');
    expect(value).toBe(1);
    await expect.poll(() => odd.warnings).toEqual(['the callback "onStarted" failed']);
  });
});
