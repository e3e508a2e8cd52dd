import { type Clock, SecretHandle, type SecretVault } from '@toolshed/kernel';
import { sha256 } from '../digest.js';
import type { CredentialStore } from './source.js';

export interface VaultCredentialsDeps {
  readonly vault: SecretVault;
  readonly clock: Clock;
}

/**
 * What sources keep from one start to the next, in the host's vault. It has a handle that no name leads to, so neither
 * a program nor a config that lists names for programs can reach it.
 */
export function createVaultCredentials({ vault, clock }: VaultCredentialsDeps): CredentialStore {
  return {
    async load(key) {
      const kept = await vault.get(handleOf(key));
      return kept?.facts.owner === 'shared' ? kept.value : undefined;
    },
    save: (key, value) => vault.put({ facts: { handle: handleOf(key), owner: 'shared', at: clock.now() }, value }),
  };
}

/** A name cannot begin with an underscore. */
const handleOf = (key: string): SecretHandle => SecretHandle.parse(`secret:_source.${sha256(key).slice(0, 40)}`);
