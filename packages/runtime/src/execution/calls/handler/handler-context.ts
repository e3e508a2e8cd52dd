// The `ctx` of a handler: the identity of its call, ways to ask people, secrets, logging; nothing of other calls.
// A handler that is run again asks the same questions in the same order and is given the recorded answers (C3 in
// `call-steps.ts`).

import {
  type Answer,
  ElicitationId,
  ElicitationRequest,
  type ElicitationResponse,
  type Tool,
  type ToolContext,
  ToolError,
} from '@toolshed/kernel';
import {
  canonicalJson,
  type ElicitRequest,
  hostOf,
  isPlan,
  type RecordedQuestion,
  questionsOf,
  readElicitRequest,
} from '@toolshed/kernel/runtime';
import { createRedactingLog } from '../../../secrets/redacting-log.js';
import { NO_SECRETS, type Redactor } from '../../../secrets/redactor.js';
import type { AdmittedCall, Changes } from '../../../tool-proxy/admit-changed-call.js';
import type { ExecutionJournal } from '../../journal/execution-journal.js';
import type { LiveDeps } from '../../execution-deps.js';
import { askQuestion, responseTo } from '../../questions/ask-question.js';
import { continuingEntry } from '../attempts.js';
import type { CallLoop } from '../call-loop.js';
import { assertMayAsk } from '../../questions/quotas.js';
import type { HandlerCall } from './handler-call.js';
import { untilHeld } from './held-lease.js';
import { HandlerAbortedError } from './running-handler.js';
import { JournalDivergedError } from '../../replay/replay.js';

export type ContextOf = (handler: HandlerCall, tool: Tool, admitted: AdmittedCall) => ToolContext;

export interface HandlerContextsDeps extends LiveDeps, Pick<CallLoop, 'lease' | 'fail'> {}

/** Makes what the handlers of one execution share once. */
export function createHandlerContexts(deps: HandlerContextsDeps, journal: ExecutionJournal): ContextOf {
  const { digest, secrets } = deps;
  const { session, agent, labels, seed } = journal.state.started;
  const caller = { session, agent, executionId: journal.id };
  const unasked = {
    executionId: journal.id,
    elicitationId: ElicitationId.parse('elic_unasked'),
    message: '',
    asker: 'handler',
    session,
    agent,
    labels,
  } as const;
  const log = createRedactingLog(deps.log, () => secrets.known(session));
  const secretsOfSession = { get: (wanted: string) => secrets.valueFor(session, wanted) };
  const keyOf = (call: number, purpose: string): string =>
    digest(`${seed}\n${journal.id}\n${call}${purpose}`).slice(0, 32);

  return (handler, tool, admitted) => {
    const { call } = handler;
    let ask: ToolContext['elicit'] | undefined;
    const context = {
      executionId: journal.id,
      callNumber: call,
      attempt: handler.attempt,
      idempotencyKey: MADE_LATER.key,
      session,
      agent,
      labels,
      signal: MADE_LATER.signal,
      elicit: (request: ElicitRequest) => {
        ask ??= createAsk(deps, journal, handler, tool);
        const answer = ask(request);
        // A handler that does not await its answer must not crash the host when it is interrupted.
        answer.catch(() => undefined);
        return answer;
      },
      canElicit: (request: string | ElicitRequest) =>
        deps.reachable.canAsk({ ...unasked, toolPath: tool.path, call, askedAt: deps.clock.now() }, request),
      reconsider: (changes: Changes) => deps.gate.reconsider(tool, admitted, changes, caller),
      flowId: (name = '') => `flow_${keyOf(call, `\nflow\n${name}`)}`,
      log,
      secrets: secretsOfSession,
      progress: (done: number, total?: number, message?: string) => {
        const event = {
          executionId: journal.id,
          call,
          done: finite(done) ?? 0,
          total: finite(total),
          message: typeof message === 'string' ? secrets.known(session).text(message) : undefined,
        };
        // Nobody is notified of a call that is not on disk (J1 of `execution-journal.ts`).
        if (!journal.isHolding) deps.onProgress(event);
        else
          void journal.flush().then(
            () => deps.onProgress(event),
            () => undefined,
          );
      },
    } satisfies ToolContext;
    // The signal and the key are made when a handler reads them; most never do. A proxy, not accessors: an object with
    // own accessors takes as long to make as the whole rest of a context, and a class with them could not be copied.
    return new Proxy(context, {
      get(target, name) {
        if (name === 'signal') return handler.signal();
        return name === 'idempotencyKey' ? keyOf(call, '') : Reflect.get(target, name);
      },
    });
  };
}

/** A handler may be written in plain JavaScript and report anything. */
const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const MADE_LATER = { key: '', signal: new AbortController().signal } as const;

