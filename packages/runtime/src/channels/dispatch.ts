// Offers every open question of this host to its channels, in order of priority, and takes the first answer.
//
// Invariants
//   H1. A channel's answer goes the way of any other: validated, journaled, then acted on. The journal decides who was
//       first; everybody else is told that the question is over, also when it was answered by another process.
//   H2. A question nobody takes is left open, or cancelled, as the host said. One in doubt is always left open: only a
//       person can say what was done.
//   H3. A question the person left for a side quest is with no channel until the side quest has ended.
//   H4. What is offered can be had again from the journal: a restart offers it anew under the same id.

import {
  type ChannelAnswer,
  type ElicitationChannel,
  type ElicitationId,
  type ElicitationRequest,
  type EntryOf,
  type ExecutionId,
  type ExecutionState,
  fold,
  InvalidAnswerError,
  type JournalEntry,
  type JournalStore,
  type OfferedQuestion,
  openQuestions,
  type QuestEnd,
  type SchemaIssue,
  type ToolLog,
} from '@toolshed/kernel';
import type { ResumeAnswer } from '../toolshed.js';
import { pendingOf } from '../execution/questions.js';
import { type ChannelDesk, createChannelDesk, type Shown } from './channel-desk.js';

export interface DispatchDeps {
  readonly channels: readonly ElicitationChannel[];
  readonly whenNobody: 'park' | 'cancel';
  readonly store: JournalStore;
  readonly log: ToolLog;
  /** The latest state known here; undefined if it is not in memory. */
  readonly stateOf: (id: ExecutionId) => ExecutionState | undefined;
  /** Answers a question whose words have this digest; resolves once that is journaled, or was answered before. */
  readonly answer: (id: ElicitationId, answer: ResumeAnswer, shown: string | undefined) => Promise<void>;
  /** Lets what is in memory take in what another process journaled. */
  readonly catchUp: (id: ExecutionId) => Promise<void>;
}

