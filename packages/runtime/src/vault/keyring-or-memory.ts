// For a machine that may have a keyring or not: whether it has one is found out when the first secret is put.

import type { SecretVault } from '@toolshed/kernel';
import { openFileVault } from './file-vault.js';
import { type Keyring, NoKeyringError, whyNoKeyring } from './keyring.js';
import { createMemoryVault } from './memory-vault.js';
import { keyringKey } from './vault-key.js';

export interface KeyringOrMemoryOptions {
  readonly file: string;
  readonly keyring: Keyring;
}

export function openKeyringOrMemory({ file, keyring }: KeyringOrMemoryOptions): SecretVault {
  const lasting = openFileVault({ file, key: keyringKey(keyring) });
  const memory = createMemoryVault();
  return {
    async put(secret) {
      try {
        await lasting.put(secret);
      } catch (error) {
        if (!(error instanceof NoKeyringError)) throw error;
        await memory.put(secret);
      }
    },
    get: async (handle) => (await memory.get(handle)) ?? (await lasting.get(handle)),
    list: async () => [...(await memory.list()), ...(await lasting.list())],
    remove: async (handle) => (await memory.remove(handle)) || (await lasting.remove(handle)),
    async keeping() {
      const because = await whyNoKeyring(keyring);
      return because === undefined
        ? await lasting.keeping()
        : await createMemoryVault(`there is no keyring here (${because})`).keeping();
    },
    async [Symbol.asyncDispose]() {
      await memory[Symbol.asyncDispose]();
      await lasting[Symbol.asyncDispose]();
    },
  };
}
