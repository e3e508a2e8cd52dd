// Saved programs in a real isolate, each in its own: called by other programs, gated call by call, restored after a loss.

import { DatabaseSync } from 'node:sqlite';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const REPORT = `// Mails a report to one person.
const { to = 'nobody' } = input ?? {};
if (to === 'nobody') return 'no one to mail';
const before = await tools.mail.list({ folder: to });
const mail = await tools.mail.send({ to });
return { before: before.length, mail };`;

const TO = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'], additionalProperties: false };

async function save(shed: Toolshed, program: string, as: string, input?: typeof TO): Promise<void> {
  const done = expectStatus(await shed.execute(program), 'completed');
  await shed.programs.save(done.executionId, { as, ...(input ? { input } : {}) });
}

const CALL = `return await tools.team.report({ to: 'ada' })`;

describe('a saved program', () => {
  verifies(
    'programs/damaged',
    'is left out if its text is not the one that was saved, and hides no other',
    async () => {
      using folder = newStoreFolder();
      const store = { sqlite: folder.file };
      {
        await using host = await openMailShed({ store });
        await save(host.shed, 'return "honest"', 'team.one');
        await save(host.shed, 'return "honest"', 'team.two');
        await save(host.shed, 'return "honest"', 'team.three');
        await save(host.shed, 'return "honest"', 'team.four');
      }
      const database = new DatabaseSync(folder.file);
      database.exec(
        `UPDATE records SET value = replace(value, 'honest', 'other') WHERE kind = 'program-version' AND key LIKE '%one%'`,
      );
      database.exec(`UPDATE records SET value = '[]' WHERE kind = 'program-version' AND key LIKE '%two%'`);
      database.exec(`UPDATE records SET value = '{{{' WHERE kind = 'program' AND key LIKE '%three%'`);
      database.exec(`DELETE FROM records WHERE kind = 'program-stamp'`);
      database.close();
      await using again = await openMailShed({ store });
      for (const name of ['one', 'two', 'three'])
        expect(await again.shed.execute(`return await tools.team.${name}({})`)).toMatchObject({
          status: 'failed',
          error: { code: 'tool/unknown' },
        });
      const four = expectStatus(await again.shed.execute('return await tools.team.four({})'), 'completed');
      expect(four.value).toBe('honest');
    },
  );

  verifies(
    'programs/tool',
    'is a tool that is found by words, has a signature, and refuses other arguments',
    async () => {
      await using host = await openMailShed();
      await save(host.shed, REPORT, 'team.report', TO);
      expect(await host.shed.programs.list()).toMatchObject([
        { path: 'team.report', version: 1, description: 'Mails a report to one person.' },
      ]);
      const found = await host.shed.execute(`return await tools.$search('mails a report')`);
      expect(JSON.stringify(found)).toContain('team.report');
      const described = expectStatus(
        await host.shed.execute(`return await tools.$describe('team.report')`),
        'completed',
      );
      expect(JSON.stringify(described.value)).toContain('to: string');
      const refused = expectStatus(await host.shed.execute(`return await tools.team.report({ too: 1 })`), 'failed');
      expect(refused.error.code).toBe('tool/invalid-arguments');
    },
  );

  verifies('programs/gated', 'pauses its caller at a call inside it, and continues with the answer', async () => {
    await using host = await openMailShed();
    await save(host.shed, REPORT, 'team.report', TO);
    const paused = expectStatus(await host.shed.execute(CALL), 'paused');
    expect(paused.paused.message).toBe('Send a mail to ada?');
    expect(host.sent).toEqual([]);
    const done = await host.shed.resume(paused.paused.elicitationId, true);
    expect(done).toMatchObject({ status: 'completed', value: { before: 2, mail: { sent: 'ada' } } });
    expect(host.sent).toEqual(['ada']);
    const journal = await host.shed.journal(done.executionId);
    expect(journal.filter(({ kind }) => kind === 'tool-called')).toMatchObject([
      { call: 1, path: 'team.report' },
      { call: 2, path: 'mail.list', within: 1 },
      { call: 3, path: 'mail.send', within: 1 },
    ]);
    expect(await host.shed.replay(done.executionId)).toMatchObject({ kind: 'same' });
  });

  verifies('programs/gated', 'tells its caller which call was declined, with the code of the denial', async () => {
    await using host = await openMailShed();
    await save(host.shed, REPORT, 'team.report');
    const program = `try { ${CALL} } catch (error) { return { code: error.code, message: error.message } }`;
    const paused = expectStatus(await host.shed.execute(program), 'paused');
    const done = expectStatus(
      await host.shed.resume(paused.executionId, { approved: false, reason: 'no' }),
      'completed',
    );
    expect(done.value).toMatchObject({ code: 'tool/declined', message: expect.stringContaining('team.report failed') });
    expect(host.sent).toEqual([]);
  });

  verifies(
    'programs/gated',
    'can do no more than its caller: what policy denies to the agent is denied inside',
    async () => {
      const policy = [{ pattern: 'mail.send', verdict: 'deny', agent: 'intern' }] as const;
      await using host = await openMailShed({ policy });
      await save(host.shed, REPORT, 'team.report');
      const denied = expectStatus(await host.shed.execute(CALL, { agent: 'intern' }), 'failed');
      expect(denied.error.code).toBe('tool/denied');
      expectStatus(await host.shed.execute(CALL, { agent: 'boss' }), 'paused');
    },
  );

  verifies('programs/gated', 'is cancelled with its caller, and its questions are closed', async () => {
    await using host = await openMailShed();
    await save(host.shed, REPORT, 'team.report');
    const paused = expectStatus(await host.shed.execute(CALL), 'paused');
    await host.shed.cancel(paused.executionId);
    expect(await host.shed.pending()).toHaveLength(0);
    expectStatus(await host.shed.resume(paused.paused.elicitationId, true), 'cancelled');
    expect(host.sent).toEqual([]);
  });

  verifies('programs/gated', 'one that its caller did not await ends when the caller fails', async () => {
    await using host = await openMailShed();
    await save(host.shed, REPORT, 'team.report');
    const failed = expectStatus(
      await host.shed.execute(`tools.team.report({ to: 'ada' }); await tools.mail.list({}); throw new Error('enough')`),
      'failed',
    );
    expect(failed.error.message).toContain('enough');
    expect(await host.shed.pending()).toHaveLength(0);
    expect(host.sent).toEqual([]);
  });

  verifies('programs/gated', 'cannot be changed by the realm of its caller', async () => {
    await using host = await openMailShed();
    await save(host.shed, REPORT, 'team.report');
    const hostile = `
      Array.prototype.push = () => { throw new Error('mine') };
      globalThis.tools = { mail: { send: () => 'forged' } };
      Object.prototype.to = 'eve';
      Object.defineProperty(Object.prototype, 'folder', { get: () => 'stolen', configurable: true });
      ${CALL.replace('return', 'const real = tools;').replace('tools.team', 'globalThis.real.team')}`;
    const program = `globalThis.real = tools; ${hostile.replace('const real = tools;', 'return')}`;
    const paused = expectStatus(await host.shed.execute(program), 'paused');
    expect(paused.paused.message).toBe('Send a mail to ada?');
  });

  verifies(
    'programs/durable',
    'is restored with its caller from the journal alone, in another process of the store',
    async () => {
      using folder = newStoreFolder();
      const store = { sqlite: folder.file };
      let id = '';
      {
        await using host = await openMailShed({ store });
        await save(host.shed, REPORT, 'team.report');
        const program = `const a = Math.random(); const r = await tools.team.report({ to: 'ada' }); return { a, r, b: await tools.mail.list({}) }`;
        id = expectStatus(await host.shed.execute(program), 'paused').executionId;
        // What was saved since, or deleted, is nothing to a call that began before.
        await save(host.shed, `return 'another'`, 'team.report');
        await host.shed.programs.delete('team.report');
      }
      await using next = await openMailShed({ store });
      expect(await next.shed.replay(id)).toMatchObject({ kind: 'same' });
      const done = expectStatus(await next.shed.resume(id, true), 'completed');
      expect(done.value).toMatchObject({ r: { before: 2, mail: { sent: 'ada' } }, b: ['inbox 1', 'inbox 2'] });
      expect(next.sent).toEqual(['ada']);
    },
  );

  verifies(
    'programs/durable',
    'is saved again as the next version; the earlier ones can be read, also once it is deleted',
    async () => {
      await using host = await openMailShed();
      await save(host.shed, `return 1`, 'team.one');
      await save(host.shed, `return 2`, 'team.one');
      expect(await host.shed.execute('return await tools.team.one()')).toMatchObject({ value: 2 });
      expect(await host.shed.programs.get('team.one', 1)).toMatchObject({ version: 1, source: 'return 1' });
      await host.shed.programs.delete('team.one');
      expect(await host.shed.programs.list()).toEqual([]);
      expectStatus(await host.shed.execute('return await tools.team.one()'), 'failed');
      expect(await host.shed.programs.get('team.one', 2)).toMatchObject({ source: 'return 2' });
      await save(host.shed, `return 3`, 'team.one');
      expect(await host.shed.programs.get('team.one')).toMatchObject({ version: 3 });
    },
  );

  verifies('programs/durable', 'runs beside others, each with its own sleeps and prints', async () => {
    await using host = await openMailShed();
    await save(
      host.shed,
      `console.log('in', input?.n); await sleep(20); return (await tools.mail.list({ folder: 'f' + input?.n }))[0]`,
      'team.each',
    );
    const program = `console.log('out');
      return await Promise.all([1, 2, 3].map((n) => tools.team.each({ n })))`;
    const done = expectStatus(await host.shed.execute(program), 'completed');
    expect(done.value).toEqual(['f1 1', 'f2 1', 'f3 1']);
    expect(done.logs.map(({ text }) => text).sort()).toEqual(['in 1', 'in 2', 'in 3', 'out']);
    expect(await host.shed.replay(done.executionId)).toMatchObject({ kind: 'same' });
  });

  verifies('programs/bounded', 'calls others to a bounded depth, and itself', async () => {
    await using host = await openMailShed();
    await save(host.shed, `return input?.n ? 1 + await tools.team.deep({ n: input.n - 1 }) : 0`, 'team.deep');
    expect(await host.shed.execute('return await tools.team.deep({ n: 7 })')).toMatchObject({ value: 7 });
    const failed = expectStatus(await host.shed.execute('return await tools.team.deep({ n: 8 })'), 'failed');
    expect(failed.error).toMatchObject({ code: 'limit/programs' });
  });

  verifies('programs/bounded', 'has so many beside it, and no more', async () => {
    await using host = await openMailShed();
    await save(host.shed, `await tools.mail.list({}); return 1`, 'team.one');
    const many = `const all = await Promise.allSettled(Array.from({ length: 12 }, () => tools.team.one()));
      return all.map(({ status, reason }) => reason?.code ?? status)`;
    const done = expectStatus(await host.shed.execute(many), 'completed');
    expect(done.value).toEqual([...Array(8).fill('fulfilled'), ...Array(4).fill('limit/programs')]);
  });

  verifies(
    'programs/bounded',
    'uses up the calls of its execution, and ends at one of its limits when it only computes',
    async () => {
      await using host = await openMailShed({ limits: { calls: 10, cpuMs: 400 } });
      await save(
        host.shed,
        `for (let n = 0; n < (input?.n ?? 0); n++) await tools.mail.list({}); return 1`,
        'team.calls',
      );
      const calls = `await tools.team.calls({ n: 6 }); await tools.team.calls({ n: 6 })`;
      expect(expectStatus(await host.shed.execute(calls), 'failed').error.code).toBe('limit/calls');
      await save(
        host.shed,
        `const until = input ? 3e7 : 1; let n = 0; for (let i = 0; i < until; i++) n += i % 7; return n`,
        'team.burn',
      );
      const burn = `for (;;) await tools.team.burn({})`;
      expect(expectStatus(await host.shed.execute(burn), 'failed').error.code).toMatch(/^limit\/(cpu|calls)$/);
    },
  );

  verifies('programs/bounded', 'one that waits for nothing fails with a message; its caller continues', async () => {
    await using host = await openMailShed();
    await save(host.shed, `if (input?.stall) await new Promise(() => {}); return 1`, 'team.stall');
    const program = `try { await tools.team.stall({ stall: true }) } catch (error) { return error.code }`;
    expect(await host.shed.execute(program)).toMatchObject({ value: 'program/stalled' });
  });

  verifies(
    'programs/grant',
    'has its calls granted by its digest and their arguments, and no other program has',
    async () => {
      await using host = await openMailShed();
      await save(host.shed, REPORT, 'team.report');
      const { digest } = await host.shed.programs.get('team.report');
      const when = { at: 'to', equals: 'ada' };
      await host.shed.grants.add({ pattern: 'mail.send', scope: 'always', program: digest, when });
      expectStatus(await host.shed.execute(CALL), 'completed');
      expect(host.sent).toEqual(['ada']);
      expectStatus(await host.shed.execute(CALL.replace('ada', 'eve')), 'paused');
      expectStatus(await host.shed.execute(`return await tools.mail.send({ to: 'ada' })`), 'paused');
      await save(host.shed, `${REPORT} // changed`, 'team.report');
      expectStatus(await host.shed.execute(CALL), 'paused');
      expect(host.sent).toEqual(['ada']);
    },
  );

  verifies(
    'programs/people',
    'is refused under the name of a tool or a source, from an open execution, and from an agent',
    async () => {
      await using host = await openMailShed();
      const { executionId } = await host.shed.execute('return 1');
      const saving = (as: string, rest: object = {}) => host.shed.programs.save(executionId, { as, ...rest });
      await expect(saving('mail.send')).rejects.toThrow('this host has tools under "mail" already');
      await expect(saving('Mail.other')).rejects.toThrow('this host has tools under "Mail" already');
      await expect(saving('report')).rejects.toThrow('it needs a namespace');
      for (const as of [
        'team..x',
        'team.',
        'team.$search',
        'team.__proto__',
        'team.then',
        'téam.x',
        'team.x y',
        '',
        'a'.repeat(999),
      ])
        await expect(saving(as)).rejects.toThrow('Cannot save the program');
      await expect(saving('team.x', { input: { type: 'nonsense' } })).rejects.toThrow('Cannot save the program');
      await expect(saving('team.x', { input: [1] })).rejects.toThrow('not a JSON Schema object');
      await expect(saving('team.x', { input: { $ref: 'https://evil.example/x.json' } })).rejects.toThrow('Cannot save');
      const agent = { principal: 'bot', kind: 'agent', channel: 'mcp' };
      await expect(saving('team.x', { by: agent })).rejects.toThrow('only a person can save');
      await saving('team.x');
      await expect(saving('team.X')).rejects.toThrow('only in case');
      const open = await host.shed.execute(`return await tools.mail.send({ to: 'a' })`);
      await expect(host.shed.programs.save(open.executionId, { as: 'team.y' })).rejects.toThrow(
        'only a completed program',
      );
    },
  );
});