export interface Dispatch {
  /** Told of everything this host journals or takes in. */
  noticed(id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void;
  /** Offers open questions of the store that are not offered yet. */
  look(): Promise<void>;
  /** Offers a question again, although the person is on a side quest or no channel took it. */
  offerAgain(execution: ExecutionId, question: ElicitationId): Promise<void>;
  /**
   * Waits for a change if a question of the execution is being offered, or, with `held`, is with a channel. False at
   * once if none is.
   */
  changed(execution: ExecutionId, patience: 'offering' | 'held'): Promise<boolean>;
  close(): void;
}

/** `offering`: between channels. `held`: with channels. `away`: left for a side quest. `left`: nobody took it. */
type Stage = 'offering' | 'held' | 'away' | 'left';

interface Offer {
  readonly id: ElicitationId;
  readonly execution: ExecutionId;
  readonly asker: string;
  readonly returnedFrom: OfferedQuestion['returnedFrom'];
  readonly controller: AbortController;
  stage: Stage;
}

/** How often a channel may correct its answer. */
const MAX_TRIES = 3;
const POLL_MS = 200;
const PAGE = 50;

export function createDispatch(deps: DispatchDeps): Dispatch {
  const { channels, whenNobody, store, log } = deps;
  const tiers = tiersOf(channels.map((channel) => createChannelDesk(channel, log)));
  const offers = new Map<ExecutionId, Map<ElicitationId, Offer>>();
  const inHand = new Map<Offer, number>();
  /** Entries taken in so far of executions with offers. */
  const seen = new Map<ExecutionId, number>();
  const waiters = new Map<ExecutionId, Set<() => void>>();
  const isActive = channels.length > 0 || whenNobody === 'cancel';
  let isClosed = false;
  let hasOverflow = true;

  const find = (execution: ExecutionId, id: ElicitationId): Offer | undefined => offers.get(execution)?.get(id);
  const isCurrent = (offer: Offer): boolean => find(offer.execution, offer.id) === offer;

  const tellWaiters = (execution: ExecutionId): void => {
    const waiting = waiters.get(execution);
    waiters.delete(execution);
    for (const wake of waiting ?? []) wake();
  };

  const setStage = (offer: Offer, stage: Stage): void => {
    offer.stage = stage;
    if (isCurrent(offer)) tellWaiters(offer.execution);
  };

  const withdraw = (execution: ExecutionId, id: ElicitationId, why: string): void => {
    const known = offers.get(execution);
    const offer = known?.get(id);
    if (!known || !offer) return;
    known.delete(id);
    if (known.size === 0) {
      offers.delete(execution);
      seen.delete(execution);
    }
    offer.controller.abort(new Error(why));
    tellWaiters(execution);
  };

  const withdrawAll = (execution: ExecutionId, why: string): void => {
    for (const id of [...(offers.get(execution)?.keys() ?? [])]) withdraw(execution, id, why);
  };

  const offer = (
    { session, agent, ...facts }: Pick<Offer, 'id' | 'execution' | 'returnedFrom'> & Asking,
    stage: 'offering' | 'away' = 'offering',
  ): void => {
    if (isClosed || find(facts.execution, facts.id)) return;
    const { request, ...ids } = facts;
    const asker = JSON.stringify([session, agent]);
    const made: Offer = { ...ids, asker, controller: new AbortController(), stage };
    const known = offers.get(facts.execution) ?? new Map<ElicitationId, Offer>();
    offers.set(facts.execution, known.set(facts.id, made));
    if (stage === 'away') return;
    run(made, request).catch((error) => log.warn({ err: error, elicitation: facts.id }, 'could not offer a question'));
  };

  const run = async (made: Offer, request: ElicitationRequest): Promise<void> => {
    for (const tier of tiers) {
      const able = tier.filter(({ channel }) => supports(channel, request));
      if (able.length === 0) continue;
      setStage(made, 'held');
      const isAnswered = await anyIsTrue(able.map((desk) => isAnsweredAt(desk, made)));
      if (isAnswered || made.controller.signal.aborted) return;
      setStage(made, 'offering');
    }
    if (whenNobody === 'cancel' && request.type !== 'in-doubt') await cancelUnasked(made);
    else setStage(made, 'left');
  };

  const supports = (channel: ElicitationChannel, request: ElicitationRequest): boolean => {
    try {
      return channel.supports?.(request) ?? true;
    } catch (error) {
      log.warn({ err: error, channel: channel.name }, 'a channel failed; trying the next');
      return false;
    }
  };

  const cancelUnasked = async (made: Offer): Promise<void> => {
    try {
      await deps.answer(made.id, { action: 'cancel', by: NOBODY }, undefined);
      withdraw(made.execution, made.id, 'nobody could be asked');
    } catch (error) {
      log.warn({ err: error, elicitation: made.id }, 'could not cancel a question nobody takes');
      setStage(made, 'left');
    }
  };

  const isAnsweredAt = async (desk: ChannelDesk, made: Offer): Promise<boolean> => {
    let issues: readonly SchemaIssue[] = [];
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const ticket = {
        id: made.id,
        asker: made.asker,
        signal: made.controller.signal,
        show: () => show(made, issues),
        back: () => release(made),
      };
      const said = await desk.ask(ticket, tries === 0 ? 'last' : 'first');
      if (said === 'full') {
        hasOverflow = true;
        withdraw(made.execution, made.id, 'too many questions wait');
      }
      if (said === undefined || said === 'full') return false;
      const refused = await refusalOf(made, desk.channel.name, said.answer, said.digest);
      if (refused === undefined) return true;
      issues = refused;
    }
    log.warn({ channel: desk.channel.name, elicitation: made.id }, 'a channel keeps giving invalid answers');
    return false;
  };

  /** What is wrong with an answer; undefined if it was taken. */
  const refusalOf = async (
    made: Offer,
    channel: string,
    answer: ChannelAnswer,
    digest: string,
  ): Promise<readonly SchemaIssue[] | undefined> => {
    try {
      await deps.answer(made.id, toResume(answer, channel), digest);
      return undefined;
    } catch (error) {
      if (error instanceof InvalidAnswerError) return error.issues;
      log.warn({ err: error, channel, elicitation: made.id }, 'the answer of a channel was refused');
      return [{ field: '', message: error instanceof Error ? error.message : String(error) }];
    }
  };

