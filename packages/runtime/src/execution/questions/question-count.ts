import type { ExecutionId } from '@toolshed/kernel';

/** The open questions of one session, by execution and by agent; totals are kept, so counting costs the same however many. */
export interface QuestionCount {
  readonly total: number;
  ofAgent(agent: string | undefined): number;
  of(id: ExecutionId): number;
  set(id: ExecutionId, agent: string | undefined, count: number): void;
}

export function createQuestionCount(): QuestionCount {
  const executions = new Map<ExecutionId, number>();
  const agents = new Map<string | undefined, number>();
  let total = 0;
  const of = (id: ExecutionId): number => executions.get(id) ?? 0;
  return {
    get total() {
      return total;
    },
    ofAgent: (agent) => agents.get(agent) ?? 0,
    of,
    set(id, agent, count) {
      const change = count - of(id);
      total += change;
      agents.set(agent, (agents.get(agent) ?? 0) + change);
      if (count === 0) executions.delete(id);
      else executions.set(id, count);
    },
  };
}
