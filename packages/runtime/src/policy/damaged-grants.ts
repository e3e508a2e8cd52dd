import type { Grant, GrantId, GrantStore, ToolLog } from '@toolshed/kernel';

/** Warns the operator once of each grant that cannot be read, whichever reader met it first. */
export function warnOfDamagedGrants(store: GrantStore, log: Pick<ToolLog, 'warn'>): GrantStore {
  const warned = new Set<GrantId>();
  let looked: readonly Grant[] = [];
  return {
    add: (grant) => store.add(grant),
    revoke: (id, by) => store.revoke(id, by),
    prune: (limit) => store.prune(limit),
    async list() {
      const all = await store.list();
      if (all === looked) return all;
      looked = all;
      for (const { id, effect, damage } of all) {
        if (damage === undefined || warned.has(id)) continue;
        warned.add(id);
        log.warn(
          { grant: id, problem: damage },
          `${id} cannot be read completely: ${MEANING[effect]}; check it, then revoke it`,
        );
      }
      return all;
    },
  };
}

const MEANING = {
  allow: 'it permits nothing',
  ask: 'it may be a refusal, so no other grant permits the calls it could cover',
  deny: 'the readable part of it still refuses',
} as const satisfies Record<Grant['effect'], string>;
