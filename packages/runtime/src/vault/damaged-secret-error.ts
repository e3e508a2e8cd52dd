import { VaultLockedError } from '@toolshed/kernel';

/** One secret cannot be opened, by any node at any time; the others can. */
export class DamagedSecretError extends VaultLockedError {}
