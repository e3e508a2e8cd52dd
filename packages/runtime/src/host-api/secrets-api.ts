// Secrets, as a host sees them. Kept by `secrets/host-secrets.ts`.

import type { Page, SecretFacts, SecretHandle } from '@toolshed/kernel';
import type { VaultKeeping } from '@toolshed/kernel/runtime';

/** Which secrets to list. */
export interface SecretFilter {
  /** Only secrets of this session. */
  readonly session?: string | undefined;
  /** Only those older than this one, for paging: the `next` of the page before. */
  readonly before?: SecretHandle | undefined;
  /** Default: all of them. */
  readonly limit?: number | undefined;
}

/** Secrets as the host sees them: names and handles. You can set values, but only tools can read them. */
export interface Secrets {
  /** Keeps a secret of the host's under a name; programs may use it where `sharedSecrets` lists it. */
  set(name: string, value: string): Promise<SecretFacts>;
  /** Newest first. */
  list(filter?: SecretFilter): Promise<Page<SecretFacts, SecretHandle>>;
  /** Removes a secret by handle, or by name if it is the host's; returns whether it was there. */
  remove(nameOrHandle: string): Promise<boolean>;
  /** Removes every secret of a session; returns how many. */
  clear(session: string): Promise<number>;
  /** Where they are kept, and whether they last. */
  keeping(): Promise<VaultKeeping>;
}
