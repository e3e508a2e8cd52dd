import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VaultLockedError, VaultUnavailableError } from '@toolshed/kernel';
import { describeVault, openVault } from '@toolshed/runtime';
import { openFileVault } from '@toolshed/runtime/internal/vault/file-vault';
import { keyringKey } from '@toolshed/runtime/internal/vault/vault-key';
import { describe, expect } from 'vitest';
import { newMemoryKeyring } from '../support/keyrings.ts';
import { newVaultFolder } from '../support/vault-folder.ts';
import { verifies } from '../support/verifies.ts';
import { sampleSecret } from './secret-vault.contract.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const PUT_SECRETS = fileURLToPath(new URL('../support/put-secrets.ts', import.meta.url));

describe('a vault file', () => {
  verifies('secrets/vault-file', 'is for its owner alone and shows neither names nor values', async () => {
    using folder = newVaultFolder();
    await using vault = openVault({ file: folder.file, key: newKey() });
    await vault.put(sampleSecret('canary-value'));
    expect(statSync(folder.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(folder.file)).mode & 0o777).toBe(0o700);
    const text = readFileSync(folder.file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ 'toolshed-vault': 1, key: { kind: 'given' } });
    expect(text).not.toMatch(/canary|openai|chat-1/);
    expect(readdirSync(dirname(folder.file)).toSorted()).toEqual(['vault.json', 'vault.json.lock']);
  });

  verifies('secrets/vault-file', 'needs no key as long as it is not there', async () => {
    using folder = newVaultFolder();
    await using vault = openVault({ file: folder.file, keyring: 'required' });
    expect(await vault.list()).toEqual([]);
    expect(await vault.remove(sampleSecret('x').facts.handle)).toBe(false);
  });

  verifies('secrets/vault-file', 'is sealed again for every write', async () => {
    using folder = newVaultFolder();
    await using vault = openVault({ file: folder.file, key: newKey() });
    const secret = sampleSecret('same');
    await vault.put(secret);
    const first = JSON.parse(readFileSync(folder.file, 'utf8'));
    await vault.put(secret);
    const second = JSON.parse(readFileSync(folder.file, 'utf8'));
    expect(second.nonce).not.toBe(first.nonce);
    expect(second.sealed).not.toBe(first.sealed);
  });

  verifies('secrets/vault-file', 'does not open with another key, says so, and is left as it was', async () => {
    using folder = newVaultFolder();
    const key = newKey();
    const secret = sampleSecret('kept');
    {
      await using vault = openVault({ file: folder.file, key });
      await vault.put(secret);
    }
    const before = readFileSync(folder.file);
    await using wrong = openVault({ file: folder.file, key: newKey() });
    await expect(wrong.get(secret.facts.handle)).rejects.toThrow(VaultLockedError);
    await expect(wrong.list()).rejects.toThrow('the key does not fit it, or it was changed');
    await expect(wrong.put(sampleSecret('lost'))).rejects.toThrow(VaultLockedError);
    await expect(wrong.remove(secret.facts.handle)).rejects.toThrow(VaultLockedError);
    expect(readFileSync(folder.file)).toEqual(before);
    await using right = openVault({ file: folder.file, key });
    expect(await right.get(secret.facts.handle)).toEqual(secret);
  });

  verifies(
    'secrets/vault-file',
    'does not open with a wrong passphrase, or with a key where a passphrase is wanted',
    async () => {
      using folder = newVaultFolder();
      const { file } = folder;
      {
        await using vault = openVault({ file, passphrase: 'correct horse' });
        await vault.put(sampleSecret('kept'));
      }
      await expect(describeVault({ file, passphrase: 'battery staple' })).rejects.toThrow('passphrase does not fit');
      await expect(describeVault({ file, key: newKey() })).rejects.toThrow(
        'it is sealed with a passphrase; give it (TOOLSHED_VAULT_PASSPHRASE); nothing was altered',
      );
      expect(await describeVault({ file, passphrase: 'correct horse' })).toMatchObject({ kind: 'file', lasts: true });
    },
  );

  verifies('secrets/vault-file', 'refuses a key that is none, without showing it', () => {
    const open = (): unknown => openVault({ file: '/nowhere', key: 'canary-no-key' });
    expect(open).toThrow('openssl rand -base64 32');
    expect(open).not.toThrow('canary');
  });

  verifies('secrets/vault-file', 'does not open once anything in it was changed, its header included', async () => {
    using folder = newVaultFolder();
    const { file } = folder;
    const passphrase = 'correct horse';
    {
      await using vault = openVault({ file, passphrase });
      await vault.put(sampleSecret('kept'));
    }
    const text = readFileSync(file, 'utf8');
    const written = JSON.parse(text);
    const forgeries = [
      { ...written, key: { ...written.key, cost: 2 ** 15 } },
      { ...written, key: { ...written.key, salt: randomBytes(16).toString('base64') } },
      { ...written, nonce: randomBytes(12).toString('base64') },
      { ...written, sealed: flipped(written.sealed) },
      { ...written, sealed: '' },
    ];
    for (const forged of forgeries) {
      writeFileSync(file, JSON.stringify(forged));
      await expect(describeVault({ file, passphrase })).rejects.toThrow(VaultLockedError);
    }
    for (const damaged of ['', text.slice(0, -20), '{}', JSON.stringify({ ...written, extra: 1 })]) {
      writeFileSync(file, damaged);
      await expect(describeVault({ file, passphrase })).rejects.toThrow(VaultUnavailableError);
    }
    writeFileSync(file, JSON.stringify({ ...written, key: { ...written.key, cost: 2 ** 30 } }));
    await expect(describeVault({ file, passphrase })).rejects.toThrow('it is damaged');
    writeFileSync(file, JSON.stringify({ ...written, 'toolshed-vault': 2 }));
    await expect(describeVault({ file, passphrase })).rejects.toThrow('a newer Toolshed (format 2)');
    writeFileSync(file, text);
    await describeVault({ file, passphrase });
  });

  verifies('secrets/vault-file', 'is not replaced by a new one when the keyring has lost its key', async () => {
    using folder = newVaultFolder();
    const { file } = folder;
    {
      await using vault = openFileVault({ file, key: keyringKey(newMemoryKeyring()) });
      await vault.put(sampleSecret('kept'));
    }
    const before = readFileSync(file);
    await using vault = openFileVault({ file, key: keyringKey(newMemoryKeyring()) });
    await expect(vault.put(sampleSecret('new'))).rejects.toThrow('restore the keyring, or move the file away');
    expect(readFileSync(file)).toEqual(before);
  });

  verifies('secrets/vault-file', 'loses nothing when several processes write it at once', async () => {
    using folder = newVaultFolder();
    const key = newKey();
    const names = ['one', 'two', 'three'];
    const codes = await Promise.all(names.map((name) => finished(start(folder.file, key, 10, name))));
    expect(codes).toEqual([0, 0, 0]);
    await using vault = openVault({ file: folder.file, key });
    expect(await vault.list()).toHaveLength(30);
  });

  verifies('secrets/vault-file', 'opens after a writer was killed, with all that was put before', async () => {
    using folder = newVaultFolder();
    const key = newKey();
    const writer = start(folder.file, key, 100_000, 'doomed');
    let put = 0;
    for await (const dots of writer.stdout) {
      put += String(dots).length;
      if (put >= 5) break;
    }
    writer.kill('SIGKILL');
    await finished(writer);
    await using vault = openVault({ file: folder.file, key });
    expect((await vault.list()).length).toBeGreaterThanOrEqual(put);
    await vault.put(sampleSecret('after'));
  });
});

const start = (file: string, key: string, count: number, name: string) =>
  spawn(process.execPath, [PUT_SECRETS, file, key, String(count), name], { stdio: ['ignore', 'pipe', 'inherit'] });

async function finished(child: ReturnType<typeof start>): Promise<number | null> {
  child.stdout.resume();
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
}
