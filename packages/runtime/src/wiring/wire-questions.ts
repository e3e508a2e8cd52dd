// What follows from the entries of executions: questions are brought to people, side quests end where they began, and
// everything that follows the host learns of each entry (`publish`).

import type { Clock, SecretVault } from '@toolshed/kernel';
import type { ChangeFeed } from '../changes/change-feed.js';
import type { EventHub } from '../changes/event-hub.js';
import { createPublish, type Publish } from '../changes/publish-entries.js';
import { createClaimedQuestions } from '../channels/claimed-questions.js';
import { createDispatch, type Dispatch } from '../channels/dispatch-questions.js';
import type { Chosen } from '../execution/residency/unattended/chosen-executions.js';
import { createSideQuests, type SideQuests } from '../execution/side-quests.js';
import type { ExecutionEvent } from '../host-api/host-events.js';
import type { ReadOptions } from '../open-options.js';
import { createForgettingWarning } from '../secrets/forgetting-warning.js';
import type { Store } from '../stores/store.js';
import type { WiredExecutions } from './wire-executions.js';

export interface WireQuestionsDeps {
  readonly read: ReadOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly vault: SecretVault;
  readonly changes: ChangeFeed;
  readonly events: EventHub<ExecutionEvent>;
  readonly chosen: Chosen;
  readonly executing: WiredExecutions;
  readonly log: ReadOptions['log'];
}

export interface WiredQuestions {
  readonly sideQuests: SideQuests;
  readonly dispatch: Dispatch;
  readonly publish: Publish;
}

export function wireQuestions(deps: WireQuestionsDeps): WiredQuestions {
  const { read, store, clock, vault, changes, events, chosen, log } = deps;
  const { executions, live, manage, owners } = deps.executing;
  const sideQuests = createSideQuests({ store: store.journal, log, append: manage.append, cancel: manage.cancel });
  const dispatch = createDispatch({
    chosen,
    claimed: createClaimedQuestions({ claims: store.questionClaims, lease: owners.entered, log }),
    onLost: owners.onLost,
    changes,
    reachable: live.reachable,
    channels: read.channels,
    reminders: read.reminders,
    clock,
    whenNobody: read.whenNobody,
    store: store.journal,
    log,
    stateOf: (id) => executions.find(id)?.journal.state,
    answer: manage.accept,
    catchUp: executions.catchUp,
  });
  const publish = createPublish({
    facts: live.facts,
    tracing: live.tracing,
    events,
    onSensitive: createForgettingWarning(vault, log),
    questionQuota: live.questionQuota,
    sideQuests,
    dispatch,
    changes,
  });
  return { sideQuests, dispatch, publish };
}
