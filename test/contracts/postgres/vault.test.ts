import { randomBytes } from 'node:crypto';
import { VaultLockedError, VaultUnavailableError } from '@toolshed/kernel';
import { describeVault, openPostgresStore, openToolshed, openVault } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { openFreshPostgres, postgresOfFile, runSql, stopPostgresOfFile } from '../../support/fresh-postgres.ts';
import { verifies } from '../../support/verifies.ts';
import { sampleSecret, secretVaultContract } from '../secret-vault.contract.ts';

afterAll(stopPostgresOfFile);

const newKey = (): string => randomBytes(32).toString('base64');
const key = newKey();

/** Two nodes, which take turns in opening the vault. */
async function twoNodes() {
  const store = await openFreshPostgres();
  const other = await openPostgresStore({ url: (await postgresOfFile()).url, schema: store.schema });
  return {
    nodes: [store, other] as const,
    schema: store.schema,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

secretVaultContract('a database with a key', async () => {
  const opened = await twoNodes();
  let openings = 0;
  return {
    open: () => openVault({ in: 'store', key }, opened.nodes[openings++ % 2 === 0 ? 0 : 1]),
    lasts: true,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
});

describe('the vault of a shared store', () => {
  verifies('secrets/shared-vault', 'has neither a value nor the key in its rows', async () => {
    await using opened = await twoNodes();
    await using vault = openVault({ in: 'store', key }, opened.nodes[0]);
    await vault.put(sampleSecret('canary-in-database'));
    const rows = await runSql(`SELECT s.*, v.lock FROM ${opened.schema}.secrets AS s, ${opened.schema}.vault AS v`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('canary');
    for (const spelt of [key, Buffer.from(key, 'base64').toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(spelt);
  });

  verifies(
    'secrets/shared-vault',
    'is refused to a node with another key, and to one with none, at its start',
    async () => {
      await using opened = await twoNodes();
      const [one, other] = opened.nodes;
      await using vault = openVault({ in: 'store', key }, one);
      const secret = sampleSecret('kept');
      await vault.put(secret);
      const start = (chosen: Parameters<typeof openVault>[0]) =>
        openToolshed({ tools: [], store: other, isolation: 'thread', trusted: true, vault: chosen });
      await expect(start({ in: 'store', key: newKey() })).rejects.toThrow(VaultLockedError);
      await expect(start({ in: 'store', key: newKey() })).rejects.toThrow('the key does not fit it, or it was changed');
      await expect(start({ in: 'store' })).rejects.toThrow('no key was given; set TOOLSHED_VAULT_KEY');
      await expect(start({ in: 'store', passphrase: 'guess' })).rejects.toThrow(/it is sealed with a key; give it/);
      await using wrong = openVault({ in: 'store', key: newKey() }, other);
      await expect(wrong.put(sampleSecret('theirs'))).rejects.toThrow(VaultLockedError);
      await expect(wrong.get(secret.facts.handle)).rejects.toThrow(VaultLockedError);
      expect(await vault.list()).toEqual([secret.facts]);
    },
  );

  verifies('secrets/shared-vault', 'can have a passphrase instead of a key', async () => {
    await using opened = await twoNodes();
    const [one, other] = opened.nodes.map((store) => openVault({ in: 'store', passphrase: 'correct horse' }, store));
    const secret = sampleSecret('kept');
    await one?.put(secret);
    expect(await other?.get(secret.facts.handle)).toEqual(secret);
  });

  verifies('secrets/shared-vault', 'keeps nothing without a key, and says what to set', async () => {
    await using opened = await twoNodes();
    const [one, other] = opened.nodes;
    await using keyless = openVault({ in: 'store' }, one);
    expect(await keyless.list()).toEqual([]);
    expect(await keyless.keeping()).toMatchObject({ kind: 'store', lasts: false });
    await expect(keyless.put(sampleSecret('lost'))).rejects.toThrow(VaultUnavailableError);
    await expect(keyless.put(sampleSecret('lost'))).rejects.toThrow(/TOOLSHED_VAULT_KEY .*the same at every node/);
    await using vault = openVault({ in: 'store', key }, other);
    await vault.put(sampleSecret('kept'));
    await expect(keyless.list()).rejects.toThrow(VaultLockedError);
    expect(() => openVault({ in: 'store', key })).toThrow('only a PostgreSQL store keeps secrets');
  });

  verifies('secrets/shared-vault', 'takes one key where two nodes put the first secret with two', async () => {
    await using opened = await twoNodes();
    const vaults = [newKey(), newKey()].map((own, index) =>
      openVault({ in: 'store', key: own }, opened.nodes[index === 0 ? 0 : 1]),
    );
    const put = await Promise.allSettled(vaults.map((vault, index) => vault.put(sampleSecret(`of ${index}`))));
    expect(put.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await runSql(`SELECT handle FROM ${opened.schema}.secrets`)).toHaveLength(1);
  });

  verifies('secrets/shared-vault', 'refuses a row whose value, owner or name was put there by hand', async () => {
    await using opened = await twoNodes();
    const [one, other] = opened.nodes;
    await using vault = openVault({ in: 'store', key }, one);
    const [mine, theirs] = [sampleSecret('mine'), sampleSecret('theirs', { session: 'chat-2' })];
    for (const secret of [mine, theirs]) await vault.put(secret);
    const [table, handle] = [`${opened.schema}.secrets`, theirs.facts.handle];
    const [before] = await runSql(`SELECT * FROM ${table} WHERE handle = '${handle}'`);
    const [from] = await runSql(`SELECT * FROM ${table} WHERE handle = '${mine.facts.handle}'`);
    const asBefore = `UPDATE ${table} SET owner = '${before?.['owner']}', facts = '${before?.['facts']}', sealed = '${before?.['sealed']}' WHERE handle = '${handle}'`;
    for (const change of [
      `sealed = '${from?.['sealed']}'`,
      `owner = '${from?.['owner']}'`,
      `facts = replace(facts, 'chat-2', 'chat-1')`,
      `facts = '${from?.['facts']}', sealed = '${from?.['sealed']}', owner = '${from?.['owner']}'`,
      `facts = '{}'`,
      `sealed = 'x'`,
    ]) {
      await runSql(`UPDATE ${table} SET ${change} WHERE handle = '${handle}'`);
      await using reader = openVault({ in: 'store', key }, other);
      await expect(reader.get(theirs.facts.handle), change).rejects.toThrow(/its row was changed; set or remove it/);
      expect(await reader.get(mine.facts.handle)).toEqual(mine);
      await runSql(asBefore);
    }
    expect(await vault.get(theirs.facts.handle)).toEqual(theirs);
    await runSql(`UPDATE ${opened.schema}.vault SET lock = replace(lock, '"sealed": "', '"sealed": "A')`);
    await expect(describeVault({ in: 'store', key }, other)).rejects.toThrow(/Cannot (open|read) the vault/);
  });

  verifies('secrets/shared-vault', 'refuses a row of another vault that has the same key', async () => {
    await using one = await twoNodes();
    await using two = await twoNodes();
    const secret = sampleSecret('of one');
    for (const { nodes } of [one, two]) {
      await using vault = openVault({ in: 'store', key }, nodes[0]);
      await vault.put(nodes === one.nodes ? secret : { ...secret, value: 'of two' });
    }
    await runSql(
      `UPDATE ${two.schema}.secrets AS t SET facts = o.facts, sealed = o.sealed FROM ${one.schema}.secrets AS o`,
    );
    await using vault = openVault({ in: 'store', key }, two.nodes[1]);
    await expect(vault.get(secret.facts.handle)).rejects.toThrow(VaultLockedError);
  });

  verifies('secrets/shared-vault', 'takes long values and refuses what no secret is long enough for', async () => {
    await using opened = await twoNodes();
    await using vault = openVault({ in: 'store', key }, opened.nodes[0]);
    const long = sampleSecret('x'.repeat(1_000_000));
    await vault.put(long);
    expect(await vault.get(long.facts.handle)).toEqual(long);
    await expect(vault.put(sampleSecret('x'.repeat(1_048_577)))).rejects.toThrow('longer than 1048576 characters');
  });

  verifies('secrets/shared-vault', 'shows what other nodes put and removed, in the order of writing', async () => {
    await using opened = await twoNodes();
    const [one, other] = opened.nodes.map((store) => openVault({ in: 'store', key }, store));
    if (one === undefined || other === undefined) throw new Error('two nodes');
    const secrets = [sampleSecret('a'), sampleSecret('b'), sampleSecret('c')];
    for (const [index, secret] of secrets.entries()) {
      await (index % 2 === 0 ? one : other).put(secret);
      expect(await one.list()).toEqual(await other.list());
      expect((await one.list())[0]).toEqual(secret.facts);
    }
    expect(await one.list()).toBe(await one.list());
    const [first] = secrets;
    if (first === undefined) throw new Error('there is one');
    const removed = await Promise.all([one.remove(first.facts.handle), other.remove(first.facts.handle)]);
    expect(removed.toSorted()).toEqual([false, true]);
    for (const vault of [one, other]) {
      expect((await vault.list()).map(({ handle }) => handle)).not.toContain(first.facts.handle);
      expect(await vault.get(first.facts.handle)).toBeUndefined();
    }
  });
});
