import { defineTool, type Middleware, type ToolContext } from '@toolshed/kernel';
import { createMemoryStore } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAskingShed } from '../support/asking-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const LIMITS = { elicitations: 3 };
const CAUGHT = `try { return await tools.app.run({}) } catch (error) { return error.code }`;
const ask = (context: ToolContext, n: number) => context.elicit({ type: 'text', message: `Question ${n}?` });

describe('the limit on questions', () => {
  verifies('elicit/limit', 'counts those of a handler that asks one after the other', async () => {
    await using shed = await openAskingShed(
      async (context) => {
        for (let n = 1; ; n++) await ask(context, n);
      },
      { limits: LIMITS },
    );
    let result = await shed.execute(CAUGHT);
    for (let n = 1; n <= LIMITS.elicitations; n++) {
      const { paused } = expectStatus(result, 'paused');
      expect(paused.message).toBe(`Question ${n}?`);
      result = await shed.resume(paused.elicitationId, { approved: true, data: 'yes' });
    }
    expect(result).toMatchObject({ status: 'completed', value: 'limit/elicitations' });
  });

  verifies('elicit/limit', 'counts those of a handler that asks all at once', async () => {
    await using shed = await openAskingShed(
      (context) => Promise.allSettled(Array.from({ length: 10 }, (_, n) => ask(context, n))),
      { limits: LIMITS },
    );
    expect(expectStatus(await shed.execute(CAUGHT), 'paused').pending).toHaveLength(LIMITS.elicitations);
  });

  verifies('elicit/limit', 'counts those of a program, and those its calls have to ask', async () => {
    await using mail = await openMailShed({ limits: LIMITS });
    const program = `await Promise.allSettled([elicit({ message: 'Well?' }),
      ...Array.from({ length: 9 }, (_, n) => tools.mail.send({ to: 'a' + n }))]);`;
    expect(expectStatus(await mail.shed.execute(program), 'paused').pending).toHaveLength(LIMITS.elicitations);
  });

  verifies('elicit/limit', 'counts those that middleware has not let through yet', async () => {
    const slow: Middleware = async (_question, next) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return next();
    };
    const look = defineTool({
      path: 'app.look',
      description: 'Looks',
      input: z.object({}),
      destructive: false,
      handler: () => 1,
    });
    await using shed = await openInThread({ tools: [look], store: 'memory', limits: LIMITS, middleware: [slow] });
    const program = `const asked = [];
      for (let n = 0; n < 6; n++) { asked.push(elicit({ message: 'Well?' })); await tools.app.look({}); }
      await Promise.allSettled(asked);`;
    expect(expectStatus(await shed.execute(program), 'paused').pending).toHaveLength(LIMITS.elicitations);
  });
});

describe('a list of hundreds of questions that two people have to approve', () => {
  it('reads the journal of their execution once', async () => {
    const store = createMemoryStore();
    let reads = 0;
    const read: typeof store.journal.read = (...given) => {
      reads++;
      return store.journal.read(...given);
    };
    await using mail = await openMailShed({
      store: { ...store, journal: { ...store.journal, read } },
      policy: [{ pattern: 'mail.send', verdict: 'ask', approvals: 2 }],
      limits: { elicitations: 300, callsInFlight: 300 },
    });
    await mail.shed.execute(
      `await Promise.all(Array.from({ length: 300 }, (_, n) => tools.mail.send({ to: 'a' + n })))`,
    );
    reads = 0;
    expect(await mail.shed.pending({ limit: 300 })).toHaveLength(300);
    expect(reads).toBe(1);
  });
});
