// A pool that is made when it is first needed: probing the isolation a machine offers takes a while, and a host that
// only reads the store never needs it.

import type { SandboxPool } from './sandbox.js';

export function createLazyPool(make: () => Promise<SandboxPool>): SandboxPool {
  let made: Promise<SandboxPool> | undefined;
  const pool = (): Promise<SandboxPool> => {
    made ??= make();
    return made;
  };
  return {
    // A failure here happens again, and is reported, when a program is started.
    prepare: () =>
      void pool().then(
        (ready) => ready.prepare(),
        () => undefined,
      ),
    open: async (tenant, terms) => (await pool()).open(tenant, terms),
    async [Symbol.asyncDispose]() {
      const ready = await made?.catch(() => undefined);
      await ready?.[Symbol.asyncDispose]();
    },
  };
}
