// Each principal's sessions are its own. A token is for one session, the one it names over HTTP too. On a pipe what a
// client calls a session is a name below its principal's, so that two clients that both say "main" share neither
// executions nor approvals nor idempotency keys.

import { randomUUID } from 'node:crypto';
import { ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';

/** Who is behind an MCP connection. Executions, and the sessions they run in, belong to one principal. */
export const McpPrincipal = z.strictObject({
  /** Who it is in the journal. */
  name: z.string(),
  /** Unique: connections and sealed states are bound to it. */
  id: z.string().min(1),
  /** The only session it may use; without one, it names sessions itself. */
  session: z.string().optional(),
});
export type McpPrincipal = Readonly<z.infer<typeof McpPrincipal>>;

/** Who is behind a connection; what the client calls itself is only a name. */
export type PrincipalOf = (client: string | undefined) => McpPrincipal;

/**
 * For a pipe that was set up without a name. Two programs may use the same name, so each connection is
 * a principal of its own: it shares neither executions nor grants with earlier or other connections.
 */
export function newPipePrincipal(): PrincipalOf {
  const id = `pipe-${randomUUID()}`;
  return (client) => ({ name: client ?? 'unnamed', id });
}

/** A principal that is known by nothing but its name. */
export const namedPrincipal = (name: string): McpPrincipal => ({ name, id: name });

export class OtherSessionError extends ToolshedError {
  override readonly name = 'OtherSessionError';
  override readonly code = 'access/session';

  constructor(readonly session: string) {
    super(`Cannot use the session "${session}": this token is for one session. Leave "session" out`);
  }
}

export function sessionOf(principal: McpPrincipal, name?: string): string {
  if (principal.session !== undefined) {
    if (name !== undefined && name !== principal.session) throw new OtherSessionError(name);
    return principal.session;
  }
  return name === undefined ? rootOf(principal) : `${rootOf(principal)}/${encodeURIComponent(name)}`;
}

export const isSessionOf = (principal: McpPrincipal, session: string): boolean =>
  principal.session === undefined
    ? session === rootOf(principal) || session.startsWith(`${rootOf(principal)}/`)
    : session === principal.session;

const rootOf = ({ id }: McpPrincipal): string => `mcp:${encodeURIComponent(id)}`;
