import { ExecutionId, JournalConflictError, type JournalStore } from '@toolshed/kernel';
import { printed, sampleExecution } from './sample-execution.ts';

/** What one writer did to a store that others write at the same time. */
export interface RivalReport {
  readonly own: string;
  /** The seqs of the shared execution that this writer won. */
  readonly won: readonly number[];
}

/** Appends `count` entries to an execution of its own, and tries for each of the same seqs of a shared one. */
export async function appendAsRival(journal: JournalStore, shared: string, count: number): Promise<RivalReport> {
  const own = sampleExecution();
  const rival = sampleExecution({ id: ExecutionId.parse(shared) });
  await journal.create(...own.start());
  rival.start();
  const won: number[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const mine = journal.append(...own.say(printed(`own ${seq}`)));
    const contested = await wins(journal.append(...rival.say(printed(`by ${own.id}`))));
    if (contested) won.push(seq);
    await mine;
  }
  return { own: own.id, won };
}

async function wins(append: Promise<unknown>): Promise<boolean> {
  try {
    await append;
    return true;
  } catch (error) {
    if (error instanceof JournalConflictError) return false;
    throw error;
  }
}
