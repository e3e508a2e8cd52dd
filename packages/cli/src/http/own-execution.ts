// What a caller may look at. To an agent, another session's execution and one that does not exist are the same:
// the same status, code and words.

import { ElicitationId, type JournalEntry } from '@toolshed/kernel';
import { UnknownElicitationError, UnknownExecutionError } from '@toolshed/runtime';
import { confinedTo, type Principal } from './access/principal.js';
import type { Shed } from './shed.js';

/** The journal of an execution, found by its id or by that of one of its questions. */
export async function ownJournal(shed: Shed, id: string, caller: Principal): Promise<readonly JournalEntry[]> {
  const journal = await shed.journal(id);
  const [started] = journal;
  const session = confinedTo(caller);
  if (started?.kind === 'started' && (session === undefined || session === started.session)) return journal;
  throw ElicitationId.safeParse(id).success ? new UnknownElicitationError(id) : new UnknownExecutionError(id);
}
