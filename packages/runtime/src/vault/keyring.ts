// The keyring of the operating system: Keychain, Credential Manager, or the Secret Service of a Linux desktop.
//
// Not used: the kernel's own keyring, which the library falls back to on Linux. It loses its keys with the next restart of the
// machine, and the vault whose key it held could never be opened again.

import { setTimeout as wait } from 'node:timers/promises';
import { VaultUnavailableError } from '@toolshed/kernel';

export interface Keyring {
  read(account: string): Promise<string | undefined>;
  write(account: string, text: string): Promise<void>;
}

/** There is no keyring here that would keep anything. */
export class NoKeyringError extends VaultUnavailableError {
  constructor(readonly because: string) {
    super(`Cannot use the keyring: ${because}`);
  }
}

const SERVICE = 'toolshed';

/** A person may have to unlock it first. */
const PATIENCE_MS = 60_000;

/** Loads the library when it is first used. Every failure is a NoKeyringError that says why. */
export function systemKeyring(): Keyring {
  return {
    read: (account) => reaching(async (open) => (await (await open(account)).getPassword()) ?? undefined),
    write: (account, text) =>
      reaching(async (open) => {
        const entry = await open(account);
        await entry.setPassword(text);
        if ((await entry.getPassword()) !== text) throw new Error('it did not keep the test value');
      }),
  };
}

/** Why there is no keyring here; undefined if there is one. */
export async function whyNoKeyring(keyring: Keyring): Promise<string | undefined> {
  try {
    await keyring.read('probe');
    return undefined;
  } catch (error) {
    return error instanceof NoKeyringError ? error.because : String(error);
  }
}

async function openEntry(account: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
}

async function reaching<T>(work: (open: typeof openEntry) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const tooLong = wait(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error('it did not answer in time');
  });
  try {
    return await Promise.race([work(openEntry), tooLong]);
  } catch (error) {
    throw new NoKeyringError(error instanceof Error ? error.message : String(error));
  } finally {
    tooLong.catch(() => undefined);
    patience.abort();
  }
}
