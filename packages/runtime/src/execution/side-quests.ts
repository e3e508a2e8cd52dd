// What follows for related executions: a side quest that ends brings its person back to the question it left, and
// cancelling a question cancels its side quests.
//
// Invariants
//   F1. The end of a side quest is journaled once in its parent's journal, whichever process notices it and whatever
//       crashed in between: the store knows which ends the parent does not have yet.
//   F2. No side quest outlives the cancellation of its question, at any depth.
//   F3. A side quest that fails to be handled does not keep the others from being handled.

import type {
  AnsweredBy,
  ElicitationId,
  ExecutionFilter,
  ExecutionId,
  ExecutionSummary,
  JournalEntry,
  JournalStore,
  ParentQuestion,
  QuestNode,
  ToolLog,
} from '@toolshed/kernel';
import {
  type ExecutionState,
  fold,
  isEnd,
  isTerminal,
  isTerminalStatus,
  type NewEntry,
  type QuestEnd,
  questTree,
  parentQuestion,
} from '@toolshed/kernel/runtime';
import { UnknownExecutionError } from './execution-errors.js';
import { pages } from '../listing/list-everything.js';

export interface SideQuestsDeps {
  readonly store: JournalStore;
  readonly log: ToolLog;
  /** Appends to an execution that may be anywhere. */
  readonly append: (id: ExecutionId, make: (state: ExecutionState) => readonly NewEntry[]) => Promise<void>;
  readonly cancel: (id: ExecutionId, reason: string, by: AnsweredBy) => Promise<unknown>;
}

export interface SideQuests {
  /** Called with everything this host journals or reads from other processes. */
  noticed(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
  /** Resolves once what followed from entries of this execution is done. */
  whenHandled(id: ExecutionId): Promise<void>;
  /** Journals the ends that a process that died did not journal in the parent. */
  notifyParents(): Promise<void>;
  /** Does everything a process that died left undone. */
  recover(): Promise<void>;
  /** The whole tree that an execution belongs to, from its root. */
  tree(id: ExecutionId): Promise<QuestNode>;
  close(): Promise<void>;
}

const RUNTIME: AnsweredBy = { principal: 'toolshed', kind: 'runtime', channel: 'side-quest' };
const REASON = 'the question it left was cancelled';

export function createSideQuests({ store, log, append, cancel }: SideQuestsDeps): SideQuests {
  const pending = new Map<ExecutionId, Promise<void>>();
  let recovering: Promise<void> = Promise.resolve();

  const after = (id: ExecutionId, work: () => Promise<void>): void => {
    const done = (pending.get(id) ?? Promise.resolve())
      .then(work)
      .catch((error) =>
        log.warn({ err: error, execution: id }, 'handling a side quest failed; the next start tries again'),
      )
      .finally(() => {
        if (pending.get(id) === done) pending.delete(id);
      });
    pending.set(id, done);
  };

  /** One after the other (F3); the next start tries what failed again. */
  const forEach = async (
    filter: ExecutionFilter,
    work: (quest: ExecutionSummary) => Promise<unknown>,
  ): Promise<void> => {
    for await (const quest of pages(store, filter)) {
      await work(quest).catch((error) =>
        log.warn({ err: error, execution: quest.id }, 'handling a side quest failed; the next start tries again'),
      );
    }
  };

  /** F1. */
  const notifyParent = (
    quest: ExecutionId,
    { elicitationId: elicitation, executionId }: ParentQuestion,
    status: QuestEnd,
  ): Promise<void> =>
    append(executionId, (state) =>
      isTerminal(state.status) || state.returnedQuests.has(quest)
        ? []
        : [{ kind: 'side-quest-ended', elicitation, execution: quest, status }],
    );

  /** F2: the cancellation of each of them cancels its own. */
  const cancelAll = (parent: ElicitationId | ExecutionId): Promise<void> =>
    forEach({ parent, sideQuests: 'open' }, ({ id }) => cancel(id, REASON, RUNTIME));

  const handleEntry = (id: ExecutionId, { started }: ExecutionState, entry: JournalEntry): void => {
    const { parent } = started;
    if (entry.kind === 'cancelled') after(id, () => cancelAll(id));
    if (entry.kind === 'answered' && entry.answer.action === 'cancel') after(id, () => cancelAll(entry.elicitation));
    const end = endIn(entry);
    if (parent && end) after(id, () => notifyParent(id, parentQuestion(parent), end));
  };

  /** Whether the question a side quest left was cancelled while no process handled it. */
  const isAbandoned = async ({ elicitationId, executionId }: ParentQuestion): Promise<boolean> => {
    const entries = await store.read(executionId);
    if (entries.length === 0) return false;
    if (fold(entries).status.kind === 'cancelled') return true;
    return entries.some(
      (entry) => entry.kind === 'answered' && entry.elicitation === elicitationId && entry.answer.action === 'cancel',
    );
  };

  const notifyParents = (): Promise<void> =>
    forEach({ sideQuests: 'untold' }, async ({ id, parent, status }) => {
      if (parent && isTerminalStatus(status)) await notifyParent(id, parent, status);
    });

  const cancelAbandoned = (): Promise<void> =>
    forEach({ sideQuests: 'open' }, async ({ id, parent }) => {
      if (parent && (await isAbandoned(parent))) await cancel(id, REASON, RUNTIME);
    });

  const rootOf = async (id: ExecutionId): Promise<ExecutionSummary> => {
    const summary = await store.summary(id);
    if (summary === undefined) throw new UnknownExecutionError(id);
    const above = summary.parent && (await store.summary(summary.parent.executionId));
    return above === undefined ? summary : rootOf(above.id);
  };

  return {
    noticed(id, state, entries) {
      for (const entry of entries) handleEntry(id, state, entry);
    },
    whenHandled: async (id) => pending.get(id),
    notifyParents,
    recover() {
      recovering = notifyParents()
        .then(cancelAbandoned)
        .catch((error) =>
          log.warn({ err: error }, 'looking for unfinished side quests failed; the next start tries again'),
        );
      return recovering;
    },
    async tree(id) {
      const root = await rootOf(id);
      const found: ExecutionSummary[] = [];
      const below = async (parent: ExecutionId): Promise<void> => {
        for await (const child of pages(store, { parent })) {
          found.push(child);
          await below(child.id);
        }
      };
      await below(root.id);
      return questTree(root, found);
    },
    async close() {
      await Promise.all([recovering, ...pending.values()]);
    },
  };
}

const endIn = (entry: JournalEntry): QuestEnd | undefined => (isEnd(entry) ? entry.kind : undefined);
