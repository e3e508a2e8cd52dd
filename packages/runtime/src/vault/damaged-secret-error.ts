import { VaultLockedError } from '@toolshed/kernel';

/** One secret cannot be opened, by whichever node and however often it is tried; the others can. */
export class DamagedSecretError extends VaultLockedError {}
