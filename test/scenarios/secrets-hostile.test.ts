import { defineTool, secret, ToolError } from '@toolshed/kernel';
import { newSecretHandle } from '@toolshed/kernel/runtime';
import { createMemoryVault } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { LEAK_NAMES, newCanary, newFiles, openSecretShed, type SecretShed, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';

/** Gives a session its secret, as a person would, and returns the handle the program got. */
async function give({ shed }: SecretShed, value: string, session = 'default'): Promise<string> {
  const ask = `return (await elicit({ type: 'secret', message: 'Your key?', name: 'given' })).data`;
  const asked = await shed.execute(ask, { session });
  const done = expectStatus(await shed.resume(asked.executionId, { approved: true, data: value }), 'completed');
  return String(done.value);
}

const caught = (call: string): string =>
  `try { return await ${call} } catch ({ name, code, message, reason }) { return { name, code, message, reason } }`;

describe('a tool that gives a secret away', () => {
  verifies.each('secrets/redacted', LEAK_NAMES)(
    '(leak.%s) gives nothing away to the program, the journal, an event or a log',
    async (name) => {
      using folder = newStoreFolder();
      await using host = await openSecretShed({ folder: folder.path });
      const canary = newCanary();
      const key = await give(host, canary);
      const program = `
      const got = await (async () => { ${caught(`tools.leak.${name}({ key: ${JSON.stringify(key)} })`)} })();
      emit(got); console.log(got); return got;`;
      const done = expectStatus(await host.shed.execute(program), 'completed');
      if (name !== 'defect') expect(JSON.stringify(done.value)).toContain('[secret]');
      expect(tracesOf(canary, await host.said(done))).toEqual([]);
    },
  );

  verifies('secrets/redacted', 'gives nothing away in questions, progress and logs of its handler', async () => {
    using folder = newStoreFolder();
    await using host = await openSecretShed({ folder: folder.path });
    const canary = newCanary();
    const key = await give(host, canary);
    const asked = expectStatus(await host.shed.execute(`return await tools.leak.aside({ key: '${key}' })`), 'paused');
    expect(asked.paused).toMatchObject({ message: 'Is [secret] right?', args: { key: '[secret]' } });
    const done = await host.shed.resume(asked.executionId, { approved: true, data: `no: ${canary}` });
    expect(expectStatus(done, 'completed').value).toBe('no: [secret]');
    const said = await host.said(asked);
    expect(said).toContain('sent [secret]');
    expect(said).toContain('using [secret]');
    expect(tracesOf(canary, JSON.stringify(done))).toEqual([]);
  });

  verifies('secrets/redacted', 'gives nothing away in what it says of a call before it runs', async () => {
    using folder = newStoreFolder();
    const files = newFiles();
    await using host = await openSecretShed({ folder: folder.path, files });
    const canary = newCanary();
    await give(host, canary);
    files.set('.env', canary);
    const asked = expectStatus(await host.shed.execute(`return await tools.env.append({ line: 'x' })`), 'paused');
    expect(asked.paused.message).toBe('Append to [secret]?');
    const refused = expectStatus(await host.shed.execute(caught(`tools.env.append({ line: '' })`)), 'completed');
    expect(refused.value).toMatchObject({ code: 'env/same', message: expect.stringContaining('[secret]') });
    expect(tracesOf(canary, await host.said(asked, refused))).toEqual([]);
  });

  verifies.each('secrets/redacted', [
    ['an error', (part: string) => new Error(`Invalid API key: ${part}`)],
    ['its cause', (part: string) => new ToolError('key/refused', 'no', { cause: new Error(`Invalid: ${part}`) })],
    ['one of its errors', (part: string) => new AggregateError([new Error(`Invalid: ${part}`)], `All of ${part}`)],
    ['no error', (part: string) => ({ message: `Invalid: ${part}` })],
  ])('gives nothing away where it cuts a secret off in what it throws: %s', async (_, thrown) => {
    using folder = newStoreFolder();
    const cutting = defineTool({
      path: 'cut.off',
      description: 'Throws the beginning of a key',
      input: z.object({ key: secret() }),
      destructive: false,
      handler(_context, { key }) {
        throw thrown(key.slice(0, 12));
      },
    });
    await using host = await openSecretShed({ folder: folder.path, tools: [cutting] });
    const canary = newCanary();
    const key = await give(host, canary);
    const done = expectStatus(await host.shed.execute(caught(`tools.cut.off({ key: '${key}' })`)), 'completed');
    const [call] = (await host.shed.get(done.executionId)).calls;
    const said = `${await host.said(done)}${call?.defect}`;
    expect(call?.defect).toContain('[secret]');
    expect(said).not.toContain(canary.slice(0, 12));
  });

  verifies('secrets/redacted', 'gives nothing away in a result that breaks its own schema', async () => {
    await using host = await openSecretShed();
    const canary = newCanary();
    const key = await give(host, canary);
    const done = await host.shed.execute(caught(`tools.leak.invalid({ key: '${key}' })`));
    expect(expectStatus(done, 'completed').value).toMatchObject({ code: 'tool/invalid-result' });
    expect(tracesOf(canary, await host.said(done))).toEqual([]);
  });

  verifies(
    'secrets/redacted',
    'gives nothing away through another tool that finds it later, in another execution, or in a preview',
    async () => {
      using folder = newStoreFolder();
      await using host = await openSecretShed({ folder: folder.path });
      const canary = newCanary();
      const key = await give(host, canary);
      const gated = await host.shed.execute(`return await tools.env.write({ name: 'KEY', value: '${key}' })`);
      const written = expectStatus(await host.shed.resume(gated.executionId, true), 'completed');
      const read = expectStatus(await host.shed.execute('return await tools.env.read()'), 'completed');
      expect(read.value).toBe('KEY=[secret]\n');
      const replace = expectStatus(await host.shed.execute(`await tools.env.replace({ text: 'empty' })`), 'paused');
      expect(replace.paused.request).toMatchObject({ preview: { kind: 'diff', before: 'KEY=[secret]\n' } });
      expect(tracesOf(canary, await host.said(gated, written, read, replace))).toEqual([]);
    },
  );
});

describe('a hostile program', () => {
  verifies(
    'secrets/confined',
    'gets a plain text refused where a secret belongs, with what to do instead, and nobody is asked',
    async () => {
      await using host = await openSecretShed();
      const done = await host.shed.execute(caught(`tools.api.login({ key: 'sk-live-of-mine' })`));
      expect(expectStatus(done, 'completed').value).toMatchObject({
        code: 'secret/plain-text',
        message: expect.stringContaining(`elicit({ type: 'secret'`),
      });
      const nested = await host.shed.execute(
        caught(`tools.api.login({ key: 'secret:x', more: [{ token: 'plain' }] })`),
      );
      expect(expectStatus(nested, 'completed').value).toMatchObject({ code: 'secret/unavailable' });
      expect(host.given).toEqual([]);
    },
  );

  verifies(
    'secrets/confined',
    'cannot use a secret of another session, nor tell it from one that never was',
    async () => {
      await using host = await openSecretShed();
      const theirs = await give(host, newCanary(), 'theirs');
      const never = newSecretHandle();
      const refusals = await Promise.all(
        [theirs, never].map(async (key) => {
          const done = await host.shed.execute(caught(`tools.api.login({ key: '${key}' })`), { session: 'mine' });
          return JSON.stringify(expectStatus(done, 'completed').value).replaceAll(key, 'KEY');
        }),
      );
      expect(refusals[0]).toContain('secret/unavailable');
      expect(refusals[1]).toBe(refusals[0]);
      const named = await host.shed.execute(caught(`tools.host.use({ which: 'given' })`), { session: 'mine' });
      expect(expectStatus(named, 'completed').value).toMatchObject({ code: 'secret/unavailable' });
    },
  );

  verifies('secrets/confined', 'finds a handle in a field that is not marked left as it is', async () => {
    await using host = await openSecretShed();
    const canary = newCanary();
    const key = await give(host, canary);
    const done = await host.shed.execute(`return await tools.text.echo({ text: { key: '${key}', list: ['${key}'] } })`);
    expect(expectStatus(done, 'completed').value).toEqual({ key, list: [key] });
    expect(host.given).toEqual([{ echoed: { key, list: [key] } }]);
  });

  verifies(
    'secrets/confined',
    'cannot make a handle stand for something else by way of a prototype or a getter',
    async () => {
      await using host = await openSecretShed();
      const canary = newCanary();
      const key = await give(host, canary);
      const program = `
      let reads = 0;
      Object.prototype.key = '${key}';
      const sly = { get key() { reads++; return reads === 1 ? '${key}' : 'text'; } };
      const results = [];
      for (const args of [sly, Object.create({ key: '${key}' }), JSON.parse('{"__proto__":{"key":"${key}"}}')]) {
        try { results.push(await tools.leak.plain(args)); } catch (error) { results.push(error.code); }
      }
      return results;`;
      const done = expectStatus(await host.shed.execute(program), 'completed');
      expect(tracesOf(canary, await host.said(done))).toEqual([]);
    },
  );

  verifies(
    'secrets/confined',
    'gets nothing of a secret through names, kinds, defaults or answers of questions',
    async () => {
      await using host = await openSecretShed();
      const canary = newCanary();
      const key = await give(host, canary);
      const program = `return await elicit({ type: 'text', message: '${key}', default: '${key}', args: { key: '${key}' } })`;
      const asked = expectStatus(await host.shed.execute(program), 'paused');
      expect(asked.paused.args).toEqual({ key });
      expect(tracesOf(canary, await host.said(asked))).toEqual([]);
    },
  );
});

describe('a secret of the host', () => {
  verifies('secrets/shared', 'is used by programs only where the host lists its name', async () => {
    await using host = await openSecretShed({ sharedSecrets: ['open'] });
    const [open, closed] = [newCanary(), newCanary()];
    await host.shed.secrets.set('open', open);
    await host.shed.secrets.set('closed', closed);
    const ok = await host.shed.execute(`return await tools.leak.plain({ key: 'secret:open' })`);
    expect(expectStatus(ok, 'completed').value).toBe('you said [secret]');
    const refused = await host.shed.execute(caught(`tools.leak.plain({ key: 'secret:closed' })`));
    expect(expectStatus(refused, 'completed').value).toMatchObject({ code: 'secret/unavailable' });
  });

  verifies(
    'secrets/shared',
    'is had by a handler by its name, and a program cannot put another in its place',
    async () => {
      const vault = createMemoryVault();
      await using host = await openSecretShed({ vault });
      const canary = newCanary();
      await host.shed.secrets.set('given', canary);
      await give(host, 'a value of the session');
      const done = await host.shed.execute(`return await tools.host.use({ which: 'given' })`);
      expect(expectStatus(done, 'completed').value).toBe(canary.length);
      expect(host.given).toEqual([canary]);
      expect(await host.shed.secrets.clear('default')).toBe(1);
      expect(await host.shed.secrets.remove('given')).toBe(true);
      expect(await vault.list()).toEqual([]);
    },
  );

  verifies('secrets/shared', 'is still taken out of results after it was replaced and removed', async () => {
    await using host = await openSecretShed({ sharedSecrets: ['key'] });
    const [old, current] = [newCanary(), newCanary()];
    await host.shed.secrets.set('key', old);
    await host.shed.execute(`await tools.leak.plain({ key: 'secret:key' })`);
    await host.shed.secrets.set('key', current);
    await host.shed.secrets.remove('key');
    const done = await host.shed.execute(`return await tools.text.echo({ text: ${JSON.stringify(`x${old}`)} })`);
    expect(expectStatus(done, 'completed').value).toBe('x[secret]');
  });

  verifies('secrets/shared', 'has a name that is a name and a value that is one', async () => {
    await using host = await openSecretShed();
    for (const [name, value] of [
      ['a b', 'value'],
      ['', 'value'],
      ['../x', 'value'],
      ['ok', ''],
    ] as const)
      await expect(host.shed.secrets.set(name, value)).rejects.toMatchObject({ code: 'secret/invalid' });
  });
});
