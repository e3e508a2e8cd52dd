import { type Keyring, NoKeyringError } from '@toolshed/runtime/internal/vault/keyring';

/** Keeps what it is given, as the keyring of a desktop does. */
export function newMemoryKeyring(): Keyring {
  const kept = new Map<string, string>();
  return {
    read: async (account) => kept.get(account),
    async write(account, text) {
      kept.set(account, text);
    },
  };
}

/** A machine without one. */
export const brokenKeyring: Keyring = {
  read: () => Promise.reject(new NoKeyringError('nothing answers')),
  write: () => Promise.reject(new NoKeyringError('nothing answers')),
};
