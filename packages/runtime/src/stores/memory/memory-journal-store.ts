// Entries are kept as they were given, since nothing changes one that was made, and read as copies: no reader holds a
// live piece of a journal.

import {
  type Clock,
  type ElicitationId,
  type EntryOf,
  type ExecutionFilter,
  type ExecutionId,
  type ExecutionSummary,
  JournalConflictError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import { type Damage, CannotForkError, isTerminalStatus, MORE_THAN_COUNTED } from '@toolshed/kernel/runtime';
import type { AuditEvidence } from '../audit/audit-check.js';
import { pruned, retired } from '../audit/audit-facts.js';
import { grantUsesIn } from '../grant-uses.js';
import { mustFollow, mustStart } from '../next-entries.js';
import { openQuestion } from '../open-question.js';
import type { MemoryAudit } from './memory-audit.js';
import { createMemoryEntryOrder } from './memory-entry-order.js';
import type { MemoryGrantStore } from './memory-grant-store.js';
import { createMemoryQuestions } from './memory-questions.js';
import { copyOf, createSharedTexts } from './memory-values.js';
import { createMemoryUnattended } from './memory-unattended.js';

export interface MemoryJournalDeps {
  readonly audit: MemoryAudit;
  readonly clock: Clock;
  readonly takeUses: MemoryGrantStore['takeUses'];
}

export interface MemoryJournalStore {
  /** Whether an execution is stored and has not ended. */
  isOpen(execution: ExecutionId): boolean;
  readonly store: JournalStore;
  readonly evidence: Pick<AuditEvidence, 'executions' | 'entryAt' | 'rowsOf' | 'strayQuestions' | 'pruned'>;
}

interface KeptExecution {
  readonly id: ExecutionId;
  readonly position: number;
  /** Names its session and idempotency key, if it was given one. */
  readonly key: string | undefined;
  readonly entries: JournalEntry[];
  readonly questions: ElicitationId[];
  readonly shared: (entry: JournalEntry) => JournalEntry;
  /** A side quest whose end is not in its parent's journal yet. */
  isUnreported: boolean;
  summary: ExecutionSummary;
  /** Why its journal cannot be read, if that was noticed. */
  damage: Damage | undefined;
}

const DEFAULT_LIMIT = 50;

export function createMemoryJournalStore({ audit, clock, takeUses }: MemoryJournalDeps): MemoryJournalStore {
  const executions = new Map<string, KeptExecution>();
  const keys = new Map<string, ExecutionId>();
  const quests = new Set<KeptExecution>();
  const unattended = createMemoryUnattended<KeptExecution>();
  const removed = new Map<number, readonly string[]>();
  const order = createMemoryEntryOrder();
  const watchers = new Set<{ readonly onChange: () => void }>();
  let positions = 0;
  const questions = createMemoryQuestions<KeptExecution>(() => ++positions);

  function write(kept: KeptExecution, entries: readonly JournalEntry[], summary: ExecutionSummary): void {
    order.place(kept.id, kept.entries.length, entries.length);
    kept.summary = summary;
    unattended.note(kept);
    for (const entry of entries) {
      kept.entries.push(kept.shared(entry));
      questions.change(kept, entry);
      if (entry.kind === 'side-quest-ended') clearUnreported(({ id }) => id === entry.execution);
    }
    // A journal that has ended takes no more ends of side quests.
    if (isTerminalStatus(summary.status))
      clearUnreported(({ summary: quest }) => quest.parent?.executionId === kept.id);
    audit.note(kept.id, kept.entries.slice(kept.entries.length - entries.length));
    for (const { onChange } of [...watchers]) onChange();
  }

  function clearUnreported(isMeant: (execution: KeptExecution) => boolean): void {
    for (const execution of quests) if (isMeant(execution)) execution.isUnreported = false;
  }

  function remove(execution: KeptExecution): void {
    executions.delete(execution.id);
    quests.delete(execution);
    unattended.forget(execution);
    order.forget(execution.id);
    if (execution.key !== undefined) keys.delete(execution.key);
    questions.remove(execution);
  }

  const store: JournalStore = {
    async create(id, entries, summary) {
      const started = mustStart(entries);
      const key = keyOf(started);
      const earlier = key === undefined ? undefined : keys.get(key);
      if (earlier !== undefined) return earlier;
      if (executions.has(id)) throw new JournalConflictError(id, 0);
      mustFollow(0, id, entries, summary);
      const left = started.parent?.elicitation;
      if (left !== undefined && questions.find(left) && !questions.isOpen(left)) throw new CannotForkError(left);
      takeUses(grantUsesIn(id, entries));
      const isUnreported = started.parent !== undefined;
      const kept = {
        id,
        position: ++positions,
        key,
        entries: [],
        questions: [],
        shared: createSharedTexts(),
        isUnreported,
        summary,
        damage: undefined,
      };
      executions.set(id, kept);
      if (isUnreported) quests.add(kept);
      if (key !== undefined) keys.set(key, id);
      write(kept, entries, summary);
      return id;
    },
    async append(id, entries, summary) {
      const kept = executions.get(id);
      mustFollow(kept?.entries.length, id, entries, summary);
      if (kept === undefined) return undefined;
      takeUses(grantUsesIn(id, entries));
      write(kept, entries, summary);
      return undefined;
    },
    async release(id, owner) {
      const kept = executions.get(id);
      if (kept?.summary.owner !== owner) return;
      const { owner: _, ...summary } = kept.summary;
      kept.summary = summary;
    },
    async read(id, from = 0) {
      const kept = executions.get(id);
      if (kept !== undefined && from === 0) kept.damage = undefined;
      return kept === undefined ? [] : kept.entries.slice(from).map(copyOf);
    },
    async starts(ids) {
      return new Map(
        ids.flatMap((id) => {
          const kept = executions.get(id);
          const first = kept && entryAt(kept, 0);
          return first?.kind === 'started' ? [[id, first] as const] : [];
        }),
      );
    },
    async markDamaged(id, damage) {
      const kept = executions.get(id);
      if (kept !== undefined) kept.damage = damage;
    },
    async summary(id) {
      const kept = executions.get(id);
      return kept && summaryOf(kept);
    },
    async list(filter) {
      const listed = newest(executions).filter(isListed(filter, executions));
      return listed.slice(0, filter.limit ?? DEFAULT_LIMIT).map(summaryOf);
    },
    async questions(filter) {
      const listed = [...questions.open(filter)].filter(({ execution }) => execution.damage === undefined).reverse();
      return listed.slice(0, filter.limit ?? DEFAULT_LIMIT).flatMap(({ execution, seq }) => {
        const asked = entryAt(execution, seq);
        const { session, agent } = execution.summary;
        const started = entryAt(execution, 0);
        const labels = started?.kind === 'started' ? started.labels : {};
        return asked === undefined ? [] : [openQuestion(execution.id, asked, { session, agent, labels })];
      });
    },
    async unattended(filter) {
      return unattended.look(filter).map(summaryOf);
    },
    async drivers() {
      return unattended.drivers();
    },
    async count({ before: _, limit: __, ...filter }) {
      if (Object.keys(filter).length === 0) return Math.min(executions.size, MORE_THAN_COUNTED);
      return countOf(executions.values(), isListed(filter, executions));
    },
    async countQuestions(filter) {
      const listed = questions.open({ ...filter, before: undefined });
      return countOf(listed, ({ execution }) => execution.damage === undefined);
    },
    async oldestQuestion() {
      for (const { execution, seq } of questions.open({}))
        if (execution.damage === undefined) return entryAt(execution, seq)?.at;
      return undefined;
    },
    async locate(elicitation) {
      return questions.find(elicitation)?.execution.id;
    },
    async locateFlow(flow) {
      const elicitationId = questions.ofFlow(flow);
      const executionId = elicitationId && questions.find(elicitationId)?.execution.id;
      return executionId && { executionId, elicitationId };
    },
    async entriesAfter(after, filter = {}) {
      return order.look(after, filter, ({ executionId, seq }) => {
        const kept = executions.get(executionId);
        const entry = kept && entryAt(kept, seq);
        return entry && { session: kept.summary.session, entry };
      });
    },
    async lastPosition() {
      return order.last;
    },
    async placesAfter(after, limit) {
      return order.places(after, limit);
    },
    watch(onChange) {
      const watcher = { onChange };
      watchers.add(watcher);
      return { [Symbol.dispose]: () => void watchers.delete(watcher) };
    },
    async prune(endedBefore, limit) {
      const beingUndone = new Set([...executions.values()].flatMap(undoneBy));
      const ended = [...executions.values()]
        .filter(({ summary }) => isTerminalStatus(summary.status) && summary.updatedAt < endedBefore)
        .filter(({ id }) => !beingUndone.has(id))
        .sort((a, b) => a.summary.updatedAt - b.summary.updatedAt)
        .slice(0, limit);
      if (ended.length === 0) return 0;
      for (const execution of ended) remove(execution);
      const ids = ended.map(({ id }) => id);
      removed.set(audit.record(pruned(ids, endedBefore, clock.now())), ids);
      return ended.length;
    },
    async remains(id) {
      const kept = executions.get(id);
      return kept?.damage && kept.entries.map((entry) => JSON.stringify(entry));
    },
    async retire(id, by) {
      const kept = executions.get(id);
      if (kept?.damage === undefined) return false;
      remove(kept);
      removed.set(audit.record(retired(id, by, clock.now())), [id]);
      return true;
    },
    async [Symbol.asyncDispose]() {
      executions.clear();
    },
  };

  const evidence: MemoryJournalStore['evidence'] = {
    executions: () => [...executions.values()].map(({ id, entries }) => ({ execution: id, length: entries.length })),
    entryAt(execution, seq) {
      const kept = executions.get(execution);
      return kept && entryAt(kept, seq);
    },
    rowsOf: () => undefined,
    strayQuestions: () => 0,
    pruned: removed,
  };
  const isOpen = (execution: ExecutionId): boolean => {
    const kept = executions.get(execution);
    return kept !== undefined && !isTerminalStatus(kept.summary.status);
  };
  return { store, evidence, isOpen };
}

function summaryOf({ summary, damage }: KeptExecution): ExecutionSummary {
  const { wakeAt: _, owner: _owner, ...facts } = structuredClone(summary);
  return damage === undefined ? structuredClone(summary) : { ...facts, status: 'damaged', damage };
}

function entryAt(kept: KeptExecution, seq: number): JournalEntry | undefined {
  const entry = kept.entries[seq];
  return entry && copyOf(entry);
}

/** What an undo that has not ended still reads. */
function undoneBy({ entries: [first], summary }: KeptExecution): readonly ExecutionId[] {
  if (isTerminalStatus(summary.status) || first?.kind !== 'started') return [];
  return first.purpose?.kind === 'undo' ? [first.purpose.of] : [];
}

const keyOf = ({ session, idempotencyKey }: EntryOf<'started'>): string | undefined =>
  idempotencyKey === undefined ? undefined : JSON.stringify([session, idempotencyKey]);

const newest = <T>(kept: ReadonlyMap<string, T>): readonly T[] => [...kept.values()].reverse();

function countOf<T>(kept: Iterable<T>, isMeant: (one: T) => boolean): number {
  let count = 0;
  for (const one of kept) {
    if (count === MORE_THAN_COUNTED) break;
    if (isMeant(one)) count += 1;
  }
  return count;
}

function isListed(filter: ExecutionFilter, executions: ReadonlyMap<string, KeptExecution>) {
  const { status, session, agent, parent, sideQuests, dueBy, queued, before } = filter;
  const end = before === undefined ? Number.POSITIVE_INFINITY : (executions.get(before)?.position ?? 0);
  return ({ position, summary, isUnreported, damage }: KeptExecution): boolean =>
    position < end &&
    (sideQuests === undefined || damage === undefined) &&
    (parent === undefined || parent === summary.parent?.elicitationId || parent === summary.parent?.executionId) &&
    (sideQuests !== 'open' || (summary.parent !== undefined && !isTerminalStatus(summary.status))) &&
    (sideQuests !== 'untold' || (isUnreported && isTerminalStatus(summary.status))) &&
    (status === undefined || status.includes(damage === undefined ? summary.status : 'damaged')) &&
    (session === undefined || session === summary.session) &&
    (agent === undefined || agent === summary.agent) &&
    (!queued || (summary.status === 'running' && summary.owner === undefined && damage === undefined)) &&
    (dueBy === undefined || (summary.wakeAt !== undefined && summary.wakeAt <= dueBy));
}
