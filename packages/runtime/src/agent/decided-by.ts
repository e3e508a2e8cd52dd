// Threat: an agent that resumes an execution through another entry point, where agents may answer, although it began where a person
// is asked, and approves for itself what that person was to decide. Such an execution is never answered by an agent. How
// it began is in its journal, so this holds in every process and after every restart.

import type { Toolshed } from '../toolshed.js';

/** Set on executions of clients that can ask a person; its value says how. */
export const ASKS_LABEL = 'mcp-asks';

/** Set on executions that began where the model may not pass on what a person decided. */
const DECIDES_LABEL = 'agent-approvals';

/** Labels of an execution that an agent starts. They come last, so that no label of a caller hides them. */
export const decidedBy = (approvals: 'auto' | 'inbox'): Readonly<Record<string, string>> =>
  approvals === 'inbox' ? { [DECIDES_LABEL]: approvals } : {};

/**
 * Whether it began where only a person decides: with a client that can ask one, or with an agent that may not
 * answer. True if its journal cannot be read.
 */
export async function isForPerson(shed: Pick<Toolshed, 'journal'>, id: string): Promise<boolean> {
  const [started] = await shed.journal(id);
  if (started?.kind !== 'started') return true;
  return started.labels[ASKS_LABEL] !== undefined || started.labels[DECIDES_LABEL] !== undefined;
}
