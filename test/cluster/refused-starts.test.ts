// What the command says where the database or the key of its vault is wrong: one error that says what to do.

import { randomBytes } from 'node:crypto';
import { openPostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { openWorkbench, type Workbench } from '../scenarios/cli-process.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

async function newDatabase(): Promise<{ readonly name: string; readonly url: string }> {
  const { url } = await postgresOfFile();
  const name = newSchema();
  await runSql(`CREATE DATABASE ${name}`);
  return { name, url: url.replace(/\/postgres$/, `/${name}`) };
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe('toolshed serve on a database that is read-only', () => {
  verifies.each('store/shared-failures', ['empty', 'set up'])(
    'toolshed serve on a read-only database ends with one readable error: %s',
    async (state) => {
      const { name, url } = await newDatabase();
      if (state === 'set up') await (await openPostgresStore({ url }))[Symbol.asyncDispose]();
      await runSql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await using bench = await openWorkbench();
      const serve = ['serve', '--port', '0', '--no-example', '--store', url];
      const { exitCode, stdout, stderr } = await bench.toolshed(serve);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(flat(stderr)).toMatch(
        /^✖ Cannot open the store at [^✖]*: the server is read-only, [^✖]*name the primary[^✖]*make the database writable$/,
      );
    },
    { timeout: 60_000 },
  );
});

describe('toolshed secrets on a shared store', () => {
  const key = randomBytes(32).toString('base64');

  interface Vault {
    /** What the command says, with another key. */
    refusal(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>;
  }

  async function openVault(bench: Workbench): Promise<Vault> {
    const { url: TOOLSHED_STORE } = await newDatabase();
    const env = { TOOLSHED_STORE, TOOLSHED_VAULT_KEY: key };
    const set = await bench.toolshed(['secrets', 'set', 'api'], { env, input: 'hunter2-hunter2' });
    expect(set).toMatchObject({ exitCode: 0 });
    return {
      async refusal(args, other) {
        const { exitCode, stdout, stderr } = await bench.toolshed(args, { env: { TOOLSHED_STORE, ...other } });
        expect([exitCode, stdout]).toEqual([1, '']);
        return flat(stderr);
      },
    };
  }

  verifies(
    'cluster/secrets',
    'toolshed secrets says which key is wanted where another, none or a passphrase is given, and what is wrong with a malformed one',
    async () => {
      await using bench = await openWorkbench();
      const vault = await openVault(bench);
      const list = ['secrets', 'list'];
      const other = randomBytes(32).toString('base64');
      expect(await vault.refusal(list, { TOOLSHED_VAULT_KEY: other })).toMatch(
        /^✖ Cannot open the vault "[^"]+": the key does not fit it/,
      );
      expect(await vault.refusal(list, {})).toMatch(/no key was given; set TOOLSHED_VAULT_KEY to the key it was made/);
      expect(await vault.refusal(list, { TOOLSHED_VAULT_PASSPHRASE: 'tuesday' })).toMatch(
        /^✖ Cannot open the vault "[^"]+": it is sealed with a [^;]+; give it \(TOOLSHED_VAULT_KEY\)/,
      );
      expect(await vault.refusal(list, { TOOLSHED_VAULT_KEY: 'short' })).toMatch(
        /^✖ Cannot use the key of the vault: it is not 32 bytes .* make one with "openssl rand -base64 32"$/,
      );
    },
    { timeout: 60_000 },
  );

  verifies('cluster/secrets', 'toolshed secrets names the store that is away, and no password', async () => {
    await using bench = await openWorkbench();
    const env = { TOOLSHED_STORE: 'postgres://toolshed:hunter2@127.0.0.1:1/none', TOOLSHED_VAULT_KEY: key };
    for (const args of [
      ['secrets', 'list'],
      ['secrets', 'rm', 'api'],
    ]) {
      const { exitCode, stdout, stderr } = await bench.toolshed(args, { env });
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(flat(stderr)).toMatch(/^✖ Cannot open the store at 127\.0\.0\.1:1\/none: the server cannot be reached/);
      expect(stderr).not.toContain('hunter2');
    }
  });
});
