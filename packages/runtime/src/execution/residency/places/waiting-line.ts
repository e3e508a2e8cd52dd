// Which queued execution is next. Slots go alternately to executions that are due, in the order of their times, and to
// sessions in turn; within a session its agents take turns, and each agent's executions are served in the order they came.
// So neither a session with thousands of executions nor a host with thousands of timers keeps anybody else waiting for
// more than a round.

export interface Claimant {
  readonly session: string;
  readonly agent: string | undefined;
  /** Only for executions that are due. */
  readonly dueAt?: number | undefined;
}

export interface WaitingLine<T extends Claimant> {
  readonly size: number;
  push(one: T): void;
  /** Takes the next one out. */
  next(): T | undefined;
  remove(one: T): void;
}

export function createWaitingLine<T extends Claimant>(): WaitingLine<T> {
  /** Sorted by moment, the first at the end. */
  const due: T[] = [];
  /** In the order of their turns: who was served goes to the end. */
  const sessions = new Map<string, Map<string | undefined, T[]>>();
  let size = 0;
  let isDueNext = true;

  const pushDue = (one: T, dueAt: number): void => {
    const before = due.findLastIndex((other) => (other.dueAt ?? 0) > dueAt);
    due.splice(before + 1, 0, one);
  };

  const pushToSession = (one: T): void => {
    const agents = sessions.get(one.session) ?? new Map<string | undefined, T[]>();
    sessions.set(one.session, agents);
    const waiting = agents.get(one.agent) ?? [];
    agents.set(one.agent, waiting);
    waiting.push(one);
  };

  const nextOfSessions = (): T | undefined => {
    const [turn] = sessions;
    if (turn === undefined) return undefined;
    const [session, agents] = turn;
    const [[agent, waiting] = [undefined, []]] = agents;
    const one = waiting.shift();
    agents.delete(agent);
    if (waiting.length > 0) agents.set(agent, waiting);
    sessions.delete(session);
    if (agents.size > 0) sessions.set(session, agents);
    return one;
  };

  const removeFromSession = (one: T): boolean => {
    const agents = sessions.get(one.session);
    const waiting = agents?.get(one.agent);
    if (!(agents && waiting) || !without(waiting, one)) return false;
    if (waiting.length === 0) agents.delete(one.agent);
    if (agents.size === 0) sessions.delete(one.session);
    return true;
  };

  return {
    get size() {
      return size;
    },
    push(one) {
      size++;
      if (one.dueAt === undefined) pushToSession(one);
      else pushDue(one, one.dueAt);
    },
    next() {
      const one = isDueNext ? (due.pop() ?? nextOfSessions()) : (nextOfSessions() ?? due.pop());
      isDueNext = !isDueNext;
      if (one !== undefined) size--;
      return one;
    },
    remove(one) {
      if (one.dueAt === undefined ? removeFromSession(one) : without(due, one)) size--;
    },
  };
}

function without<T>(list: T[], one: T): boolean {
  const index = list.indexOf(one);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
