// Each principal's sessions are its own. What a client calls a session is a name below its principal's, so that two
// clients that both say "main" share neither executions nor approvals nor idempotency keys.

const rootOf = (principal: string): string => `mcp:${encodeURIComponent(principal)}`;

export const sessionOf = (principal: string, name?: string): string =>
  name === undefined ? rootOf(principal) : `${rootOf(principal)}/${encodeURIComponent(name)}`;

export const isSessionOf = (principal: string, session: string): boolean =>
  session === rootOf(principal) || session.startsWith(`${rootOf(principal)}/`);
