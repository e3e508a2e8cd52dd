// Threat: an agent that goes on through another door, where its word counts, with an execution that began where a person
// is asked, and approves for itself what that person was to decide. Such an execution is never answered by an agent.

import type { Toolshed } from '../toolshed.js';

/** Set on executions of clients that can ask a person, with how they can. */
export const ASKS_LABEL = 'mcp-asks';

/** Whether it began with a client that can ask a person; true for one that cannot be read. */
export async function beganWithAsker(shed: Pick<Toolshed, 'journal'>, id: string): Promise<boolean> {
  const [started] = await shed.journal(id);
  return started?.kind !== 'started' || started.labels[ASKS_LABEL] !== undefined;
}
