import type { IntactAudit } from '@toolshed/kernel';
import { afterAll, describe, expect } from 'vitest';
import { Client } from 'pg';
import {
  type FreshPostgres,
  openFreshPostgres,
  postgresOfFile,
  runSql,
  stopPostgresOfFile,
} from '../../support/fresh-postgres.ts';
import { askedCall, completed, grantedCall, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';
import { sampleGrant } from '../../support/sample-grant.ts';

afterAll(stopPostgresOfFile);

describe('the audit log of a shared store', () => {
  const fill = async (store: FreshPostgres): Promise<readonly string[]> => {
    const grant = sampleGrant({ usesLeft: 3 });
    await store.grants.add(grant);
    const old = sampleExecution({ at: 10 });
    await store.journal.create(...old.start(completed));
    await store.journal.prune(50, 10);
    const samples = Array.from({ length: 4 }, () => sampleExecution());
    for (const [index, sample] of samples.entries())
      await store.journal.create(...sample.start(...askedCall(), ...(index === 0 ? [grantedCall(grant.id, 2)] : [])));
    return samples.map(({ id }) => id);
  };

  verifies(
    'store/shared-audit',
    'the verification of a shared audit log takes as long as it needs, whatever the time limit of other statements',
    async () => {
      await using store = await openFreshPostgres({ statementTimeoutMs: 400 });
      await store.audit.verify();
      const client = new Client({ connectionString: (await postgresOfFile()).url });
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${store.schema}.audit IN ACCESS EXCLUSIVE MODE`);
      const verified = store.audit.verify();
      // A statement may take 400 ms here, and its reply 5 s more on its way.
      await client.query('SELECT pg_sleep(5.6)');
      await client.end();
      expect(await verified).toMatchObject({ kind: 'intact' });
    },
  );

  verifies('store/shared-audit', 'says how many of its lines are sealed', async () => {
    await using store = await openFreshPostgres();
    await fill(store);
    const { length } = await store.audit.read(1, 100);
    expect(await store.seal()).toBe(length);
    expect(await store.seal()).toBe(0);
    await store.journal.create(...sampleExecution().start());
    expect(await store.audit.verify()).toMatchObject({
      kind: 'intact',
      lines: length + 1,
      sealed: { lines: length + 1 },
    });
    expect((await store.audit.list({ limit: 3 })).map(({ n }) => n)).toEqual([length + 1, length, length - 1]);
  });

  verifies('store/shared-audit', 'is verified while nodes write, and is numbered without gaps', async () => {
    await using store = await openFreshPostgres();
    let isDone = false;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isDone) await store.journal.create(...sampleExecution().start(...askedCall()));
      }),
    );
    const verdicts: IntactAudit[] = [];
    for (let round = 0; round < 5; round += 1) {
      const verdict = await store.audit.verify(verdicts.at(-1)?.head);
      if (verdict.kind === 'broken') throw new Error(verdict.problem);
      verdicts.push(verdict);
    }
    const sealed = verdicts.map((verdict) => verdict.sealed?.lines ?? 0);
    expect(sealed).toEqual(sealed.toSorted((a, b) => a - b));
    for (const { lines, sealed: proven } of verdicts) expect(proven?.lines).toBeLessThanOrEqual(lines);
    isDone = true;
    await writing;
    const { total } = await store.audit.list();
    const numbers: number[] = [];
    for (
      let page = await store.audit.read(1, 100);
      page.length > 0;
      page = await store.audit.read(numbers.length + 1, 100)
    )
      numbers.push(...page.map(({ n }) => n));
    // The last lines can be read once no earlier transaction of the server runs, which may be after `total` was read.
    expect(numbers.length).toBeGreaterThanOrEqual(total);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  verifies('durable/rows-checked', 'does not let an edited row decide what pruning forgets', async () => {
    await using store = await openFreshPostgres();
    const [open, ended] = [sampleExecution(), sampleExecution()];
    await store.journal.create(...open.start(...askedCall()));
    await store.journal.create(...ended.start(completed));
    await runSql(`UPDATE ${store.schema}.executions SET status = 'completed', updated_at = 1`);
    expect(await store.journal.prune(500, 1)).toBe(0);
    expect(await store.journal.prune(2_000, 10)).toBe(1);
    expect(await store.journal.read(open.id)).toEqual(open.entries);
  });

  verifies.each('store/shared-audit', [
    ['a line was edited', `UPDATE S.audit SET body = replace(body, 'mail.send', 'mail.read') WHERE chain = 'FIRST'`],
    ['a line was removed', `DELETE FROM S.audit WHERE chain = 'FIRST' AND link = 2`],
    [
      'the last line was removed',
      `DELETE FROM S.audit WHERE chain = 'FIRST' AND link = (SELECT max(link) FROM S.audit WHERE chain = 'FIRST')`,
    ],
    ['the status of an execution was edited', `UPDATE S.executions SET status = 'completed' WHERE id = 'FIRST'`],
    [
      'the last checksum of an execution was edited',
      `UPDATE S.executions SET checksum = checksum + 1 WHERE id = 'FIRST'`,
    ],
    ['the session of an execution was edited', `UPDATE S.executions SET session = 'tuesday' WHERE id = 'FIRST'`],
    ['its agent was edited', `UPDATE S.executions SET agent = 'boss' WHERE id = 'FIRST'`],
    ['its labels were edited', `UPDATE S.executions SET labels = '{"team":"other"}' WHERE id = 'FIRST'`],
    ['when it wakes was edited', `UPDATE S.executions SET wake_at = 1 WHERE id = 'FIRST'`],
    ['a question was closed', `UPDATE S.elicitations SET is_open = false WHERE execution = 'FIRST'`],
    ['a question was moved', `UPDATE S.elicitations SET session = 'tuesday' WHERE execution = 'FIRST'`],
    ['a question was given to nobody', `UPDATE S.elicitations SET execution = 'exec_x' WHERE execution = 'FIRST'`],
    ['an execution was removed', `DELETE FROM S.executions WHERE id = 'FIRST'`],
    [
      'a sealed execution was removed with its lines',
      `DELETE FROM S.executions WHERE id = 'FIRST'; DELETE FROM S.audit WHERE chain = 'FIRST'`,
    ],
    ['an entry was edited', `UPDATE S.journal SET body = replace(body, 'ada', 'eve') WHERE execution = 'FIRST'`],
    [
      'the order of sealed lines was changed',
      `UPDATE S.audit SET position = position + (1::bigint << 40) WHERE chain = 'FIRST'`,
    ],
    ['a grant was edited', `UPDATE S.grants SET body = replace(body, 'mail', 'bank')`],
    ['a use was given back', 'UPDATE S.grants SET uses_left = 3'],
    ['a grant was removed', 'DELETE FROM S.grants'],
    ['a host line was removed', `DELETE FROM S.audit WHERE chain = '' AND link = 1`],
    ['what was pruned was changed', 'DELETE FROM S.pruned'],
  ])('notices that %s', async (_, sql) => {
    await using store = await openFreshPostgres();
    const [first = ''] = await fill(store);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
    await runSql(sql.replaceAll('S.', `${store.schema}.`).replaceAll('FIRST', first));
    expect(await store.audit.verify()).toMatchObject({ kind: 'broken', at: expect.any(Number) });
  });
});
