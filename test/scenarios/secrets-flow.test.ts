import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidAnswerError } from '@toolshed/kernel';
import { newSecretHandle } from '@toolshed/kernel/runtime';
import { createMemoryVault, openVault } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { newCanary, openSecretShed, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';

const ASK_AND_LOG_IN = `
  const { action, data } = await elicit({ type: 'secret', message: 'Your key?', name: 'openai' });
  if (action !== 'accept') return { action, data };
  const result = await tools.api.login({ key: data, more: [{ token: data }], note: data });
  return { data, result };
`;

describe('a secret somebody gives', () => {
  verifies(
    ['secrets/handle', 'secrets/never-written'],
    'reaches the tool as its value and everything else as a handle',
    async () => {
      using folder = newStoreFolder();
      await using host = await openSecretShed({ folder: folder.path });
      const canary = newCanary();
      const asked = expectStatus(await host.shed.execute(ASK_AND_LOG_IN), 'paused');
      expect(asked.paused).toMatchObject({ type: 'secret', request: { sensitive: true, name: 'openai' } });

      const gated = expectStatus(await host.shed.resume(asked.executionId, { approved: true, data: canary }), 'paused');
      const { key } = gated.paused.args as { key: string };
      expect(key).toMatch(/^secret:/);
      expect(gated.paused).toMatchObject({
        message: `Log in with ${key}?`,
        args: { key, more: [{ token: key }], note: key },
        request: { preview: { kind: 'json', value: { key } } },
      });

      const done = expectStatus(await host.shed.resume(gated.paused.elicitationId, true), 'completed');
      expect(done.value).toEqual({ data: key, result: { ok: true } });
      expect(host.given).toEqual([{ key: canary, more: [{ token: canary }], note: key }]);
      expect(tracesOf(canary, await host.said(asked, gated, done))).toEqual([]);
      expect(JSON.stringify(await host.shed.replay(done.executionId))).not.toContain(canary);
    },
  );

  verifies('secrets/handle', 'is kept once, however often the answer is sent', async () => {
    const vault = createMemoryVault();
    await using host = await openSecretShed({ vault });
    const asked = expectStatus(await host.shed.execute(ASK_AND_LOG_IN), 'paused');
    const answer = { approved: true, data: newCanary(), elicitationId: asked.paused.elicitationId };
    const [first, second] = await Promise.all([
      host.shed.resume(asked.executionId, answer),
      host.shed.resume(asked.executionId, answer),
    ]);
    const another = host.shed.resume(asked.executionId, { ...answer, data: newCanary() });
    await expect(another).rejects.toMatchObject({ code: 'elicitation/already-answered' });
    expect(second).toEqual(first);
    expect(await vault.list()).toMatchObject([
      { name: 'openai', owner: { session: 'default' }, origin: asked.paused.elicitationId },
    ]);
    const [kept] = await vault.list();
    expect(expectStatus(first, 'paused').paused.args).toMatchObject({ key: kept?.handle });
    expect((await vault.get(kept?.handle ?? newSecretHandle()))?.value).toBe(answer.data);
  });

  verifies('secrets/handle', 'takes the place of one that a crash left in the vault', async () => {
    const vault = createMemoryVault();
    await using host = await openSecretShed({ vault });
    const asked = expectStatus(await host.shed.execute(ASK_AND_LOG_IN), 'paused');
    const origin = asked.paused.elicitationId;
    const facts = { handle: newSecretHandle(), owner: { session: 'default' }, origin, at: 1 };
    await vault.put({ facts, value: 'left behind' });
    await host.shed.resume(asked.executionId, { approved: true, data: newCanary() });
    expect(await vault.list()).toHaveLength(1);
    expect(await vault.get(facts.handle)).toBeUndefined();
  });

  verifies(
    ['secrets/handle', 'secrets/never-written'],
    'is refused without a trace when it is none, and the question stays open',
    async () => {
      const vault = createMemoryVault();
      await using host = await openSecretShed({ vault });
      const canary = newCanary();
      const asked = expectStatus(await host.shed.execute(ASK_AND_LOG_IN), 'paused');
      for (const data of [{ key: canary }, [canary], '', canary.repeat(1_000), undefined]) {
        const refused = await host.shed.resume(asked.executionId, { approved: true, data }).catch((error) => error);
        expect(refused).toBeInstanceOf(InvalidAnswerError);
        expect(tracesOf(canary, `${refused.message} ${refused.stack} ${JSON.stringify(refused)}`)).toEqual([]);
      }
      expect(await vault.list()).toEqual([]);
      expect(tracesOf(canary, await host.said(await host.shed.get(asked.executionId)))).toEqual([]);
      expect((await host.shed.get(asked.executionId)).status).toBe('paused');
    },
  );

  verifies('secrets/handle', 'is not taken when it cannot be kept, and the question stays open', async () => {
    using folder = newStoreFolder();
    const file = join(folder.path, 'vault.json');
    const facts = { handle: newSecretHandle(), owner: 'shared', at: 1 } as const;
    await openVault({ file, key: randomBytes(32).toString('hex') }).put({ facts, value: 'theirs' });
    await using host = await openSecretShed({ vault: { file, key: randomBytes(32).toString('hex') } });
    const asked = expectStatus(await host.shed.execute(ASK_AND_LOG_IN), 'paused');
    const resumed = host.shed.resume(asked.executionId, { approved: true, data: newCanary() });
    await expect(resumed).rejects.toMatchObject({ code: 'vault/locked' });
    expect((await host.shed.get(asked.executionId)).status).toBe('paused');
  });

  verifies('secrets/handle', 'is not asked of anybody twice: declining is an answer', async () => {
    await using host = await openSecretShed();
    const asked = await host.shed.execute(ASK_AND_LOG_IN);
    const done = expectStatus(await host.shed.resume(asked.executionId, false), 'completed');
    expect(done.value).toEqual({ action: 'decline' });
    expect(await host.shed.secrets.list()).toEqual([]);
  });

  verifies('secrets/handle', 'can be asked for by a handler, which gets a handle and the value for it', async () => {
    using folder = newStoreFolder();
    await using host = await openSecretShed({ folder: folder.path });
    const canary = newCanary();
    const asked = await host.shed.execute('return await tools.host.ask()');
    const done = expectStatus(await host.shed.resume(asked.executionId, { approved: true, data: canary }), 'completed');
    expect(done.value).toMatchObject({ data: expect.stringMatching(/^secret:/), length: canary.length });
    expect(host.given).toEqual([canary]);
    expect(tracesOf(canary, await host.said(asked, done))).toEqual([]);
  });
});

describe('after a restart', () => {
  const key = randomBytes(32).toString('base64');

  verifies(
    'secrets/restart',
    'a handle in a file vault still gets its value, and the value is still taken out of results',
    async () => {
      using folder = newStoreFolder();
      const vault = { file: join(folder.path, 'vault.json'), key };
      const canary = newCanary();
      const program = `${ASK_AND_LOG_IN.replace('return { data, result }', 'return await tools.text.echo({ text: given() })')}
      function given() { return 'nothing' }`;
      const id = await firstLife(folder.path, vault, program, canary);

      await using host = await openSecretShed({ folder: folder.path, vault });
      const done = expectStatus(await host.shed.resume(id, true), 'completed');
      expect(host.given[0]).toMatchObject({ key: canary });
      const read = await host.shed.execute(`return await tools.text.echo({ text: ${JSON.stringify(canary)} })`);
      expect(expectStatus(read, 'completed').value).toBe('[secret]');
      expect(tracesOf(canary, JSON.stringify(await host.shed.journal(id)))).toEqual([]);
      expect(done.calls).toHaveLength(3);
      expect(tracesOf(canary, readFileSync(vault.file, 'utf8'))).toEqual([]);
    },
  );

  verifies('secrets/restart', 'a handle kept in memory is gone: the call fails and says to ask again', async () => {
    using folder = newStoreFolder();
    const program = ASK_AND_LOG_IN.replace('return { data, result }', '').replace(
      'const result = await',
      'return await',
    );
    const caught = `try { ${program} } catch ({ code, message }) { return { code, message } }`;
    const id = await firstLife(folder.path, 'memory', caught, newCanary());

    await using host = await openSecretShed({ folder: folder.path });
    const done = expectStatus(await host.shed.resume(id, true), 'completed');
    expect(done.value).toMatchObject({
      code: 'secret/unavailable',
      message: expect.stringContaining('ask for it again'),
    });
    expect(host.given).toEqual([]);
  });
});

describe('a host that keeps secrets in memory', () => {
  it('says so when one is asked for', async () => {
    await using host = await openSecretShed();
    const asked = await host.shed.execute(ASK_AND_LOG_IN);
    expect(await host.said(asked)).toContain('asking for a secret that will be lost when this process ends');
    expect(await host.shed.secrets.keeping()).toMatchObject({ kind: 'memory', lasts: false });
  });
});

/** Runs a program to its gate, with the secret given, in a host that is then closed. */
async function firstLife(
  folder: string,
  vault: NonNullable<Parameters<typeof openSecretShed>[0]>['vault'] & {},
  program: string,
  canary: string,
): Promise<string> {
  await using host = await openSecretShed({ folder, vault });
  const asked = await host.shed.execute(program);
  const gated = await host.shed.resume(asked.executionId, { approved: true, data: canary });
  return expectStatus(gated, 'paused').paused.elicitationId;
}
