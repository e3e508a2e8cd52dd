// How soon a node learns what another wrote, while others never stop writing.

import { openPostgresStore, type PostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { openFreshPostgres, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { printed, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';

afterAll(stopPostgresOfFile);

const WRITES_MS = 3_000;

describe('the changes of a store that is never at rest', () => {
  verifies('store/shared-told', 'changes reach other nodes soon though a transaction is always open', async () => {
    await using reader = await openFreshPostgres();
    const { schema } = reader;
    const { url } = await postgresOfFile();
    const writers = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore({ url, schema })));
    await using stack = new AsyncDisposableStack();
    for (const writer of writers) stack.use(writer);
    await using _slow = await slowAppends(schema);
    const toldAt: number[] = [];
    using _ = reader.journal.watch?.(() => void toldAt.push(performance.now()));
    await expect.poll(() => toldAt.length).toBeGreaterThan(0);
    const began = performance.now();
    const write = async (writer: PostgresStore): Promise<void> => {
      const sample = sampleExecution();
      await writer.journal.create(...sample.start());
      while (performance.now() - began < WRITES_MS) await writer.journal.append(...sample.say(printed('1')));
    };
    await Promise.all([...writers, ...writers, ...writers].map(write));
    const times = [began, ...toldAt.filter((at) => at > began && at < began + WRITES_MS), began + WRITES_MS];
    const longest = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
    expect(longest).toBeLessThan(500);
  });
});

/** Makes each append take so long that another has always begun before it ends. */
async function slowAppends(schema: string): Promise<AsyncDisposable> {
  await runSql(`CREATE FUNCTION ${schema}.dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.01 + random() * 0.05); RETURN NULL; END $$;
    CREATE TRIGGER dawdle AFTER INSERT ON ${schema}.journal FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.dawdle()`);
  return {
    [Symbol.asyncDispose]: async () => void (await runSql(`DROP FUNCTION ${schema}.dawdle() CASCADE`)),
  };
}