  const latest = async (execution: ExecutionId): Promise<ExecutionState | undefined> => {
    const known = deps.stateOf(execution);
    if (known) return known;
    const entries = await store.read(execution);
    return entries.length === 0 ? undefined : fold(entries);
  };

  const show = async (made: Offer, issues: readonly SchemaIssue[]): Promise<Shown | undefined> => {
    const state = await latest(made.execution);
    const question = state && openQuestions(state).find(({ elicitation }) => elicitation === made.id);
    if (!state || !question) {
      if (isCurrent(made)) withdraw(made.execution, made.id, 'it is over');
      return undefined;
    }
    if (!isCurrent(made)) return undefined;
    seen.set(made.execution, Math.max(state.length, seen.get(made.execution) ?? 0));
    inHand.set(made, (inHand.get(made) ?? 0) + 1);
    const { askedAt, expiresAt, digest } = question;
    const pending = pendingOf(made.execution, state, question);
    return { question: { ...pending, askedAt, expiresAt, issues, returnedFrom: made.returnedFrom }, digest };
  };

  const release = (made: Offer): void => {
    const left = (inHand.get(made) ?? 0) - 1;
    if (left > 0) inHand.set(made, left);
    else inHand.delete(made);
  };

  const takeIn = (id: ExecutionId, state: ExecutionState, entry: JournalEntry): void => {
    const asking = { execution: id, session: state.started.session, agent: state.started.agent };
    switch (entry.kind) {
      case 'started':
        if (entry.parent) stepBack(entry.parent.execution, entry.parent.elicitation);
        return;
      case 'asked':
        if (!state.questions.get(entry.elicitation)?.answer)
          offer({ ...asking, id: entry.elicitation, request: entry.request, returnedFrom: undefined });
        return;
      case 'revised':
        withdraw(id, entry.elicitation, 'it is asked in other words');
        offer({ ...asking, id: entry.elicitation, request: entry.request, returnedFrom: undefined });
        return;
      case 'answered':
        withdraw(id, entry.elicitation, `it was answered: ${entry.answer.action}`);
        return;
      case 'side-quest-ended':
        void bringBack(id, entry);
        return;
      case 'reopened':
      case 'completed':
      case 'failed':
      case 'cancelled':
        withdrawAll(id, 'its execution went on without it');
        return;
    }
  };

  const stepBack = (execution: ExecutionId, id: ElicitationId): void => {
    const known = find(execution, id);
    if (!known || known.stage === 'away') return;
    known.controller.abort(new Error('the person left it for a side quest'));
    const away: Offer = { ...known, controller: new AbortController(), stage: 'away' };
    offers.get(execution)?.set(id, away);
    tellWaiters(execution);
  };

  const isOnSideQuest = async (id: ElicitationId): Promise<boolean> =>
    (await store.list({ parent: id, sideQuests: 'open', limit: 1 })).length > 0;

  const bringBack = async (
    execution: ExecutionId,
    { elicitation, execution: from, status }: EntryOf<'side-quest-ended'>,
  ): Promise<void> => {
    try {
      if (!(await isOnSideQuest(elicitation))) await offerAnew(execution, elicitation, { execution: from, status });
    } catch (error) {
      log.warn({ err: error, elicitation }, 'could not offer a question again');
    }
  };

  const offerAnew = async (
    execution: ExecutionId,
    id: ElicitationId,
    returnedFrom: { readonly execution: ExecutionId; readonly status: QuestEnd } | undefined,
  ): Promise<void> => {
    const state = await latest(execution);
    const question = state && openQuestions(state).find(({ elicitation }) => elicitation === id);
    if (!state || !question) return;
    const { session, agent } = state.started;
    withdraw(execution, id, 'it is asked again');
    offer({ id, execution, session, agent, request: question.request, returnedFrom });
  };

