import type { Tenant } from './sandbox.js';

/** Which executions may share a worker process (invariant 8 of ARCHITECTURE.md). */
export const tenantBy =
  (kind: 'execution' | 'session' | 'shared') =>
  (session: string, executionId: string): Tenant => ({
    domain: kind === 'shared' ? 'shared' : kind === 'session' ? `session ${session}` : executionId,
    session,
  });
