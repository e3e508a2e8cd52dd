// Where the key of a vault file comes from: given as it is, made from a passphrase, or kept in the keyring of the
// operating system. A key is held as a KeyObject, which prints as nothing.

import { createSecretKey, type KeyObject, randomBytes, randomUUID, scrypt } from 'node:crypto';
import { VaultLockedError } from '@toolshed/kernel';
import type { Keyring } from './keyring.js';
import { KEY_WORDS, type KeyHeader } from './sealed-text.js';

export interface VaultKey {
  readonly kind: KeyHeader['kind'];
  /** A key for a new file, and the header that says where it is. */
  create(): Promise<{ readonly header: KeyHeader; readonly key: KeyObject }>;
  /** The key of a file; rejects with VaultLockedError if the file was sealed in another way. */
  open(header: KeyHeader, file: string): Promise<KeyObject>;
}

const KEY_BYTES = 32;

/** 32 bytes, as base64 or as 64 hexadecimal digits. */
export function givenKey(text: string): VaultKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new VaultLockedError(
      'Cannot use the key of the vault: it is not 32 bytes as base64 or hexadecimal; make one with "openssl rand -base64 32"',
    );
  const key = createSecretKey(bytes);
  return {
    kind: 'given',
    create: async () => ({ header: { kind: 'given' }, key }),
    open: async (header, file) => (header.kind === 'given' ? key : refuse(header, file)),
  };
}

/** 128 MiB and a few tenths of a second for every guess. */
const SCRYPT = { cost: 2 ** 17, blockSize: 8 } as const;
const SALT_BYTES = 16;

export function passphraseKey(passphrase: string): VaultKey {
  return {
    kind: 'passphrase',
    async create() {
      const salt = randomBytes(SALT_BYTES);
      const header: KeyHeader = { kind: 'passphrase', salt: salt.toString('base64'), ...SCRYPT };
      return { header, key: await derive(passphrase, salt, SCRYPT.cost) };
    },
    async open(header, file) {
      if (header.kind !== 'passphrase') return refuse(header, file);
      return await derive(passphrase, Buffer.from(header.salt, 'base64'), header.cost);
    },
  };
}

const derive = (passphrase: string, salt: Buffer, cost: number): Promise<KeyObject> =>
  new Promise((resolve, reject) => {
    const { blockSize } = SCRYPT;
    const options = { cost, blockSize, parallelization: 1, maxmem: 256 * cost * blockSize };
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, bytes) =>
      error ? reject(error) : resolve(createSecretKey(bytes)),
    );
  });

export function keyringKey(keyring: Keyring): VaultKey {
  return {
    kind: 'keyring',
    async create() {
      const account = `vault ${randomUUID()}`;
      const bytes = randomBytes(KEY_BYTES);
      await keyring.write(account, bytes.toString('base64'));
      return { header: { kind: 'keyring', account }, key: createSecretKey(bytes) };
    },
    /** A missing key is never replaced by a new one: what the old one sealed would be lost. */
    async open(header, file) {
      if (header.kind !== 'keyring') return refuse(header, file);
      const text = await keyring.read(header.account);
      if (text !== undefined) return createSecretKey(Buffer.from(text, 'base64'));
      throw new VaultLockedError(
        `Cannot open the vault "${file}": the keyring has no key "${header.account}" any more; restore the keyring, or move the file away to begin a new one`,
      );
    },
  };
}

function refuse({ kind }: KeyHeader, file: string): never {
  throw new VaultLockedError(
    `Cannot open the vault "${file}": it is sealed with a ${KEY_WORDS[kind]}${ADVICE[kind]}; nothing was altered`,
  );
}

const ADVICE = {
  given: '; give it (TOOLSHED_VAULT_KEY)',
  passphrase: '; give it (TOOLSHED_VAULT_PASSPHRASE)',
  keyring: '; open it without another key',
} as const satisfies Record<KeyHeader['kind'], string>;
