// A schema costs more to make than what it reads. Schemas made for each call, two of them, were a third of what a host
// does for a small program. Counted here by V8 itself: how often the library's constructor runs.

import { Session } from 'node:inspector/promises';
import { defineTool } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const ROUNDS = 3;

const send = defineTool({
  path: 'mail.send',
  description: 'Sends',
  input: z.object({ to: z.string() }),
  destructive: true,
  handler: (_context, { to }) => ({ sent: to }),
});

const PROGRAM = `
await store.set('seen', 1);
const { action } = await elicit({ message: 'Go on?' });
return [action, await tools.mail.send({ to: 'ada@x.org' })];`;

/** Everything a host is asked to do again and again. */
async function round(shed: Toolshed): Promise<void> {
  const asked = expectStatus(
    await shed.execute(PROGRAM, { session: 'monday', agent: 'triage', input: { n: 1 } }),
    'paused',
  );
  const by = { principal: 'ada', kind: 'person', channel: 'web' } as const;
  const gated = expectStatus(await shed.resume(asked.executionId, { action: 'accept', by }), 'paused');
  await shed.pending({ session: 'monday' });
  await shed.list({ status: ['paused'] });
  await shed.get(gated.executionId);
  await shed.grants.list();
  expectStatus(await shed.resume(gated.paused.elicitationId, true), 'completed');
  const left = expectStatus(await shed.execute(`await tools.mail.send({ to: 'x' })`), 'paused');
  await shed.cancel(left.executionId, 'enough');
}

/** How often any schema was made while this ran. */
async function schemasMadeDuring(run: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const library = result.filter(({ url }) => url.endsWith('/zod/v4/core/core.js'));
    // The one constructor of all schemas, and of errors.
    const constructors = library
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === '_');
    return Math.max(0, ...constructors.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  } finally {
    session.disconnect();
  }
}

describe('a host that is asked the same again', () => {
  verifies('execution/schemas-once', 'makes no schema for it', async () => {
    await using shed = await openInThread({ tools: [send], store: 'memory' });
    await round(shed);
    const made = await schemasMadeDuring(async () => {
      for (let n = 0; n < ROUNDS; n++) await round(shed);
    });
    expect(made).toBe(0);
    expect(await schemasMadeDuring(async () => void z.string())).toBe(1);
  });
});
