// Releases of executions in the store: an execution that this process does not continue has no owner any more, so that another
// process may resume it although this one lives. Owns the releases that are under way; talks to the store.

import type { ExecutionId, JournalStore, ToolLog } from '@toolshed/kernel';
import type { Lease } from './owners/owners.js';

export interface Releases {
  /** Never rejects: what could not be released is taken over once its lease has ended. */
  release(id: ExecutionId, lease: Lease): Promise<void>;
  /**
   * The release of it that is under way here. A release that arrived after the next claim would take off the claim, too:
   * a claim waits for it.
   */
  underWay(id: ExecutionId): Promise<void> | undefined;
}

export function createReleases(store: Pick<JournalStore, 'release'>, log: ToolLog): Releases {
  const releasing = new Map<ExecutionId, Promise<void>>();
  return {
    release(id, lease) {
      const done = store
        .release(id, lease.id)
        .catch((error) =>
          log.warn(
            { err: error, execution: id },
            'releasing an execution failed; another host takes it over when the lease ends',
          ),
        )
        .finally(() => {
          if (releasing.get(id) === done) releasing.delete(id);
        });
      releasing.set(id, done);
      return done;
    },
    underWay: (id) => releasing.get(id),
  };
}
