import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

const send = (to: string): string => `return await tools.mail.send({ to: '${to}' })`;

describe('a session approval', () => {
  verifies(
    ['session/remember', 'session/scoped', 'session/exact'],
    'given with an answer lets later calls of that path in that session pass, and nowhere else',
    async () => {
      await using mail = await openMailShed();
      const { shed } = mail;
      const first = await shed.execute(send('a'), { session: 's' });
      await shed.resume(first.executionId, { approved: true, remember: 'session' });

      expect((await shed.execute(send('b'), { session: 's' })).status).toBe('completed');
      expect((await shed.execute(send('c'), { session: 'other' })).status).toBe('paused');
      expect((await shed.execute(`return await tools.mail.sender({ to: 'x' })`, { session: 's' })).status).toBe(
        'paused',
      );
      expect((await shed.execute(`return await tools.mail.send.later({ to: 'x' })`, { session: 's' })).status).toBe(
        'paused',
      );
    },
  );

  verifies('session/scoped', 'asks again after it was cleared or revoked', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const grant = await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' } });
    expect((await shed.execute(send('a'), { session: 's' })).status).toBe('completed');
    expect(await shed.grants.revoke(grant.id)).toBe(true);
    expect((await shed.execute(send('b'), { session: 's' })).status).toBe('paused');
    await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' } });
    expect(await shed.grants.clear('s')).toBe(1);
    expect((await shed.execute(send('c'), { session: 's' })).status).toBe('paused');
  });

  verifies('session/remember', 'one with a number of uses is used up, even by calls made at once', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    await shed.grants.add({ pattern: 'mail.send', scope: 'always', uses: 2 });
    const program = `return await Promise.all(['a', 'b', 'c'].map((to) => tools.mail.send({ to })))`;
    expect(expectStatus(await shed.execute(program), 'paused').pending).toHaveLength(1);
  });

  verifies('session/remember', 'never turns a deny into anything', async () => {
    await using mail = await openMailShed({ policy: [{ pattern: 'mail.send', verdict: 'deny' }] });
    const { shed } = mail;
    await shed.grants.add({ pattern: 'mail.**', scope: 'always' });
    const failed = expectStatus(await shed.execute(send('a')), 'failed');
    expect(failed.error.code).toBe('tool/denied');
  });
});
