// A plan as people are shown it, made from its journal and nothing else, and what an approval of it lets through.

import type { EntryOf, ExecutionId, JournalEntry } from '@toolshed/kernel';
import { canonicalJson, type Digest, fold, isMadeCall, isPlan, type Permit } from '@toolshed/kernel/runtime';
import type { Plan, PlanItem } from '../../host-api/plans-api.js';
import { NotAPlanError } from './plan-errors.js';
import { shownDigest } from './plan-permits.js';
import { STAND_IN_MARK } from './stand-in.js';

export function planOf(id: ExecutionId, entries: readonly JournalEntry[], digest: Digest): Plan {
  const state = fold(entries);
  if (!isPlan(state)) throw new NotAPlanError(id);
  const { source, session, agent, at: createdAt } = state.started;
  const { status } = state;
  const shown = {
    program: digest(source),
    ran: entries.filter(({ kind }) => kind === 'invoking').length,
    items: itemsOf(entries),
    ...(status.kind === 'failed' ? { stopped: status.error } : {}),
  };
  const isReady = status.kind === 'completed' || status.kind === 'failed';
  return {
    planId: id,
    session,
    ...(agent === undefined ? {} : { agent }),
    status: isReady ? 'ready' : status.kind === 'cancelled' ? 'cancelled' : 'running',
    digest: digest(canonicalJson(shown)),
    createdAt,
    ...shown,
  };
}

function itemsOf(entries: readonly JournalEntry[]): readonly PlanItem[] {
  const planned = new Map(entries.flatMap((entry) => (entry.kind === 'planned' ? [[entry.call, entry] as const] : [])));
  return entries.flatMap((entry): readonly PlanItem[] => {
    if (!isMadeCall(entry)) return [];
    const made = planned.get(entry.call);
    if (entry.kind === 'tool-called' && entry.decision.kind === 'deny')
      return [{ kind: 'denied', ...placeOf(entry), path: entry.path, decision: entry.decision }];
    if (made === undefined) return [];
    const shown = { ...placeOf(entry), request: made.request, hasStandIn: made.standIn !== undefined };
    return [entry.kind === 'tool-called' ? callItem(entry, shown) : { kind: 'question', ...shown }];
  });
}

const callItem = (
  { path, decision, args }: EntryOf<'tool-called'>,
  shown: Pick<PlanItem & { kind: 'question' }, 'call' | 'line' | 'column' | 'request' | 'hasStandIn'>,
): PlanItem => ({
  kind: 'call',
  ...shown,
  path,
  asks: decision.kind === 'ask',
  decision,
  usesStandIn: args.includes(STAND_IN_MARK),
});

/** A line inside a saved program is not a line of the planned program. */
const placeOf = ({ call, line, column, within }: EntryOf<'tool-called' | 'elicit-called'>) => ({
  call,
  ...(line === undefined || within !== undefined ? {} : { line }),
  ...(column === undefined || within !== undefined ? {} : { column }),
});

/** What an approval lets through: the calls that would ask, each once. What would not ask needs no permit. */
export function permitsIn(entries: readonly JournalEntry[], digest: Digest): Permit[] {
  const calls = new Map(
    entries.flatMap((entry) => (entry.kind === 'tool-called' ? [[entry.call, entry] as const] : [])),
  );
  const entered = new Map(
    entries.flatMap((entry) => (entry.kind === 'program-entered' ? [[entry.call, entry.digest] as const] : [])),
  );
  return entries.flatMap((entry) => {
    const call = entry.kind === 'planned' ? calls.get(entry.call) : undefined;
    if (entry.kind !== 'planned' || call?.decision.kind !== 'ask') return [];
    const shown = shownDigest(entry.request, digest);
    if (shown === undefined) return [];
    const { path, args, tool, within } = call;
    const program = within === undefined ? undefined : entered.get(within);
    return [{ path, args: digest(args), tool, shown, ...(program === undefined ? {} : { program }) }];
  });
}
