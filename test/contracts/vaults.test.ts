import { randomBytes } from 'node:crypto';
import { createMemoryVault, openVault, type VaultOption } from '@toolshed/runtime';
import { openFileVault } from '@toolshed/runtime/internal/vault/file-vault';
import { systemKeyring, whyNoKeyring } from '@toolshed/runtime/internal/vault/keyring';
import { openKeyringOrMemory } from '@toolshed/runtime/internal/vault/keyring-or-memory';
import { keyringKey } from '@toolshed/runtime/internal/vault/vault-key';
import type { SecretVault } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { brokenKeyring, newMemoryKeyring } from '../support/keyrings.ts';
import { newVaultFolder } from '../support/vault-folder.ts';
import { verifies } from '../support/verifies.ts';
import { secretVaultContract, type VaultPlace } from './secret-vault.contract.ts';

const inFile =
  (open: (file: string) => SecretVault, lasts = true) =>
  async (): Promise<VaultPlace> => {
    const folder = newVaultFolder();
    return {
      open: () => open(folder.file),
      lasts,
      async [Symbol.asyncDispose]() {
        folder[Symbol.dispose]();
      },
    };
  };

const opened = (option: (file: string) => VaultOption) => inFile((file) => openVault(option(file)));
const key = randomBytes(32).toString('base64');

secretVaultContract(
  'the memory vault',
  inFile(() => createMemoryVault(), false),
);
secretVaultContract(
  'a file with a key',
  opened((file) => ({ file, key })),
);
secretVaultContract(
  'a file with a passphrase',
  opened((file) => ({ file, passphrase: 'correct horse' })),
);
secretVaultContract('a file whose key is in a keyring', async () => {
  const keyring = newMemoryKeyring();
  return await inFile((file) => openFileVault({ file, key: keyringKey(keyring) }))();
});
secretVaultContract('what is used where there may be a keyring and is one', async () => {
  const keyring = newMemoryKeyring();
  return await inFile((file) => openKeyringOrMemory({ file, keyring }))();
});
secretVaultContract(
  'what is used where there may be a keyring and is none',
  inFile((file) => openKeyringOrMemory({ file, keyring: brokenKeyring }), false),
);

const missing = await whyNoKeyring(systemKeyring());
if (missing === undefined) {
  secretVaultContract(
    'a file whose key is in the keyring of this machine',
    opened((file) => ({ file, keyring: 'required' })),
  );
}

describe('the keyring of this machine', () => {
  verifies(
    'secrets/vault-contract',
    'a machine without a keyring says why it cannot be used',
    async () => {
      expect(missing).toMatch(/\S/);
      const folder = newVaultFolder();
      await using vault = openVault({ file: folder.file, keyring: 'if-there' });
      const { lasts, detail } = await vault.keeping();
      expect(lasts).toBe(false);
      expect(detail).toContain(missing);
    },
    { skip: missing === undefined },
  );
});
