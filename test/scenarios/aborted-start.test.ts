import { defineTool } from '@toolshed/kernel';
import { openToolshed, type Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const SPIN = `console.log('spinning'); for (;;);`;

describe('a start that its caller can end', () => {
  let shed: Toolshed;
  let aborted = 0;
  let whenItWaits = (): void => undefined;

  beforeAll(async () => {
    shed = await openToolshed({
      store: 'memory',
      limits: { cpuMs: 60_000 },
      tools: [
        defineTool({
          path: 'wait',
          description: 'waits until it is aborted',
          input: z.object({}),
          destructive: false,
          handler: ({ signal }) =>
            new Promise((_, reject) => {
              whenItWaits();
              signal.addEventListener('abort', () => {
                aborted++;
                reject(signal.reason);
              });
            }),
        }),
      ],
    });
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  verifies('start/signal', 'has an id while its first step spins, and is cancelled by it', async () => {
    const id = await shed.start(SPIN);
    expect((await shed.get(id)).status).toBe('running');
    expect((await shed.cancel(id)).status).toBe('cancelled');
  });

  verifies('start/signal', 'is cancelled when its signal aborts, program and handlers', async () => {
    const spinning = new AbortController();
    const spun = shed.execute(SPIN, { signal: spinning.signal, onStarted: () => spinning.abort() });
    expect(expectStatus(await spun, 'cancelled').reason).toBe('the caller aborted it');
    const waiting = new AbortController();
    whenItWaits = () => waiting.abort();
    expectStatus(await shed.execute(`await tools.wait();`, { signal: waiting.signal }), 'cancelled');
    await expect.poll(() => aborted).toBe(1);
    const controller = new AbortController();
    const id = await shed.start(`await tools.wait();`, { signal: controller.signal });
    controller.abort();
    await expect.poll(async () => (await shed.get(id)).status).toBe('cancelled');
  });

  verifies('start/signal', 'does not begin under a signal that has aborted', async () => {
    const before = (await shed.list()).length;
    await expect(shed.execute('return 1', { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
    await expect(shed.start('return 1', { signal: AbortSignal.abort() })).rejects.toThrow('abort');
    expect((await shed.list()).length).toBe(before);
  });

  verifies(
    'start/signal',
    'is ended by the caller that started it, and by no other that has its idempotency key',
    async () => {
      const [own, other, third] = [new AbortController(), new AbortController(), new AbortController()];
      const start = (idempotencyKey: string, { signal }: AbortController) =>
        shed.start('await tools.wait();', { idempotencyKey, signal });
      const id = await start('shared', own);
      expect(await start('shared', other)).toBe(id);
      const apart = await start('apart', third);
      other.abort();
      third.abort();
      await expect.poll(async () => (await shed.get(apart)).status).toBe('cancelled');
      expect((await shed.get(id)).status).toBe('running');
      own.abort();
      await expect.poll(async () => (await shed.get(id)).status).toBe('cancelled');
    },
  );

  verifies('start/signal', 'continues when its signal aborts after it was first idle', async () => {
    const controller = new AbortController();
    const program = `return (await elicit({ type: 'approval', message: 'Well?' })).approved`;
    const paused = expectStatus(await shed.execute(program, { signal: controller.signal }), 'paused');
    controller.abort();
    expect(expectStatus(await shed.resume(paused.paused.elicitationId, true), 'completed').value).toBe(true);
  });
});

describe('a step that is stopped for its time', () => {
  verifies('start/last-words', 'keeps what it printed', async () => {
    await using shed = await openInThread({ store: 'memory', tools: [], limits: { cpuMs: 100 } });
    const failed = expectStatus(await shed.execute(`emit(1); ${SPIN}`), 'failed');
    expect(failed.error.code).toBe('limit/cpu');
    expect(failed.logs).toEqual([{ level: 'log', text: 'spinning' }]);
    expect(failed.emitted).toEqual([1]);
  });
});
