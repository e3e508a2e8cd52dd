import { type SecretVault, VaultUnavailableError } from '@toolshed/kernel';
import { hasMethods, inWords, passed, readOptions, type VaultKeeping } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { SealedSecrets } from '../ports/sealed-secrets.js';
import type { Store } from '../stores/store.js';
import { openFileVault } from './file-vault.js';
import { systemKeyring } from './keyring.js';
import { openKeyringOrMemory } from './keyring-or-memory.js';
import { createMemoryVault } from './memory-vault.js';
import { openStoreVault } from './store-vault.js';
import { givenKey, keyringKey, passphraseKey, type VaultKey } from './vault-key.js';

/** Where secrets are kept. A vault that is passed in is shared: its opener closes it. */
export type VaultOption =
  | 'memory'
  /** 32 bytes, as base64 or hexadecimal. */
  | { readonly file: string; readonly key: string }
  | { readonly file: string; readonly passphrase: string }
  /** The file's key is in the operating system's keyring. `if-there`: in memory on a machine without one. */
  | { readonly file: string; readonly keyring: 'required' | 'if-there' }
  /** In the database of a store that nodes share, sealed with a key that all of them have. */
  | { readonly in: 'store'; readonly key: string }
  | { readonly in: 'store'; readonly passphrase: string }
  /** Nothing can be kept there without a key; a node without one does not start where others keep secrets. */
  | { readonly in: 'store' }
  | SecretVault;

const file = inWords(z.string().min(1), 'the path of a file');
const text = z.string().min(1);

export const VaultChoice: z.ZodType<VaultOption> = inWords(
  z.union([
    z.literal('memory'),
    z.strictObject({ file, key: text }),
    z.strictObject({ file, passphrase: text }),
    z.strictObject({ file, keyring: z.enum(['required', 'if-there']) }),
    z.strictObject({ in: z.literal('store'), key: text }),
    z.strictObject({ in: z.literal('store'), passphrase: text }),
    z.strictObject({ in: z.literal('store') }),
    passed<SecretVault>('a vault', hasMethods('put', 'get', 'list', 'remove', 'keeping')),
  ]),
  '"memory", { file, key }, { file, passphrase }, { file, keyring }, { in: "store", key } or a vault',
);

const Opened = z.strictObject({ vault: VaultChoice });

/** Opens the vault that an option names; close it when you are done. One in a store needs that store. */
export function openVault(given: VaultOption, store?: Pick<Store, 'secrets'>): SecretVault {
  const { vault: option } = readOptions('open the vault', Opened, { vault: given });
  if (option === 'memory') return createMemoryVault();
  if ('put' in option) return withoutClosing(option);
  if ('in' in option) {
    const key = 'key' in option || 'passphrase' in option ? keyIn(option) : undefined;
    return openStoreVault({ secrets: secretsOf(store), key });
  }
  const { file } = option;
  if (!('keyring' in option)) return openFileVault({ file, key: keyIn(option) });
  const keyring = systemKeyring();
  if (option.keyring === 'if-there') return openKeyringOrMemory({ file, keyring });
  return openFileVault({ file, key: keyringKey(keyring) });
}

/** What a vault option means on this machine. Opens an existing vault to check that it opens. */
export async function describeVault(option: VaultOption, store?: Pick<Store, 'secrets'>): Promise<VaultKeeping> {
  await using vault = openVault(option, store);
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

const keyIn = (option: { readonly key: string } | { readonly passphrase: string }): VaultKey =>
  'key' in option ? givenKey(option.key) : passphraseKey(option.passphrase);

function secretsOf(store: Pick<Store, 'secrets'> | undefined): SealedSecrets {
  if (store?.secrets !== undefined) return store.secrets;
  throw new VaultUnavailableError(
    'Cannot open the vault in the store: only a PostgreSQL store keeps secrets; name a file and a key',
  );
}
