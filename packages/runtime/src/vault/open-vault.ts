import type { SecretVault } from '@toolshed/kernel';
import { hasMethods, inWords, passed, readOptions, type VaultKeeping } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { openFileVault } from './file-vault.js';
import { systemKeyring } from './keyring.js';
import { openKeyringOrMemory } from './keyring-or-memory.js';
import { createMemoryVault } from './memory-vault.js';
import { givenKey, keyringKey, passphraseKey } from './vault-key.js';

/** Where secrets are kept. A vault that is passed in is shared: its opener closes it. */
export type VaultOption =
  | 'memory'
  /** 32 bytes, as base64 or hexadecimal. */
  | { readonly file: string; readonly key: string }
  | { readonly file: string; readonly passphrase: string }
  /** The file's key is in the operating system's keyring. `if-there`: in memory on a machine without one. */
  | { readonly file: string; readonly keyring: 'required' | 'if-there' }
  | SecretVault;

const file = inWords(z.string().min(1), 'the path of a file');
const text = z.string().min(1);

export const VaultChoice: z.ZodType<VaultOption> = inWords(
  z.union([
    z.literal('memory'),
    z.strictObject({ file, key: text }),
    z.strictObject({ file, passphrase: text }),
    z.strictObject({ file, keyring: z.enum(['required', 'if-there']) }),
    passed<SecretVault>('a vault', hasMethods('put', 'get', 'list', 'remove', 'keeping')),
  ]),
  '"memory", { file, key }, { file, passphrase }, { file, keyring } or a vault',
);

const Opened = z.strictObject({ vault: VaultChoice });

/** Opens the vault that an option names; close it when you are done. */
export function openVault(given: VaultOption): SecretVault {
  const { vault: option } = readOptions('open the vault', Opened, { vault: given });
  if (option === 'memory') return createMemoryVault();
  if ('put' in option) return withoutClosing(option);
  const { file } = option;
  if ('key' in option) return openFileVault({ file, key: givenKey(option.key) });
  if ('passphrase' in option) return openFileVault({ file, key: passphraseKey(option.passphrase) });
  const keyring = systemKeyring();
  if (option.keyring === 'if-there') return openKeyringOrMemory({ file, keyring });
  return openFileVault({ file, key: keyringKey(keyring) });
}

/** What a choice comes to on this machine: opens what is there, to see that it opens. */
export async function describeVault(option: VaultOption): Promise<VaultKeeping> {
  await using vault = openVault(option);
  await vault.list();
  return await vault.keeping();
}

const withoutClosing = (vault: SecretVault): SecretVault => ({
  put: (secret) => vault.put(secret),
  get: (handle) => vault.get(handle),
  list: () => vault.list(),
  remove: (handle) => vault.remove(handle),
  keeping: () => vault.keeping(),
  [Symbol.asyncDispose]: async () => undefined,
});
