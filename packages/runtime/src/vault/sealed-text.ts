// The format of a vault file: one JSON object whose header says how its key is derived, and a text sealed with that key.
//
//   { "toolshed-vault": 1, "key": { "kind": … }, "nonce": …, "sealed": … }
//
// The header is authenticated with the text: a file whose header was
// changed does not open, so nobody can make us take a weaker key derivation for the one that was written.

import type { KeyObject } from 'node:crypto';
import { VaultLockedError, VaultUnavailableError } from '@toolshed/kernel';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { openText, sealText } from './seal-text.js';

const FORMAT = 1;

/** How the key of a file is derived. The bounds keep a forged header from costing minutes and gigabytes. */
export const KeyHeader = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('given') }),
  z.strictObject({
    kind: z.literal('passphrase'),
    salt: z.base64(),
    cost: z
      .int()
      .min(2 ** 14)
      .max(2 ** 20),
    blockSize: z.literal(8),
  }),
  z.strictObject({ kind: z.literal('keyring'), account: z.string() }),
]);
export type KeyHeader = Readonly<z.infer<typeof KeyHeader>>;

const SealedFile = z.strictObject({
  'toolshed-vault': z.literal(FORMAT),
  key: KeyHeader,
  nonce: z.base64(),
  sealed: z.base64(),
});
export type SealedFile = Readonly<z.infer<typeof SealedFile>>;

/** Throws VaultUnavailableError for a file that is not a vault of this format; its text is not quoted. */
export function readSealed(text: string, file: string): SealedFile {
  const parsed = SealedFile.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const version = versionOf(parse(text));
  throw new VaultUnavailableError(
    version === undefined || version <= FORMAT
      ? `Cannot read the vault "${file}": it is damaged, or not a vault; restore a backup, or move it away`
      : `Cannot read the vault "${file}": it was written by a newer Toolshed (format ${version}); upgrade this one`,
  );
}

export function seal(text: string, key: KeyObject, header: KeyHeader): string {
  const file: SealedFile = {
    'toolshed-vault': FORMAT,
    key: header,
    ...sealText(text, key, authenticated(header)),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function unseal({ key: header, ...sealed }: SealedFile, key: KeyObject, file: string): string {
  const text = openText(sealed, key, authenticated(header));
  if (text !== undefined) return text;
  throw new VaultLockedError(
    `Cannot open the vault "${file}": the ${KEY_WORDS[header.kind]} does not fit it, or it was changed; ${NEXT[header.kind]}; nothing was altered`,
  );
}

const NEXT = {
  given: 'set TOOLSHED_VAULT_KEY to the key it was made with, or restore a backup',
  passphrase: 'set TOOLSHED_VAULT_PASSPHRASE to the one it was made with, or restore a backup',
  keyring: 'restore the keyring it was made with, or a backup',
} as const satisfies Record<KeyHeader['kind'], string>;

export const KEY_WORDS = {
  given: 'key',
  passphrase: 'passphrase',
  keyring: "keyring's key",
} as const satisfies Record<KeyHeader['kind'], string>;

const authenticated = (header: KeyHeader): Buffer =>
  Buffer.from(canonicalJson({ 'toolshed-vault': FORMAT, key: header }));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function versionOf(document: unknown): number | undefined {
  const read = z.looseObject({ 'toolshed-vault': z.int() }).safeParse(document);
  return read.success ? read.data['toolshed-vault'] : undefined;
}
