// Secrets are in a backup as they are on disk: sealed. Their key is not, so the command says where it has to come from.

import type { BackupFile } from '@toolshed/runtime';
import { z } from 'zod';

const Header = z.object({
  key: z.union([
    z.object({ kind: z.enum(['given', 'passphrase']) }),
    z.object({ kind: z.literal('keyring'), account: z.string() }),
  ]),
});

export type SealedWith = 'no secrets' | 'given' | 'passphrase' | 'keyring' | 'unreadable';

export function sealedWith(files: readonly BackupFile[]): SealedWith {
  const vault = files.find(({ name }) => name === 'vault.json');
  if (vault === undefined) return 'no secrets';
  try {
    return Header.parse(JSON.parse(Buffer.from(vault.bytes).toString())).key.kind;
  } catch {
    return 'unreadable';
  }
}

export const SECRETS_IN_WORDS: Readonly<Record<SealedWith, string>> = {
  'no secrets': 'No secrets: none were kept in a file.',
  given: 'Secrets, sealed. Their key is not in the backup: keep TOOLSHED_VAULT_KEY elsewhere.',
  passphrase: 'Secrets, sealed. Their passphrase is not in the backup: keep TOOLSHED_VAULT_PASSPHRASE elsewhere.',
  keyring:
    'Secrets, sealed. Their key is in the keyring of this user on this machine and not in the backup: elsewhere they cannot be opened.',
  unreadable: 'A vault that cannot be read, as it is.',
};
