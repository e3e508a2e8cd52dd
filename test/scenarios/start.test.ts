import { expect } from 'vitest';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

verifies(
  'durable/start',
  'shed.start returns the id of an execution as soon as its start is on disk, while the program runs',
  async () => {
    await using host = await openMailShed();
    const id = await host.shed.start(`await tools.mail.list({}); await sleep(20); return 'done'`);
    const [started] = await host.shed.journal(id);
    expect(started).toMatchObject({ kind: 'started' });
    expect(await host.shed.wake(id)).toMatchObject({ status: 'completed', value: 'done' });
  },
);

verifies('durable/start', 'shed.start returns the id of the execution that has the idempotency key', async () => {
  await using host = await openMailShed();
  const options = { idempotencyKey: 'once' };
  const first = await host.shed.start('return 1', options);
  expect(await host.shed.start('return 1', options)).toBe(first);
});

verifies('durable/start', 'shed.start refuses a program that is too large before anything starts', async () => {
  await using host = await openMailShed({ limits: { sourceBytes: 10 } });
  await expect(host.shed.start('return "much too long"')).rejects.toMatchObject({ code: 'limit/source-size' });
  expect(await host.shed.list()).toEqual([]);
});

verifies('durable/start', 'the failure of a program that was started is there for every later reader', async () => {
  await using host = await openMailShed();
  const id = await host.shed.start('throw new Error("no")');
  expect(await host.shed.wake(id)).toMatchObject({ status: 'failed' });
});
