// Searches the open questions. Each is read once for a page, and once more if the next page starts there.

import type { ElicitationId, PendingElicitation } from '@toolshed/kernel';
import { z } from 'zod';
import { isFound, type QuestionSearch, toolOf } from '../../present/find-question.js';
import type { Shed } from './shed-port.js';

const PAGE = 200;

type Where = Parameters<Shed['pending']>[0];

async function* open(shed: Pick<Shed, 'pending'>, where: Where): AsyncIterable<PendingElicitation> {
  let { before } = where ?? {};
  for (;;) {
    const page = await shed.pending({ ...where, ...(before === undefined ? {} : { before }), limit: PAGE });
    yield* page;
    if (page.next === undefined) return;
    before = page.next;
  }
}

export interface FindWanted {
  readonly search: QuestionSearch;
  /** What the caller is shown of a question, which is all that may be found in it. */
  readonly shown: (question: PendingElicitation) => PendingElicitation;
  readonly before: ElicitationId | undefined;
  readonly limit: number;
  readonly now: number;
}

export async function findQuestions(
  shed: Pick<Shed, 'pending'>,
  where: Where,
  { search, shown, before, limit, now }: FindWanted,
): Promise<{ readonly items: readonly PendingElicitation[]; readonly total: number; readonly next?: string }> {
  const find = async (from: Where): Promise<readonly PendingElicitation[]> => {
    const found: PendingElicitation[] = [];
    for await (const question of open(shed, from)) {
      const seen = shown(question);
      if (isFound(seen, search, now)) found.push(seen);
    }
    return found;
  };
  const all = await find(where);
  const rest = before === undefined ? all : await find({ ...where, before });
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, total: all.length, ...(rest.length > limit && last ? { next: last.elicitationId } : {}) };
}

const Counted = z.strictObject({ name: z.string(), count: z.int() });

/** How many open questions there are of each tool, agent, session and kind, the most frequent first. */
export const FacetsView = z.strictObject({
  total: z.int(),
  tools: z.array(Counted),
  agents: z.array(Counted),
  sessions: z.array(Counted),
  kinds: z.array(Counted),
});

const MOST_NAMES = 200;

export async function readFacets(shed: Pick<Shed, 'pending'>): Promise<z.infer<typeof FacetsView>> {
  const [tools, agents, sessions, kinds] = [counter(), counter(), counter(), counter()];
  let total = 0;
  for await (const question of open(shed, {})) {
    total += 1;
    tools.add(toolOf(question));
    agents.add(question.agent);
    sessions.add(question.session);
    kinds.add(question.asker);
  }
  return { total, tools: tools.list(), agents: agents.list(), sessions: sessions.list(), kinds: kinds.list() };
}

function counter() {
  const counts = new Map<string, number>();
  return {
    add(name: string | undefined): void {
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    list: () =>
      [...counts]
        .map(([name, count]) => ({ name, count }))
        .toSorted((a, b) => b.count - a.count)
        .slice(0, MOST_NAMES),
  };
}
