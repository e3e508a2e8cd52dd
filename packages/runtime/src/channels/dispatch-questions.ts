// Offers every open question of this host to its channels, in order of priority, and takes the first answer.
//
// Invariants
//   H1. A channel's answer is handled like any other answer: validated, journaled, then acted on. The journal decides who was
//       first; every other channel is notified that the question is over, also when it was answered by another process.
//   H2. A question nobody takes is left open, or cancelled, as `whenNobody` says. One in doubt is always left open: only a
//       person can say what happened.
//   H3. A question the person left for a side quest is with no channel until the side quest has ended.
//   H4. Offers can be restored from the journal: after a restart a question is offered again under the same id.
//   H5. Where several nodes share a store, one of them shows a question: the one that claimed it, for as long as its lease
//       runs. When that ends the question is withdrawn there, and another node claims and shows it.

import type {
  ElicitationChannel,
  ElicitationId,
  Clock,
  ElicitationRequest,
  EntryOf,
  ExecutionId,
  JournalEntry,
  JournalStore,
  PendingElicitation,
  Reminders,
  SchemaIssue,
  ToolLog,
} from '@toolshed/kernel';
import { assertNever, type ExecutionState, fold, openQuestion, pendingElicitation } from '@toolshed/kernel/runtime';
import type { Changes } from '../changes/changes.js';
import type { ResumeAnswer } from '../host-api/resume-answer.js';
import type { Place, Shown } from './channel-queue.js';
import { createAskChannels } from './ask-channels.js';
import { type Asked, createOffers, type Offer, type Stage } from './offers.js';
import { createAnsweredElsewhere } from './answered-elsewhere.js';
import type { ClaimedQuestions, ClaimLease } from './claimed-questions.js';
import { offerChange } from './offer-change.js';
import { createAnswerUnasked } from './unasked-answer.js';
import { createUnofferedQuestions } from './unoffered-questions.js';
import type { Reachable } from '../ports/people-reach.js';

export interface DispatchDeps {
  readonly channels: readonly ElicitationChannel[];
  readonly reminders: Reminders;
  readonly clock: Clock;
  readonly whenNobody: 'park' | 'cancel';
  readonly reachable: Reachable;
  readonly store: JournalStore;
  /** Which questions this host shows. */
  readonly claimed: ClaimedQuestions;
  /** Called with a lease that has ended. */
  readonly onLost: (listener: (lease: ClaimLease) => void) => void;
  readonly changes: Pick<Changes, 'subscribe'>;
  /** The executions in the store whose questions this host offers. */
  readonly chosen: OfferedExecutions;
  readonly log: ToolLog;
  /** The latest state known here; undefined if it is not in memory. */
  readonly stateOf: (id: ExecutionId) => ExecutionState | undefined;
  /** Answers a question, if its words have this digest; resolves once that is journaled, or was answered before. */
  readonly answer: (id: ElicitationId, answer: ResumeAnswer, shown?: string) => Promise<void>;
  /** Makes an execution in memory read what another process journaled. */
  readonly catchUp: (id: ExecutionId) => Promise<void>;
}

export interface OfferedExecutions {
  among<T extends { readonly id: ExecutionId }>(found: readonly T[]): Promise<readonly T[]>;
  /** Whether it is known not to be among them. */
  isOther(id: ExecutionId): boolean;
}

