import type { ElicitationId } from '@toolshed/kernel';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { afterAll, describe, expect } from 'vitest';
import { type FreshPostgres, openFreshPostgres, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { approved, askedCall, sampleExecution } from '../../support/sample-execution.ts';
import { verifies } from '../../support/verifies.ts';
import { LEASE_MS, node } from '../claims.contract.ts';

afterAll(stopPostgresOfFile);

async function ask(store: FreshPostgres) {
  const sample = sampleExecution();
  const question = newElicitationId(0);
  await store.journal.create(...sample.start(...askedCall(1, question)));
  return { question, answer: () => store.journal.append(...sample.say(approved(question))) };
}

const endLease = ({ schema }: FreshPostgres, id: string) =>
  runSql(`UPDATE ${schema}.nodes SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = '${id}'`);

describe('a question in a shared store', () => {
  verifies(
    'cluster/channels',
    'is one owner’s as long as its lease runs, and can be claimed when that ends',
    async () => {
      await using store = await openFreshPostgres();
      const { questionClaims: claims } = store;
      for (const id of ['a', 'b']) await store.owners.enter(node(id), LEASE_MS);
      const { question } = await ask(store);
      expect(await claims?.claim('a', [question])).toEqual([question]);
      expect(await claims?.claim('a', [question])).toEqual([question]);
      expect(await claims?.claim('b', [question])).toEqual([]);
      expect(await claims?.deserters()).toEqual([]);
      await claims?.release('b', [question]);
      expect(await claims?.claim('b', [question])).toEqual([]);
      await endLease(store, 'a');
      expect(await claims?.deserters()).toEqual(['a']);
      expect(await claims?.claim('a', [question])).toEqual([]);
      expect(await claims?.claim('b', [question])).toEqual([question]);
      await claims?.release('b', [question]);
      await store.owners.enter(node('c'), LEASE_MS);
      expect(await claims?.claim('c', [question])).toEqual([question]);
    },
  );

  verifies('cluster/channels', 'is given to one of many owners that claim it at once, in whichever order', async () => {
    await using store = await openFreshPostgres();
    const owners = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const id of owners) await store.owners.enter(node(id), LEASE_MS);
    const questions: ElicitationId[] = [];
    for (let count = 0; count < 30; count += 1) questions.push((await ask(store)).question);
    const given = await Promise.all(
      owners.map((owner, index) =>
        store.questionClaims?.claim(owner, index % 2 === 0 ? questions : questions.toReversed()),
      ),
    );
    expect(given.flatMap((ids) => ids ?? []).toSorted()).toEqual(questions.toSorted());
  });

  verifies(
    'cluster/channels',
    'is nobody’s when it is answered, and never given to an owner that is not there',
    async () => {
      await using store = await openFreshPostgres();
      await store.owners.enter(node('a'), LEASE_MS);
      const { question, answer } = await ask(store);
      expect(await store.questionClaims?.claim('gone', [question])).toEqual([]);
      await answer();
      expect(await store.questionClaims?.claim('a', [question])).toEqual([]);
    },
  );
});
