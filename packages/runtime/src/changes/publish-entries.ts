// Every entry this host journals, or reads from other processes, passes through here to each part that follows entries: metrics
// and traces, quotas, `shed.events()`, side quests, channels and, last, the change feed.

import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { ExecutionState } from '@toolshed/kernel/runtime';
import { withoutDefect } from '../execution/journal/defects.js';
import type { ExecutionEvent } from '../host-api/host-events.js';
import type { HostFacts } from '../ports/host-facts.js';
import type { Tracing } from '../ports/tracing.js';
import type { ChangeFeed } from './change-feed.js';
import type { EventHub } from './event-hub.js';

/** A part that follows entries, from this process or another. */
interface Follower {
  noticed(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
}

export interface PublishDeps {
  readonly facts: Pick<HostFacts, 'written'>;
  readonly tracing: Pick<Tracing, 'written'> | undefined;
  readonly events: Pick<EventHub<ExecutionEvent>, 'hasListeners' | 'emit'>;
  /** Called when a person is asked for something that must not be seen. */
  readonly onSensitive: () => void;
  readonly questionQuota: Follower;
  readonly sideQuests: Follower;
  readonly dispatch: Follower;
  readonly changes: Pick<ChangeFeed, 'publish'>;
}

export type Publish = (
  id: ExecutionId,
  state: ExecutionState,
  entries: readonly JournalEntry[],
  origin?: 'own' | 'foreign',
) => void;

export function createPublish(deps: PublishDeps): Publish {
  const { facts, tracing, events, onSensitive, questionQuota, sideQuests, dispatch, changes } = deps;
  return (executionId, state, entries, origin = 'own') => {
    const { session } = state.started;
    if (origin === 'own') facts.written(executionId, state, entries);
    if (origin === 'own') tracing?.written(executionId, state, entries);
    questionQuota.noticed(executionId, state, entries);
    if (events.hasListeners)
      for (const entry of entries)
        events.emit({ executionId, session, entry: withoutDefect(entry), ...returnedIn(entry) });
    if (entries.some((entry) => entry.kind === 'asked' && entry.request.sensitive === true)) onSensitive();
    sideQuests.noticed(executionId, state, entries);
    dispatch.noticed(executionId, state, entries);
    changes.publish(executionId, entries);
  };
}

/** The part of an event that a client needs to bring its person back to the question a side quest left. */
function returnedIn(entry: JournalEntry): Pick<ExecutionEvent, 'returned'> {
  if (entry.kind !== 'side-quest-ended') return {};
  const { elicitation: elicitationId, execution: from, status } = entry;
  return { returned: { elicitationId, from, status } };
}
