import type { HostFacts } from '../ports/host-facts.js';
import type { SandboxPool } from '../sandbox/sandbox.js';

export interface MeasuredPool {
  readonly pool: SandboxPool;
  /** How many programs wait for a sandbox now. */
  readonly waiting: () => number;
}

/** A pool that reports how long programs waited for it. */
export function measurePool(pool: SandboxPool, facts: Pick<HostFacts, 'seated'>): MeasuredPool {
  let waiting = 0;
  return {
    waiting: () => waiting,
    pool: {
      prepare: () => pool.prepare(),
      async open(tenant, terms) {
        const asked = performance.now();
        waiting++;
        try {
          return await pool.open(tenant, terms);
        } finally {
          waiting--;
          facts.seated(performance.now() - asked);
        }
      },
      [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
    },
  };
}
