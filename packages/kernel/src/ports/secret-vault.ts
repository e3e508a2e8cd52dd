import { z } from 'zod';
import { ElicitationId, SecretHandle } from '../ids.js';
import { ToolshedError } from '../toolshed-error.js';

/** A name people and hosts give a secret. A shared secret's handle is `secret:` and its name. */
export const SecretName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'a name is made of letters, digits, ".", "_" and "-", at most 64');
export type SecretName = z.infer<typeof SecretName>;

/** Long enough for a private key with its certificates. Its messages never quote what they refuse. */
export const SecretValue = z.string().min(1, 'it is empty').max(16_384, 'it is longer than 16,384 characters');

/** Whose it is: the session somebody gave it to, or the host's, shared under its name. */
export const SecretOwner = z.union([z.literal('shared'), z.strictObject({ session: z.string() })]);
export type SecretOwner = Readonly<z.infer<typeof SecretOwner>>;

/** Everything that is ever shown about a secret. */
export const SecretFacts = z.strictObject({
  handle: SecretHandle,
  owner: SecretOwner,
  name: z.string().optional(),
  /** The question it answered. */
  origin: ElicitationId.optional(),
  /** The question it answered contains it, for example as one of its options: it is not searched for in what tools return. */
  isInQuestion: z.literal(true).optional(),
  at: z.int(),
});
export type SecretFacts = Readonly<z.infer<typeof SecretFacts>>;

/** A secret in a vault. */
export interface KeptSecret {
  /** What is known about it besides its value. */
  readonly facts: SecretFacts;
  /** The secret itself. */
  readonly value: string;
}

/** Where a vault keeps its secrets. */
export interface VaultKeeping {
  /** In memory, in a sealed file, in a file whose key the keyring keeps, or sealed in the database of the store. */
  readonly kind: 'memory' | 'file' | 'keyring' | 'store';
  /** Whether what is put now is there after this process has ended. */
  readonly lasts: boolean;
  /** In words, for the operator of the host. */
  readonly detail: string;
}

/** The handle belongs to another owner. */
export class SecretTakenError extends ToolshedError {
  override readonly name = 'SecretTakenError';
  override readonly code = 'secret/taken';

  constructor(readonly handle: SecretHandle) {
    super(`Cannot keep "${handle}": the handle belongs to another owner`);
  }
}

/** The key does not open the vault; nothing in it was changed. */
export class VaultLockedError extends ToolshedError {
  override readonly name = 'VaultLockedError';
  override readonly code = 'vault/locked';
}

/** The vault could not be read or written (disk, keyring); its contents are unchanged. */
export class VaultUnavailableError extends ToolshedError {
  override readonly name = 'VaultUnavailableError';
  override readonly code = 'vault/unavailable';
}

/**
 * Keeps the values of secrets. Nothing else does: journals, logs and programs have handles.
 *
 * - `put` resolves only once the secret is kept; where the vault `lasts`, it would survive the end of this process.
 * - `put` of a handle that is kept replaces its value and facts if the owner is the same; for another owner it rejects
 *   with SecretTakenError and changes nothing.
 * - `get` yields what was last put under a handle, and nothing for one that is unknown.
 * - `list` yields the facts of every secret, newest first, and no value.
 * - `remove` returns whether the secret was there; afterwards it no longer exists.
 * - Several openings of a vault that lasts, in one process or many, lose nothing of each other's.
 * - No error, and nothing that can be printed of the vault, holds a value or a key.
 */
export interface SecretVault extends AsyncDisposable {
  put(secret: KeptSecret): Promise<void>;
  get(handle: SecretHandle): Promise<KeptSecret | undefined>;
  list(): Promise<readonly SecretFacts[]>;
  remove(handle: SecretHandle): Promise<boolean>;
  keeping(): Promise<VaultKeeping>;
}
