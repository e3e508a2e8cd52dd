/** A secret as a shared database has it: its facts as text, and its value sealed with a key that is never there. */
export interface SealedSecret {
  /** What names it. */
  readonly handle: string;
  /** Whose it is. */
  readonly owner: string;
  /** What is known about it besides its value. */
  readonly facts: string;
  /** The value, sealed together with the facts. */
  readonly sealed: string;
}

/** The whole content of a vault in a database, in one read. */
export interface SealedList {
  /** How its key is made, and a text that only the right key opens; nothing before the first secret. */
  readonly lock: string | undefined;
  /** The facts of each, the last that was put first. The same array as long as nothing has changed. */
  readonly facts: readonly string[];
}

/**
 * Sealed secrets that all nodes of a store share.
 *
 * - What a promise resolved for is seen by every call that any node makes afterwards.
 * - `lock` keeps its text if none is kept yet, and yields the one that is.
 * - `put` writes a secret, or yields false and writes nothing if its handle belongs to another owner.
 * - `remove` yields whether it was there; afterwards the row no longer exists.
 */
export interface SealedSecrets {
  /** For people: which database. */
  readonly place: string;
  /** Keeps the lock of the vault, once. */
  lock(text: string): Promise<string>;
  /** Whether it could be written under its handle. */
  put(secret: SealedSecret): Promise<boolean>;
  /** As it is now. */
  get(handle: string): Promise<SealedSecret | undefined>;
  /** What is there now. */
  list(): Promise<SealedList>;
  /** Whether it was there. */
  remove(handle: string): Promise<boolean>;
}
