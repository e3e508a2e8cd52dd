import type { GrantId } from '../ids.js';
import type { Grant } from '../policy/grant.js';

/**
 * Remembered approvals.
 *
 * - `add` resolves only once the grant would survive a crash.
 * - `list` yields every grant that was not revoked, newest first, whoever added it.
 * - `revoke` returns whether the grant was there.
 * - `use` takes one use from a grant that counts them and returns false when none was left; a grant without a
 *   count can always be used. Of two simultaneous uses of a last one, exactly one succeeds.
 */
export interface GrantStore {
  add(grant: Grant): Promise<void>;
  list(): Promise<readonly Grant[]>;
  revoke(id: GrantId, by: string): Promise<boolean>;
  use(id: GrantId): Promise<boolean>;
}
