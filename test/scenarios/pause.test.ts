import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

describe('a pause', () => {
  let mail: MailShed;
  beforeAll(async () => {
    mail = await openMailShed();
  });
  afterAll(() => mail[Symbol.asyncDispose]());

  verifies('pause/shape', 'says what would be done, with which arguments, and how to refer to it', async () => {
    const { shed } = mail;
    const result = expectStatus(
      await shed.execute(`const a = 1;\nreturn await tools.mail.send({ to: 'ada' })`),
      'paused',
    );
    expect(result.paused).toMatchObject({
      executionId: result.executionId,
      elicitationId: expect.stringMatching(/^elic_/),
      toolPath: 'mail.send',
      message: 'Send a mail to ada?',
      args: { to: 'ada', subject: '(none)' },
      type: 'approval',
      call: 1,
    });
    expect(result.calls).toMatchObject([{ call: 1, line: 2, outcome: 'waiting' }]);
    expect(result.pending).toEqual([result.paused]);
    expect([...(await shed.pending({ executionId: result.executionId }))]).toEqual([result.paused]);
  });

  verifies('pause/shape', 'continues after the answer and returns the value', async () => {
    const { shed } = mail;
    const paused = await shed.execute(`return await tools.mail.send({ to: 'grace' })`);
    const result = expectStatus(await shed.resume(paused.executionId, true), 'completed');
    expect(result.value).toEqual({ sent: 'grace' });
    expect(result.executionId).toBe(paused.executionId);
  });

  verifies(
    'pause/parallel',
    'shows parallel destructive calls at once while a safe call beside them continues',
    async () => {
      const { shed } = mail;
      const program = `
      const list = tools.mail.list().then((mails) => { console.log('listed', mails.length); return mails; });
      return await Promise.all([tools.mail.send({ to: 'a' }), tools.mail.send({ to: 'b' }), list]);`;
      const paused = expectStatus(await shed.execute(program), 'paused');
      expect(paused.pending.map(({ message }) => message)).toEqual(['Send a mail to a?', 'Send a mail to b?']);
      expect(paused.logs).toEqual([{ level: 'log', text: 'listed 2' }]);

      const half = expectStatus(await shed.resume(paused.pending[1]?.elicitationId ?? '', true), 'paused');
      expect(half.pending.map(({ message }) => message)).toEqual(['Send a mail to a?']);
      const done = expectStatus(await shed.resume(half.paused.elicitationId, true), 'completed');
      expect(done.value).toEqual([{ sent: 'a' }, { sent: 'b' }, ['inbox 1', 'inbox 2']]);
    },
  );

  verifies('pause/parallel', 'answers all open questions with one call', async () => {
    const { shed } = mail;
    const paused = await shed.execute(
      `return (await Promise.all(['x', 'y'].map((to) => tools.mail.send({ to })))).length`,
    );
    const done = expectStatus(await shed.resume(paused.executionId, { approved: true, all: true }), 'completed');
    expect(done.value).toBe(2);
  });

  verifies('pause/denied', 'lets a program catch a denial, with its code and reason', async () => {
    const { shed, sent } = mail;
    const program = `
      try { await tools.mail.send({ to: 'denied' }); } catch (error) { return { code: error.code, reason: error.reason, name: error.name }; }`;
    const paused = await shed.execute(program);
    const done = expectStatus(
      await shed.resume(paused.executionId, { approved: false, reason: 'not today' }),
      'completed',
    );
    expect(done.value).toEqual({ code: 'tool/declined', reason: 'not today', name: 'ToolDeniedError' });
    expect(sent).not.toContain('denied');
  });

  verifies('pause/denied', 'fails an execution that does not catch a denial, naming the line of the call', async () => {
    const { shed } = mail;
    const paused = await shed.execute(`const one = 1;\nconst two = 2;\n  await tools.mail.send({ to: 'x' });`);
    const failed = expectStatus(await shed.resume(paused.executionId, { approved: false, reason: 'no' }), 'failed');
    expect(failed.error).toMatchObject({ code: 'tool/declined', reason: 'no', line: 3 });
  });

  verifies(
    'pause/args-first',
    'never asks about arguments that do not match, and tells the program which field is wrong',
    async () => {
      const { shed } = mail;
      const program = `try { await tools.mail.send({ to: 5 }); } catch (error) { return [error.code, error.message]; }`;
      const done = expectStatus(await shed.execute(program), 'completed');
      expect(done.value).toEqual(['tool/invalid-arguments', expect.stringContaining('"to"')]);
    },
  );

  verifies(
    'pause/frozen-args',
    'runs what was approved, whatever the program does to its object meanwhile',
    async () => {
      const { shed, sent } = mail;
      let paused = await shed.execute(
        `const args = { to: 'safe' }; const call = tools.mail.send(args); args.to = 'evil'; return await call;`,
      );
      expect(expectStatus(paused, 'paused').paused.args).toMatchObject({ to: 'safe' });
      await shed.resume(paused.executionId, true);
      paused = await shed.execute(
        `let n = 0; return await tools.mail.send({ get to() { return n++ === 0 ? 'first' : 'evil'; } });`,
      );
      await shed.resume(paused.executionId, true);
      expect(sent).toEqual(expect.arrayContaining(['safe', 'first']));
      expect(sent).not.toContain('evil');
    },
  );

  it('still does what a program asked for without waiting', async () => {
    const { shed, sent } = mail;
    const paused = expectStatus(await shed.execute(`tools.mail.send({ to: 'unawaited' }); return 'over';`), 'paused');
    expect(expectStatus(await shed.resume(paused.executionId, true), 'completed').value).toBe('over');
    expect(sent).toContain('unawaited');
  });

  it('hides from a program what a defect of a tool says', async () => {
    const { shed } = mail;
    const done = expectStatus(
      await shed.execute(`try { await tools.mail.break(); } catch (error) { return error.message + error.stack; }`),
      'completed',
    );
    expect(done.value).toContain('the tool failed (reference');
    expect(done.value).not.toContain('/etc/mail');
  });
});
