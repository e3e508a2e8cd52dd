// How the database of a shared store is set up, for `doctor` and for the log of a server that starts.

import type { ToolLog } from '@toolshed/kernel';
import type { ClusterState, PostgresFinding } from '@toolshed/runtime';
import type { ChosenStore } from './chosen-store.js';

export interface ServerLook {
  readonly address: string;
  readonly findings: readonly PostgresFinding[];
  readonly cluster: ClusterState;
}

/** Over connections of its own, which are closed again. */
export async function lookAtServer(chosen: Extract<ChosenStore, { readonly postgres: string }>): Promise<ServerLook> {
  const { openPostgresStore } = await import('@toolshed/runtime');
  const { postgres: url, ...schema } = chosen;
  await using opened = await openPostgresStore({ url, ...schema });
  const cluster = await opened.cluster();
  return { address: opened.address, findings: await opened.check(), cluster };
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
