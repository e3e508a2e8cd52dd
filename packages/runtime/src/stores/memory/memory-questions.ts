// The questions of a memory store: where each was asked, which are open, and which flow each waits for. Derived from
// the entries that `memory-journal-store.ts` writes.

import type { ElicitationId, ExecutionId, JournalEntry, QuestionFilter } from '@toolshed/kernel';
import { questionChangeOf } from '../question-change.js';

/** What the index needs of the execution that asks. */
export interface AskingExecution {
  readonly id: ExecutionId;
  /** Every question it ever asked. */
  readonly questions: ElicitationId[];
  readonly summary: { readonly session: string };
}

export interface KeptQuestion<Execution> {
  readonly execution: Execution;
  /** Its place in the order of a list. */
  readonly position: number;
  /** Of its last wording. */
  seq: number;
}

export interface MemoryQuestions<Execution> {
  /** Takes in one entry of an execution. */
  change(execution: Execution, entry: JournalEntry): void;
  /** Removes an execution with all that it asked. */
  remove(execution: Execution): void;
  find(elicitation: ElicitationId): KeptQuestion<Execution> | undefined;
  isOpen(elicitation: ElicitationId): boolean;
  /** The open questions that a filter means, oldest first, of damaged executions too. */
  open(filter: QuestionFilter): IterableIterator<KeptQuestion<Execution>>;
  /** The open question that waits for a flow, or the last one that did. */
  ofFlow(flow: string): ElicitationId | undefined;
}

export function createMemoryQuestions<Execution extends AskingExecution>(
  nextPosition: () => number,
): MemoryQuestions<Execution> {
  const questions = new Map<ElicitationId, KeptQuestion<Execution>>();
  const open = new Map<ElicitationId, KeptQuestion<Execution>>();
  /** Of every question that has one. */
  const flowOf = new Map<ElicitationId, string>();
  const flows = new Map<string, Set<ElicitationId>>();

  function setFlow(elicitation: ElicitationId, flow: string | undefined): void {
    const before = flowOf.get(elicitation);
    if (before === flow) return;
    flowOf.delete(elicitation);
    const others = before === undefined ? undefined : flows.get(before);
    others?.delete(elicitation);
    if (before !== undefined && others?.size === 0) flows.delete(before);
    if (flow === undefined) return;
    flowOf.set(elicitation, flow);
    flows.set(flow, (flows.get(flow) ?? new Set()).add(elicitation));
  }

  function ask(elicitation: ElicitationId, question: KeptQuestion<Execution>): void {
    question.execution.questions.push(elicitation);
    questions.set(elicitation, question);
    open.set(elicitation, question);
  }

  /** One question, where the filter names it: its list is not gone through. */
  const candidates = ({ elicitationId }: QuestionFilter): Iterable<KeptQuestion<Execution>> => {
    if (elicitationId === undefined) return open.values();
    const only = open.get(elicitationId);
    return only === undefined ? [] : [only];
  };

  return {
    change(execution, entry) {
      const change = questionChangeOf(entry);
      if (change.kind === 'opens' || change.kind === 'revises') setFlow(change.elicitation, change.flow);
      if (change.kind === 'opens') ask(change.elicitation, { execution, position: nextPosition(), seq: entry.seq });
      const revised = change.kind === 'revises' ? questions.get(change.elicitation) : undefined;
      if (revised) revised.seq = entry.seq;
      if (change.kind === 'closes') open.delete(change.elicitation);
      if (change.kind === 'closes-all') for (const elicitation of execution.questions) open.delete(elicitation);
    },
    remove(execution) {
      for (const elicitation of execution.questions) {
        questions.delete(elicitation);
        open.delete(elicitation);
        setFlow(elicitation, undefined);
      }
    },
    find: (elicitation) => questions.get(elicitation),
    isOpen: (elicitation) => open.has(elicitation),
    *open(filter) {
      const { executionId, session, before } = filter;
      const end = before === undefined ? Number.POSITIVE_INFINITY : (questions.get(before)?.position ?? 0);
      for (const question of candidates(filter)) {
        const { position, execution: asker } = question;
        const isMeant =
          position < end &&
          (executionId === undefined || executionId === asker.id) &&
          (session === undefined || session === asker.summary.session);
        if (isMeant) yield question;
      }
    },
    ofFlow(flow) {
      const asked = [...(flows.get(flow) ?? [])];
      return asked.findLast((id) => open.has(id)) ?? asked.at(-1);
    },
  };
}
