import type { GrantId } from '../ids.js';
import type { Grant } from '../policy/grant.js';
import { ToolshedError } from '../toolshed-error.js';

/** A call was to be let through by a grant that no longer lets it: it was removed, has expired or is used up. */
export class GrantUnavailableError extends ToolshedError {
  override readonly name = 'GrantUnavailableError';
  override readonly code = 'grant/unavailable';

  constructor(readonly grant: GrantId) {
    super(`Cannot use ${grant}: it was revoked, has expired or is used up; decide the call again`);
  }
}

/**
 * Remembered answers.
 *
 * - `add` resolves only once the grant would survive a crash.
 * - `list` yields every grant that was neither revoked nor pruned, newest first, by whichever process it was added.
 * - `revoke` returns whether the grant was there.
 * - `prune` removes at most `limit` grants that can cover no call any more, and returns how many: those that have
 *   expired or are used up, those of executions that have ended or were removed, and approvals bound to no tool.
 * - Uses are taken by `JournalStore`, in the append of the call that relies on the grant.
 */
export interface GrantStore {
  add(grant: Grant): Promise<void>;
  list(): Promise<readonly Grant[]>;
  revoke(id: GrantId, by: string): Promise<boolean>;
  prune(limit: number): Promise<number>;
}