function createAsk(
  deps: HandlerContextsDeps,
  journal: ExecutionJournal,
  handler: HandlerCall,
  { path }: Pick<Tool, 'path'>,
): ToolContext['elicit'] {
  const { call } = handler;
  const { digest, secrets } = deps;
  const { session } = journal.state.started;
  let asked = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * Asks one after another, in the order the handler asked: a handler that is run again has its questions matched by
   * order. So the turn is taken before anything is awaited, and a request that never becomes a question is not counted.
   */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    handler.onAsking(1);
    const done = turn
      .then(work)
      .catch((error) => {
        throw handler.endedBy ?? error;
      })
      .finally(() => handler.onAsking(-1));
    turn = done.catch(() => undefined);
    return done;
  };

  const ask = async (request: ElicitRequest): Promise<ElicitationResponse> => {
    if (handler.endedBy) throw handler.endedBy;
    if (isPlan(journal.state))
      throw new ToolError('plan/asks', `Cannot plan further: ${path} asks a person while it runs`);
    const { ordinal, earlier } = await inTurn(() => askOnce(request));
    const question = handlerQuestions(journal, call)[ordinal];
    // The execution ended before the question could be journaled.
    if (!question) throw handler.endedBy ?? new HandlerAbortedError('Cannot ask: the execution has ended');
    const respond = (answer: Answer): ElicitationResponse =>
      responseTo(journal.id, journal.state, question.elicitation, answer);
    if (!earlier?.answer && question.answer) await journal.append((state) => continuingEntry(state, call));
    const answer = question.answer ?? (await handler.whenAnswered(question.elicitation));
    const held = untilHeld(deps.lease, journal.id);
    if (held) await held.catch(loseHandler);
    if (handler.endedBy) throw handler.endedBy;
    return respond(answer);
  };

  /** E3 of `leased-owners.ts`: the handler is about to act on the answer, and the wait for it or for the vault may have been long. */
  const loseHandler = (error: Error): never => {
    deps.fail(error);
    handler.end(error);
    throw error;
  };

  /** Asks, unless it was asked by an earlier attempt; `earlier` is that question, with its answer. */
  const askOnce = async (
    written: ElicitRequest,
  ): Promise<{ ordinal: number; earlier: RecordedQuestion | undefined }> => {
    const redactor = await secrets.whenReachable(session);
    const draft = withoutSecrets(readElicitRequest(written, { kinds: deps.kinds }), redactor);
    // A question names the tool that asks it, even if its handler does not. Older journals have what the handler wrote.
    const request: ElicitationRequest = { toolPath: path, ...draft.request };
    const ordinal = asked;
    const recorded = handlerQuestions(journal, call)[ordinal];
    const wanted = digest(canonicalJson(sameOnEveryRun(request)));
    // A value that became secret after the question was asked is redacted in both.
    const known =
      recorded && digest(canonicalJson(redactor.json(sameOnEveryRun(recorded.original ?? recorded.request))));
    if (known !== undefined && known !== wanted && known !== digest(canonicalJson(sameOnEveryRun(draft.request)))) {
      throw new JournalDivergedError(call, `question ${known.slice(0, 16)}`, `question ${wanted.slice(0, 16)}`);
    }
    if (!recorded) {
      assertMayAsk(journal.id, journal.state, deps);
      const expiresInMs = draft.expiresInMs ?? deps.expiresInMs;
      await askQuestion({ call, asker: 'handler', request, expiresInMs }, { ...deps, journal });
    }
    asked += 1;
    return { ordinal, earlier: recorded };
  };

  return ask;
}

/** A question is journaled and sent to every channel, so it must not contain a secret. */
const withoutSecrets = (draft: ElicitDraft, redactor: Redactor): ElicitDraft =>
  redactor === NO_SECRETS ? draft : { ...draft, request: ElicitationRequest.parse(redactor.json(draft.request)) };

type ElicitDraft = ReturnType<typeof readElicitRequest>;

const handlerQuestions = (journal: ExecutionJournal, call: number): readonly RecordedQuestion[] =>
  questionsOf(journal.state, call).filter(({ asker }) => asker === 'handler');

/**
 * The part of a request that must be the same when its handler is run again. A handler may draw another id
 * for a flow each time: a page is the same where only that id differs, also within its address, and never if its host differs.
 * The question keeps the page that the person was sent to.
 */
function sameOnEveryRun(request: ElicitationRequest): object {
  if (request.type !== 'url' || request.flow === undefined) return request;
  const { url, flow, ...others } = request;
  return { ...others, host: hostOf(url), url: url.replaceAll(flow, ''), hasFlow: true };
}
