// A commit that waits for a synchronous standby can be made to stop waiting: `pg_cancel_backend`, a person with Ctrl-C in
// another tool, a failover script. The server then reports success, with a warning beside it: the commit is on its own
// disk, and a failover may lose it.
//
// Threat: an answer that was acknowledged, or a call that was recorded as begun, is lost after the failover. So a statement
// with that warning counts as one whose connection was lost: nobody knows its outcome until the standby has it.

import type { ClientBase } from 'pg';

/** The server stopped waiting for its standby, so it is unknown whether the commit outlives this server. */
export class UnreplicatedError extends Error {
  override readonly name = 'UnreplicatedError';
}

/** The part of the server that waits. Its texts depend on the server's language, this name does not. */
const WAITING_ROUTINE = 'SyncRepWaitForLSN';

/** D4 of `connection-pool.ts`. Runs one statement; throws `UnreplicatedError` if it committed without the standby it was to wait for. */
export async function replicated<T>(client: ClientBase, statement: () => Promise<T>): Promise<T> {
  let isReplicated = true;
  const onNotice = ({ routine }: { readonly routine?: string | undefined }): void => {
    if (routine === WAITING_ROUTINE) isReplicated = false;
  };
  client.on('notice', onNotice);
  try {
    const result = await statement();
    if (!isReplicated) throw new UnreplicatedError('the wait for the standby was cancelled');
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}
