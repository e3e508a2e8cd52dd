// Secrets in one file, sealed as a whole: names, owners and values alike.
//
// Invariants
//   V1. The file is replaced in one step, and only under the lock, by a text made from what it held under that lock.
//   V2. A file that does not open is never written: a wrong key costs an error, not the secrets.
//   V3. A file that is not there is an empty vault, which needs no key until something is put into it.

import type { KeyObject } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SecretFacts, type SecretVault, VaultUnavailableError } from '@toolshed/kernel';
import { canonicalJson, type KeptSecret, SecretTakenError } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { withFileLock } from './file-lock.js';
import { isSameOwner } from './same-owner.js';
import { type KeyHeader, KEY_WORDS, readSealed, seal, unseal } from './sealed-text.js';
import type { VaultKey } from './vault-key.js';
import { makeFolder } from '../machine/make-folder.js';

const Contents = z.array(z.strictObject({ facts: SecretFacts, value: z.string() }));

interface Opened {
  /** Which text of the file this is. */
  readonly stamp: string;
  readonly header: KeyHeader;
  readonly key: KeyObject;
  readonly kept: readonly KeptSecret[];
}

export interface FileVaultOptions {
  readonly file: string;
  readonly key: VaultKey;
}

export function openFileVault({ file, key: source }: FileVaultOptions): SecretVault {
  let opened: Opened | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Read again only if the file is another than the one read last; a key is derived once. */
  const read = async (): Promise<Opened | undefined> => {
    const stamp = await stampOf(file);
    // V3.
    if (stamp === undefined) return undefined;
    if (opened?.stamp === stamp) return opened;
    const sealed = readSealed(await reaching(file, 'read', () => readFile(file, 'utf8')), file);
    const isKnown = opened !== undefined && canonicalJson(opened.header) === canonicalJson(sealed.key);
    const key = isKnown && opened ? opened.key : await source.open(sealed.key, file);
    opened = { stamp, header: sealed.key, key, kept: Contents.parse(JSON.parse(unseal(sealed, key, file))) };
    return opened;
  };

  const write = async (current: Opened | undefined, kept: readonly KeptSecret[]): Promise<void> => {
    const { header, key } = current ?? (await source.create());
    await replace(file, seal(JSON.stringify(kept), key, header));
  };

  /** Nothing is written where `make` gives back what it got. */
  const change = (make: (kept: readonly KeptSecret[]) => readonly KeptSecret[]): Promise<boolean> => {
    const work = async (): Promise<boolean> => {
      await reaching(file, 'write', async () => makeFolder(dirname(file)));
      // V1.
      return await withFileLock(file, async () => {
        // Throws where the file does not open (V2).
        const current = await read();
        const before = current?.kept ?? [];
        const after = make(before);
        if (after === before) return false;
        await write(current, after);
        return true;
      });
    };
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    async put(secret) {
      const { handle, owner } = secret.facts;
      await change((kept) => {
        const known = kept.find(({ facts }) => facts.handle === handle);
        if (known && !isSameOwner(known.facts.owner, owner)) throw new SecretTakenError(handle);
        return [secret, ...kept.filter((one) => one !== known)];
      });
    },
    get: async (handle) => (await read())?.kept.find(({ facts }) => facts.handle === handle),
    list: async () => ((await read())?.kept ?? []).map(({ facts }) => facts),
    remove: async (handle) =>
      (await stampOf(file)) !== undefined &&
      (await change((kept) => {
        const others = kept.filter(({ facts }) => facts.handle !== handle);
        return others.length === kept.length ? kept : others;
      })),
    keeping: async () => ({
      kind: source.kind === 'keyring' ? 'keyring' : 'file',
      lasts: true,
      detail: `in "${file}", sealed with a ${KEY_WORDS[source.kind]}`,
    }),
    async [Symbol.asyncDispose]() {
      await turn;
      opened = undefined;
    },
  };
}

/** A rename puts another file at the path, so two texts never have the same stamp. */
async function stampOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw toUnavailable(file, 'read', error);
  });
  return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
}

async function replace(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  await reaching(file, 'write', async () => {
    try {
      await rm(temporary, { force: true });
      const { O_WRONLY, O_CREAT, O_EXCL } = constants;
      await using handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600);
      await handle.writeFile(text);
      await handle.sync();
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await flushFolder(dirname(file));
  });
}

/** A rename is on disk when its folder is. Windows has no such call. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, constants.O_RDONLY);
  await handle.sync();
}

async function reaching<T>(file: string, action: 'read' | 'write', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toUnavailable(file, action, error);
  }
}

const toUnavailable = (file: string, action: 'read' | 'write', error: unknown): VaultUnavailableError =>
  new VaultUnavailableError(`Cannot ${action} the vault "${file}": the system says ${codeOf(error)}`);

const codeOf = (error: unknown): string => String(error instanceof Error && 'code' in error ? error.code : error);
