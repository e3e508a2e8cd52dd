// Secrets in the database of a store that nodes share. Each value is sealed; the key is never there.
//
// Invariants
//   W1. A value opens only under its handle, with its facts, in its vault: a row whose value, owner or name was taken from
//       another is refused.
//   W2. The first secret locks the vault with the key it was put with. A node with another key, or with none, is refused
//       whatever it does with secrets, and starts with nothing.
//   W3. Without a key nothing is kept: a secret that one node alone remembers would be missing on the next one.
//
// Not found: a row that was removed, or put back as it was before. An attacker who can do that can change journals as well.

import type { KeyObject } from 'node:crypto';
import { SecretFacts, type SecretVault, VaultLockedError, VaultUnavailableError } from '@toolshed/kernel';
import { canonicalJson, type KeptSecret, SecretTakenError } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { sha256 } from '../digest.js';
import type { SealedSecret, SealedSecrets } from '../ports/sealed-secrets.js';
import { DamagedSecretError } from './damaged-secret-error.js';
import { openText, sealText } from './seal-text.js';
import { KEY_WORDS, readSealed, seal, unseal } from './sealed-text.js';
import type { VaultKey } from './vault-key.js';

export interface StoreVaultOptions {
  readonly secrets: SealedSecrets;
  readonly key: VaultKey | undefined;
}

interface Opened {
  readonly key: KeyObject;
  /** Which vault: two with one key are two. */
  readonly id: string;
}

const FORMAT = 1;
const MAX_VALUE = 1_048_576;
const SealedValue = z.strictObject({ format: z.literal(FORMAT), nonce: z.base64(), sealed: z.base64() });

export function openStoreVault({ secrets, key: source }: StoreVaultOptions): SecretVault {
  const { place } = secrets;
  let opened: { readonly lock: string; readonly vault: Promise<Opened> } | undefined;
  let listed: { readonly texts: readonly string[]; readonly facts: readonly SecretFacts[] } | undefined;

  async function unlock(lock: string): Promise<Opened> {
    if (source === undefined)
      throw new VaultLockedError(`Cannot open the vault "${place}": it has secrets, and no key was given; ${OWN_KEY}`);
    const sealed = readSealed(lock, place);
    const key = await source.open(sealed.key, place);
    unseal(sealed, key, place);
    return { key, id: sha256(lock) };
  }

  /** The key is derived once, and again only after a failure or for another vault. */
  async function openWith(lock: string): Promise<Opened> {
    if (opened?.lock !== lock) opened = { lock, vault: unlock(lock) };
    try {
      return await opened.vault;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  }

  /** W2 and W3. */
  async function openOrCreate(): Promise<Opened> {
    const { lock } = await secrets.list();
    if (lock !== undefined) return await openWith(lock);
    if (source === undefined)
      throw new VaultUnavailableError(`Cannot keep a secret: nodes share it in a vault, which has no key; ${ADVICE}`);
    const { header, key } = await source.create();
    return await openWith(await secrets.lock(seal('toolshed', key, header)));
  }

  /** W1. */
  async function read(row: SealedSecret): Promise<KeptSecret> {
    const { lock } = await secrets.list();
    const { key, id } = await openWith(lock ?? '');
    const [facts, sealed] = [SecretFacts.safeParse(parse(row.facts)), SealedValue.safeParse(parse(row.sealed))];
    const value = sealed.success ? openText(sealed.data, key, boundTo(id, row)) : undefined;
    if (value === undefined || !facts.success || facts.data.handle !== row.handle)
      throw new DamagedSecretError(
        `Cannot open the secret "${row.handle}" in the vault "${place}": its row was changed; set or remove it`,
      );
    return { facts: facts.data, value };
  }

  return {
    async put({ facts, value }) {
      if (value.length > MAX_VALUE)
        throw new VaultUnavailableError(`Cannot keep "${facts.handle}": it is longer than ${MAX_VALUE} characters`);
      const { key, id } = await openOrCreate();
      const row = { handle: facts.handle, owner: canonicalJson(facts.owner), facts: canonicalJson(facts) };
      const sealed = JSON.stringify({ format: FORMAT, ...sealText(value, key, boundTo(id, row)) });
      if (!(await secrets.put({ ...row, sealed }))) throw new SecretTakenError(facts.handle);
    },
    async get(handle) {
      const row = await secrets.get(handle);
      return row && (await read(row));
    },
    async list() {
      const { lock, facts: texts } = await secrets.list();
      if (lock === undefined && texts.length === 0) return [];
      await openWith(lock ?? '');
      if (listed?.texts !== texts) listed = { texts, facts: texts.map((text) => readFacts(text, place)) };
      return listed.facts;
    },
    remove: async (handle) => await secrets.remove(handle),
    keeping: async () => ({
      kind: 'store',
      lasts: source !== undefined,
      detail:
        source === undefined
          ? `nowhere: the store is shared and no key was given; ${ADVICE}`
          : `in the database ${place}, sealed with a ${KEY_WORDS[source.kind]}`,
    }),
    async [Symbol.asyncDispose]() {
      [opened, listed] = [undefined, undefined];
    },
  };
}

/** Another key would open nothing. */
const OWN_KEY = 'set TOOLSHED_VAULT_KEY to the key it was made with, or TOOLSHED_VAULT_PASSPHRASE to its passphrase';

const ADVICE = 'set TOOLSHED_VAULT_KEY to what "openssl rand -base64 32" prints, to the same at every node';

const boundTo = (vault: string, { handle, owner, facts }: Omit<SealedSecret, 'sealed'>): Buffer =>
  Buffer.from(canonicalJson({ 'toolshed-secret': FORMAT, vault, handle, owner, facts }));

function readFacts(text: string, place: string): SecretFacts {
  const facts = SecretFacts.safeParse(parse(text));
  if (facts.success) return facts.data;
  throw new VaultUnavailableError(`Cannot read the vault "${place}": a row is damaged; restore a backup`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
