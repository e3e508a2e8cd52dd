import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAM = `const { data } = await elicit({ type: 'text', message: 'To whom?' });
await tools.mail.send({ to: data });
return data;`;
const POLICY = [{ pattern: 'mail.send', verdict: 'allow' }] as const;
const ROUNDS = 12;

describe('one question answered through two hosts of one store at the same moment', () => {
  verifies.each(
    ['input/second-answer', 'elicit/ids'],
    [
      ['warm in one of them', 64],
      ['cold in both', 0],
    ],
  )(
    'has the answer that was first, and the program continues with it once: %s',
    async (_where, maxWarm) => {
      using folder = newStoreFolder();
      const options = { store: { sqlite: folder.file }, policy: [...POLICY], maxWarm, wakes: false };
      await using one = await openMailShed(options);
      await using two = await openMailShed(options);
      const winners: unknown[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { executionId } = expectStatus(await one.shed.execute(PROGRAM), 'paused');
        const answers = [one, two].map(({ shed }, index) => {
          const name = `${index} in ${round}`;
          return shed.resume(executionId, { approved: true, data: name, by: person(name) });
        });
        const settled = await Promise.allSettled(answers);
        const { value } = expectStatus(await one.shed.get(executionId), 'completed');
        expect(settled.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { value } }]);
        expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([
          { reason: { code: 'elicitation/already-answered' } },
        ]);
        const journal = await two.shed.journal(executionId);
        expect(journal.filter(({ kind }) => kind === 'answered')).toMatchObject([
          { answer: { content: value, by: { principal: value } } },
        ]);
        expect(journal.filter(({ kind }) => kind === 'returned')).toHaveLength(2);
        winners.push(value);
      }
      expect([...one.sent, ...two.sent].sort()).toEqual(winners.toSorted());
    },
    { timeout: 60_000 },
  );
});
