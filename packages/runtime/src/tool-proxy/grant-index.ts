// The grants that may concern a call, found without looking at those for other paths, sessions and executions.

import type { Grant, ToolPath } from '@toolshed/kernel';
import { type Caller, createPatternIndex, type PatternIndex } from '@toolshed/kernel/runtime';

export interface GrantIndex {
  /** In the order they were given. */
  concerning(path: ToolPath, caller: Pick<Caller, 'session' | 'executionId'>): readonly Grant[];
}

interface Placed {
  readonly grant: Grant;
  readonly place: number;
}

export function createGrantIndex(all: readonly Grant[]): GrantIndex {
  const groups = new Map<string, PatternIndex<Placed>>();
  const placed = all.map((grant, place): Placed => ({ grant, place }));
  for (const [group, members] of Map.groupBy(placed, ({ grant }) => groupOf(grant)))
    groups.set(
      group,
      createPatternIndex(members, ({ grant }) => grant.pattern),
    );
  return {
    concerning: (path, { session, executionId }) =>
      [EVERYBODY, ofSession(session), ...(executionId === undefined ? [] : [ofExecution(executionId)])]
        .flatMap((group) => groups.get(group)?.matching(path) ?? [])
        .sort((a, b) => a.place - b.place)
        .map(({ grant }) => grant),
  };
}

const EVERYBODY = '';
const ofSession = (session: string): string => `session ${session}`;
const ofExecution = (execution: string): string => `execution ${execution}`;

function groupOf(grant: Grant): string {
  switch (grant.scope) {
    case 'session':
      return ofSession(grant.session);
    case 'execution':
      return ofExecution(grant.executionId);
    case 'once':
    case 'always':
      return EVERYBODY;
  }
}