export interface Dispatch {
  /** Called with everything this host journals or takes in. */
  noticed(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
  /**
   * Offers open questions of the store that are not offered yet, if anything has changed there; withdraws questions of
   * executions that are damaged or were removed.
   */
  check(hasChanged: boolean): Promise<void>;
  /** Offers a question again, although the person is on a side quest or no channel took it. */
  offerAgain(execution: ExecutionId, question: ElicitationId): Promise<void>;
  /** Waits for a change if a question is between channels or, with `held`, shown by one; false at once otherwise. */
  changed(execution: ExecutionId, patience: 'offering' | 'held'): Promise<boolean>;
  close(): void;
}

const LOST = 'another node may show it';

export function createDispatch(deps: DispatchDeps): Dispatch {
  const { channels, whenNobody, store, claimed, log } = deps;
  const isActive = channels.length > 0 || whenNobody === 'cancel';
  const offers = createOffers();
  let isClosed = false;

  const latest = async (execution: ExecutionId): Promise<ExecutionState | undefined> => {
    const known = deps.stateOf(execution);
    if (known) return known;
    const entries = await store.read(execution);
    return entries.length === 0 ? undefined : fold(entries);
  };

  /** As it is now; undefined if it is over, or another node may show it. */
  const current = async (offer: Offer): Promise<Current | undefined> => {
    const { id, execution, signal } = offer;
    if (!claimed.isHeld(offer)) return undefined;
    const state = await latest(execution);
    const question = state && openQuestion(state, id);
    if (!question && !signal.aborted) offers.withdraw(execution, id, 'it is over');
    if (!state || !question || signal.aborted) return undefined;
    const { digest } = question;
    return { pending: pendingElicitation(execution, state.started, question), digest, length: state.length };
  };

  const show = async (offer: Offer, issues: readonly SchemaIssue[]): Promise<Shown | undefined> => {
    const found = await current(offer);
    if (found === undefined) return undefined;
    answeredElsewhere.track(offer, found.length);
    return { question: { ...found.pending, issues, returnedFrom: offer.returnedFrom }, digest: found.digest };
  };

  const ask = createAskChannels({
    channels,
    reminders: deps.reminders,
    clock: deps.clock,
    log,
    // H1.
    answer: deps.answer,
    show,
    back: (offer) => answeredElsewhere.untrack(offer),
    setStage: offers.setStage,
    current: async (offer) => (await current(offer))?.pending,
  });

  /** It is offered again, here or by another node, when the store is checked next. */
  const leaveOut = ({ execution, id }: Offer, why: string): void => {
    unoffered.lookThroughAll();
    offers.withdraw(execution, id, why);
  };

  const put = async (offer: Offer, request: ElicitationRequest, askedAt: number): Promise<void> => {
    if (!(await claimed.claim(offer))) return offers.withdraw(offer.execution, offer.id, 'another node shows it');
    const outcome = await ask(offer, request, askedAt);
    if (offer.signal.aborted || outcome === 'answered') return;
    if (outcome === 'full') return leaveOut(offer, 'too many questions wait');
    if (!claimed.isHeld(offer)) return leaveOut(offer, LOST);
    // H2.
    if (!(await answerUnasked(offer))) offers.setStage(offer, 'left');
  };

  // H5.
  deps.onLost((lease) => {
    for (const offer of offers.all()) if (claimed.isUnder(offer, lease)) leaveOut(offer, LOST);
  });

  const answerUnasked = createAnswerUnasked({
    whenNobody,
    reachable: deps.reachable,
    log,
    latest,
    answer: deps.answer,
  });

  const offerNow = (facts: Asked, why: string, stage: Stage = 'offering', place: Place = 'last'): void => {
    const { id, execution, session, agent, request, askedAt, returnedFrom } = facts;
    const asker = JSON.stringify([session, agent]);
    const offer = offers.add({ id, execution, asker, returnedFrom, place }, stage, why);
    if (stage === 'away') return;
    put(offer, request, askedAt).catch((error) =>
      log.warn({ err: error, elicitation: id }, 'offering a question to channels failed'),
    );
  };

  const reoffer = async (
    execution: ExecutionId,
    id: ElicitationId,
    returnedFrom?: Offer['returnedFrom'],
    place: Place = 'last',
  ): Promise<void> => {
    const state = await latest(execution);
    const question = state && openQuestion(state, id);
    if (!state || !question || isClosed) return;
    const { session, agent } = state.started;
    const { request, askedAt } = question;
    const facts = { id, execution, session, agent, request, askedAt, returnedFrom };
    offerNow(facts, 'it is asked again', 'offering', place);
  };

  const isOnSideQuest = async (id: ElicitationId): Promise<boolean> =>
    (await store.list({ parent: id, sideQuests: 'open', limit: 1 })).length > 0;

  const unoffered = createUnofferedQuestions({
    store,
    isKnown: ({ executionId, elicitationId }) =>
      offers.find(executionId, elicitationId) !== undefined ||
      claimed.isElsewhere(elicitationId) ||
      deps.chosen.isOther(executionId),
    ours: async (questions) => {
      const found = questions.map((question) => ({ id: question.executionId, question }));
      return (await deps.chosen.among(found)).map(({ question }) => question);
    },
    async offer({ elicitationId: id, executionId: execution, session, agent, request, askedAt }) {
      const stage = (await isOnSideQuest(id)) ? 'away' : 'offering';
      if (isClosed || offers.find(execution, id)) return;
      const facts = { id, execution, session, agent, request, askedAt, returnedFrom: undefined };
      offerNow(facts, 'it is asked again', stage);
    },
  });

  const bringBack = async (execution: ExecutionId, entry: EntryOf<'side-quest-ended'>): Promise<void> => {
    const { elicitation, execution: from, status } = entry;
    try {
      if (!(await isOnSideQuest(elicitation))) await reoffer(execution, elicitation, { executionId: from, status });
    } catch (error) {
      log.warn({ err: error, elicitation }, 'offering a question to channels again failed');
    }
  };

  const takeIn = (execution: ExecutionId, { started, questions }: ExecutionState, entry: JournalEntry): void => {
    const change = offerChange(entry);
    switch (change?.kind) {
      case undefined:
        return;
      case 'left':
        stepBack(change.execution, change.elicitation);
        return;
      case 'asked': {
        const { elicitation: id, request, askedAt } = change;
        if (questions.get(id)?.answer) return;
        const { session, agent } = started;
        const facts = { id, execution, session, agent, request, askedAt, returnedFrom: undefined };
        offerNow(facts, 'it is asked in other words');
        return;
      }
      case 'answered':
        offers.withdraw(execution, change.elicitation, `it was answered: ${change.action}`);
        return;
      case 'returned':
        void bringBack(execution, change.entry);
        return;
      case 'all-closed':
        offers.withdrawAll(execution, 'its execution continued without it');
        return;
      default:
        assertNever(change);
    }
  };

  /** H3. */
  const stepBack = (execution: ExecutionId, id: ElicitationId): void => {
    const known = offers.find(execution, id);
    if (!known || known.stage === 'away') return;
    claimed.release(known);
    offers.add(known, 'away', 'the person left it for a side quest');
  };

  const noticed: Dispatch['noticed'] = (id, state, entries) => {
    if (!isActive || isClosed) return;
    for (const entry of answeredElsewhere.takeNew(id, entries)) takeIn(id, state, entry);
  };

  const answeredElsewhere = createAnsweredElsewhere({
    store,
    log,
    changes: deps.changes,
    catchUp: deps.catchUp,
    onEntries: noticed,
    withdrawAll: offers.withdrawAll,
  });

  return {
    noticed,
    /** H4. Offers all of them if some were left out. */
    async check(hasChanged) {
      if (!isActive || isClosed) return;
      await answeredElsewhere.checkSome();
      if (await claimed.hasDeserters()) unoffered.lookThroughAll();
      await unoffered.check(hasChanged);
    },
    offerAgain: (execution, id) => reoffer(execution, id, undefined, 'now'),
    changed: (execution, patience) =>
      offers.changed(execution, patience === 'held' ? ['offering', 'held', 'away'] : ['offering']),
    close() {
      isClosed = true;
      answeredElsewhere.close();
      offers.close();
    },
  };
}

/** A question that is open, and how long its journal is. */
interface Current {
  readonly pending: PendingElicitation;
  readonly digest: string;
  readonly length: number;
}
