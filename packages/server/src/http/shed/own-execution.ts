// What a caller may see. To an agent, an execution of another session looks like one that does not exist: the same
// status, code and message.

import { ElicitationId, JournalCorruptError, type JournalEntry } from '@toolshed/kernel';
import { UnknownElicitationError, UnknownExecutionError, listAll } from '@toolshed/runtime';
import { confinedTo, type Principal } from '../access/principal.js';
import type { Shed } from './shed-port.js';

/** The journal of an execution, found by its id or by that of one of its questions. */
export async function ownJournal(shed: Shed, id: string, caller: Principal): Promise<readonly JournalEntry[]> {
  const session = confinedTo(caller);
  const journal = await shed.journal(id).catch((error) => orUnknown(error, shed, session));
  const [started] = journal;
  if (started?.kind === 'started' && (session === undefined || session === started.session)) return journal;
  throw ElicitationId.safeParse(id).success ? new UnknownElicitationError(id) : new UnknownExecutionError(id);
}

/** Only callers who may see a journal learn that it is damaged. */
async function orUnknown(error: unknown, shed: Shed, session: string | undefined): Promise<readonly JournalEntry[]> {
  if (!(error instanceof JournalCorruptError) || session === undefined) throw error;
  const damaged = await listAll(shed.list, { status: ['damaged'], session });
  if (damaged.some(({ id }) => id === error.executionId)) throw error;
  return [];
}