  const noticed: Dispatch['noticed'] = (id, state, entries) => {
    if (!isActive || isClosed) return;
    const from = seen.get(id) ?? 0;
    for (const entry of entries) if (entry.seq >= from) takeIn(id, state, entry);
    const last = entries.at(-1);
    if (offers.has(id) && last) seen.set(id, Math.max(from, last.seq + 1));
  };

  /** Newest first, until a page has nothing new; all of it if something was left out before. */
  const look = async (): Promise<void> => {
    if (!isActive || isClosed) return;
    const isFull = hasOverflow;
    hasOverflow = false;
    let before: ElicitationId | undefined;
    for (;;) {
      const page = await store.questions({ limit: PAGE, ...(before === undefined ? {} : { before }) });
      const unknown = page.filter(({ execution, elicitation }) => !find(execution, elicitation));
      for (const { elicitation: id, execution, session, agent, request } of unknown.toReversed()) {
        const stage = (await isOnSideQuest(id)) ? 'away' : 'offering';
        offer({ id, execution, session, agent, request, returnedFrom: undefined }, stage);
      }
      before = page.at(-1)?.elicitation;
      if (page.length < PAGE || isClosed || (unknown.length === 0 && !isFull)) return;
    }
  };

  /** What other processes journaled about questions a channel has in hand. */
  const poll = async (): Promise<void> => {
    for (const execution of new Set([...inHand.keys()].map((made) => made.execution))) {
      const from = seen.get(execution);
      const summary = from === undefined ? undefined : await store.summary(execution);
      if (from !== undefined && summary === undefined) withdrawAll(execution, 'its execution is gone');
      if (from === undefined || summary === undefined || summary.length <= from) continue;
      await deps.catchUp(execution);
      const entries = await store.read(execution);
      noticed(execution, fold(entries), entries.slice(from));
    }
  };

  let isPolling = false;
  const timer = setInterval(() => {
    if (isPolling || inHand.size === 0) return;
    isPolling = true;
    poll()
      .catch((error) => log.warn({ err: error }, 'could not look whether questions are over'))
      .finally(() => {
        isPolling = false;
      });
  }, POLL_MS).unref();

  return {
    noticed,
    look,
    offerAgain: (execution, id) => offerAnew(execution, id, undefined),
    async changed(execution, patience) {
      const isAwaited = ({ stage }: Offer): boolean =>
        stage === 'offering' || (patience === 'held' && (stage === 'held' || stage === 'away'));
      if (isClosed || ![...(offers.get(execution)?.values() ?? [])].some(isAwaited)) return false;
      await new Promise<void>((resolve) => {
        const waiting = waiters.get(execution) ?? new Set();
        waiters.set(execution, waiting.add(resolve));
      });
      return true;
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const execution of [...offers.keys()]) withdrawAll(execution, 'the host closes');
      for (const execution of [...waiters.keys()]) tellWaiters(execution);
    },
  };
}

interface Asking {
  readonly session: string;
  readonly agent: string | undefined;
  readonly request: ElicitationRequest;
}

const NOBODY = { principal: 'toolshed', kind: 'runtime', channel: 'nobody' } as const;

/** From the highest priority to the lowest; those of one priority together. */
function tiersOf(desks: readonly ChannelDesk[]): readonly (readonly ChannelDesk[])[] {
  const priorities = [...new Set(desks.map(({ channel }) => channel.priority))].sort((a, b) => b - a);
  return priorities.map((priority) => desks.filter(({ channel }) => channel.priority === priority));
}

function toResume({ action, content, reason, remember, by }: ChannelAnswer, channel: string): ResumeAnswer {
  return {
    action,
    by: { principal: by.principal, kind: by.kind, channel },
    ...(content === undefined ? {} : { data: content }),
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
  };
}

/** As soon as one is, or once none was. */
function anyIsTrue(claims: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    for (const claim of claims) claim.then((isTrue) => isTrue && resolve(true), reject);
    Promise.all(claims).then((all) => resolve(all.some(Boolean)), reject);
  });
}
