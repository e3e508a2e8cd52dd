// How the database of a shared store is set up, for `doctor` and for the log of a server that starts.

import type { ExecutionSummary, ToolLog } from '@toolshed/kernel';
import { isPlacedAt } from '@toolshed/kernel/runtime';
import type { ClusterState, PostgresFinding } from '@toolshed/runtime';
import type { ChosenStore } from './chosen-store.js';

export interface ServerLook {
  readonly address: string;
  readonly findings: readonly PostgresFinding[];
  readonly cluster: ClusterState;
  /** The newest executions that wait for a node, with a label that none that lives has. */
  readonly stranded: readonly Stranded[];
}

export interface Stranded extends Pick<ExecutionSummary, 'id'> {
  readonly placement: readonly string[];
}

const MOST_LOOKED_AT = 200;

/** Over connections of its own, which are closed again. */
export async function lookAtServer(chosen: Extract<ChosenStore, { readonly postgres: string }>): Promise<ServerLook> {
  const { openPostgresStore } = await import('@toolshed/runtime');
  const { postgres: url, ...schema } = chosen;
  await using opened = await openPostgresStore({ url, ...schema });
  const cluster = await opened.cluster();
  const alive = cluster.nodes.filter(({ leaseMs }) => leaseMs > 0);
  const queued = await opened.journal.list({ queued: true, limit: MOST_LOOKED_AT });
  const stranded = queued.flatMap(({ id, placement }) =>
    placement === undefined || alive.some((node) => isPlacedAt(placement, node.placement ?? []))
      ? []
      : [{ id, placement }],
  );
  return { address: opened.address, findings: await opened.check(), cluster, stranded };
}

/** Once, beside what the server does; nothing waits for it, and it stops nothing. */
export async function warnOfServer(chosen: ChosenStore, log: ToolLog, prefix: string): Promise<void> {
  if (!('postgres' in chosen)) return;
  try {
    const { address, findings } = await lookAtServer(chosen);
    for (const { code, problem } of findings) log.warn({ code, store: address }, problem);
  } catch (error) {
    log.warn({ err: error }, `checking the setup of the database failed; try: ${prefix} doctor`);
  }
}
