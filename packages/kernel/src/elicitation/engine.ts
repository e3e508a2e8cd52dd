// The registry of open questions: who asked, what was shown, who waits for the answer.
//
// Used by itself, it is a gate for any program that calls tools: `gate` returns at once for what policy allows and
// otherwise waits for `resolve`. The runtime uses the same engine, journaling each question before `open`
// and each answer before `settle`, so that nothing here has to survive a crash.
//
// Invariants
//   E1. A question is settled once; the first answer wins and later ones find nothing.
//   E2. What waits is bound to one elicitation, not to a path: approving one call never lets another through.
//   E3. A session approval covers exactly its path, in exactly its session.

import { type ElicitationId, type GrantId, newElicitationId, newGrantId } from '../ids.js';
import { decide, type Explanation, explain, type GateInput } from '../policy/decide.js';
import { createPatternIndex, type PatternIndex } from '../policy/pattern-index.js';
import type { GateDecision } from '../policy/gate-decision.js';
import type { Grant } from '../policy/grant.js';
import type { Caller } from '../policy/judgement.js';
import type { Rule } from '../policy/rule.js';
import { canonicalJson } from '../journal/canonical-json.js';
import type { Clock } from '../ports/clock.js';
import { isDestructiveNow, textNow } from '../tool/answer-now.js';
import { copyArguments } from '../tool/copy-arguments.js';
import { toolPath, type ToolPath } from '../tool/tool-path.js';
import {
  type Answer,
  type AnsweredBy,
  type ElicitationResponse,
  readContent,
  refusalFor,
  toResponse,
} from './answer.js';
import { AmbiguousAnswerError, InvalidAnswerError } from './answer-errors.js';
import type { Asker } from './asker.js';
import type { KindCatalog } from './create-elicit.js';
import { type ElicitRequest, readElicitRequest } from './read-elicit-request.js';
import type { ElicitationRequest } from './request.js';
import { NoVaultError } from './secret-answer.js';
import { deniedCodeOf, ToolDeniedError } from './tool-denied-error.js';

/** An open question as channels and callers see it. */
export interface PendingElicitation {
  readonly executionId: string;
  readonly elicitationId: ElicitationId;
  readonly toolPath: string | undefined;
  readonly message: string;
  readonly args: unknown;
  readonly type: ElicitationRequest['type'];
  readonly request: ElicitationRequest;
  /** The gate's questions are ours; a handler's and a program's are theirs, and are to be shown as such. */
  readonly asker: Asker;
  readonly session: string;
  readonly agent: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly expiresAt: number | undefined;
}

/** The least a tool must say of itself to be gated. */
export interface GatedTool {
  readonly path: string;
  readonly destructive?: boolean;
  isDestructive?(args: unknown): boolean;
  messageFor?(args: unknown): string;
}

/** A call the gate is asked about, with grants beside the engine's own session approvals. */
export type ConsideredCall = Omit<GateInput, 'rules' | 'grants' | 'now'> & { readonly grants?: readonly Grant[] };

export interface ElicitationEngineOptions {
  readonly onPause?: (elicitation: PendingElicitation) => void;
  readonly rules?: readonly Rule[];
  readonly clock?: Clock;
  /** The session and agent `gate` and `elicit` act for when not told otherwise. */
  readonly caller?: Partial<Caller>;
  /** Kinds of questions that can be asked by name. */
  readonly kinds?: KindCatalog;
}

interface Waiter {
  readonly elicitation: PendingElicitation;
  readonly settle: (answer: Answer) => void;
}

/** Without a clock nothing can be said to be still valid: a grant that expires counts as expired. */
const END_OF_TIME: Clock = { now: () => Number.MAX_SAFE_INTEGER };
const LIBRARY_CALLER: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

export class ElicitationEngine {
  readonly #waiting = new Map<string, Waiter>();
  /** The open questions of each execution, in the order they were asked. */
  readonly #byExecution = new Map<string, Set<ElicitationId>>();
  /** Lives as long as this engine, which knows tools by their paths alone; what is stored is bound to more. */
  readonly #approvals = new Map<string, { readonly id: GrantId; readonly session: string }>();
  readonly #onPause: (elicitation: PendingElicitation) => void;
  readonly #rules: readonly Rule[];
  readonly #rulesByPath: PatternIndex<Rule>;
  readonly #clock: Clock;
  readonly #caller: Caller;
  readonly #kinds: KindCatalog | undefined;

  constructor({ onPause, rules, clock, caller, kinds }: ElicitationEngineOptions = {}) {
    this.#kinds = kinds;
    this.#onPause = onPause ?? (() => undefined);
    this.#rules = rules ?? [];
    this.#rulesByPath = createPatternIndex(this.#rules, ({ pattern }) => pattern);
    this.#clock = clock ?? END_OF_TIME;
    this.#caller = { session: 'default', agent: undefined, executionId: undefined, ...caller };
  }

  /** Returns at once for what policy allows; waits for a person otherwise; throws `ToolDeniedError` on a refusal. */
  async gate(tool: GatedTool, args: unknown): Promise<void> {
    const path = toolPath(tool.path);
    const isDestructive = isDestructiveNow(path, () => tool.isDestructive?.(copyArguments(args)) ?? tool.destructive);
    const decision = this.decide({ path, isDestructive, caller: this.#caller, args });
    if (decision.kind === 'allow') return;
    if (decision.kind === 'deny') throw new ToolDeniedError(path, 'tool/denied', reasonOf(decision));
    // `resolve` does not say who answers, so nobody could tell two approvals of one person from those of two.
    if (decision.approvals !== undefined) throw new ToolDeniedError(path, 'tool/denied', 'it needs several approvers');
    const message = textNow(path, 'messageFor', () => tool.messageFor?.(copyArguments(args)) ?? `Run ${path}?`);
    const answer = await this.open(this.#describe('gate', { message, toolPath: path, args }));
    if (answer.action !== 'accept') throw new ToolDeniedError(path, deniedCodeOf(answer.action), answer.reason);
  }

  async elicit(request: ElicitRequest): Promise<ElicitationResponse> {
    const elicitation = this.#describe('handler', request);
    return toResponse(elicitation, await this.open(elicitation), elicitation.request);
  }

  /** What the gate would do with a call, given the rules, this engine's session approvals and further grants. */
  decide(call: ConsideredCall): GateDecision {
    const decision = decide(this.#input(call, this.#rulesByPath.matching(call.path)));
    const { kind, approvals, unreadable } = decision;
    if (kind !== 'ask' || approvals !== undefined || unreadable !== undefined) return decision;
    const grant = this.#approvals.get(keyOf(call.caller.session, call.path))?.id;
    return grant === undefined ? decision : { kind: 'allow', because: { kind: 'grant', grant } };
  }

  /** The same, with every rule and grant and why it counts or does not. */
  explain(call: ConsideredCall): Explanation {
    return explain(this.#input(call, this.#rules));
  }

  #input(call: ConsideredCall, rules: readonly Rule[]): GateInput {
    return { ...call, rules, grants: call.grants ?? [], now: this.#clock.now() };
  }

  /**
   * Registers a question and tells `onPause`; resolves with the answer. Opening one that is open joins it as it was
   * first shown. A question that `onPause` failed to tell anyone of is not left open.
   */
  async open(elicitation: PendingElicitation): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const { elicitationId } = elicitation;
    const known = this.#waiting.get(elicitationId);
    if (known) {
      this.#waiting.set(elicitationId, { elicitation: known.elicitation, settle: both(known.settle, resolve) });
      return promise;
    }
    this.#waiting.set(elicitationId, { elicitation, settle: resolve });
    this.#questionsOf(elicitation.executionId).add(elicitationId);
    try {
      this.#onPause(elicitation);
    } catch (error) {
      this.#close(elicitation);
      throw error;
    }
    return promise;
  }

  /** Hands an answer to whoever waits for it. False if nobody does. */
  settle(elicitationId: ElicitationId, answer: Answer): boolean {
    const waiter = this.#waiting.get(elicitationId);
    if (!waiter) return false;
    this.#close(waiter.elicitation);
    waiter.settle(answer);
    return true;
  }

  /**
   * Answers the open question of an execution, by its id or the question's own. True if something was pending.
   * `approved` often comes from a client's JSON: what is neither true nor false is refused, and is no answer.
   */
  resolve(id: string, approved: boolean, data?: unknown): boolean {
    const [pending, ...others] = this.#matching(id);
    if (!pending) return false;
    if (typeof approved !== 'boolean')
      throw new InvalidAnswerError(pending.elicitationId, [{ field: 'approved', message: 'must be true or false' }]);
    if (data !== undefined && pending.asker === 'gate')
      throw new InvalidAnswerError(pending.elicitationId, [{ field: 'data', message: 'has no meaning for a call' }]);
    if (others.length > 0) throw new AmbiguousAnswerError(id, [pending, ...others]);
    return this.settle(pending.elicitationId, approved ? accept(pending, data) : refuse(pending, data));
  }

  /** Forgets the open questions of an execution without answering them: they live on in its journal. */
  forget(executionId: string): void {
    for (const elicitation of this.#byExecution.get(executionId) ?? []) this.#waiting.delete(elicitation);
    this.#byExecution.delete(executionId);
  }

  #questionsOf(executionId: string): Set<ElicitationId> {
    const known = this.#byExecution.get(executionId) ?? new Set();
    this.#byExecution.set(executionId, known);
    return known;
  }

  #close({ executionId, elicitationId }: PendingElicitation): void {
    this.#waiting.delete(elicitationId);
    const left = this.#byExecution.get(executionId);
    left?.delete(elicitationId);
    if (left?.size === 0) this.#byExecution.delete(executionId);
  }

  /** By an execution's id, of which it is the first open question, or by the question's own. */
  getPending(id: string): PendingElicitation | undefined {
    return this.#matching(id)[0];
  }

  #describe(asker: Asker, asked: ElicitRequest): PendingElicitation {
    const id = newElicitationId();
    const { request, expiresInMs } = readElicitRequest(asked, this.#kinds === undefined ? {} : { kinds: this.#kinds });
    const { session, agent } = this.#caller;
    return {
      executionId: id,
      elicitationId: id,
      toolPath: request.toolPath,
      message: request.message,
      args: request.args,
      type: request.type,
      request,
      asker,
      session,
      agent,
      labels: {},
      expiresAt: expiresInMs === undefined ? undefined : this.#clock.now() + expiresInMs,
    };
  }

  #matching(id: string): readonly PendingElicitation[] {
    const exact = this.#waiting.get(id);
    if (exact) return [exact.elicitation];
    return [...(this.#byExecution.get(id) ?? [])].flatMap((one) => this.#waiting.get(one)?.elicitation ?? []);
  }

  getAllPending(): readonly PendingElicitation[] {
    return [...this.#waiting.values()].map(({ elicitation }) => elicitation);
  }

  hasPending(): boolean {
    return this.#waiting.size > 0;
  }

  addSessionApproval(path: string, session: string = this.#caller.session): void {
    this.#approvals.set(keyOf(session, toolPath(path)), { id: newGrantId(), session });
  }

  isSessionApproved(path: string, session: string = this.#caller.session): boolean {
    return this.#approvals.has(keyOf(session, toolPath(path)));
  }

  /** Those of one session, or of all. */
  clearSessionApprovals(session?: string): void {
    for (const [key, approval] of [...this.#approvals])
      if (session === undefined || approval.session === session) this.#approvals.delete(key);
  }
}

const keyOf = (session: string, path: ToolPath): string => JSON.stringify([session, path]);

function both(first: (answer: Answer) => void, second: (answer: Answer) => void): (answer: Answer) => void {
  return (answer) => {
    first(answer);
    second(answer);
  };
}

const reasonOf = ({ because }: GateDecision): string | undefined =>
  because.kind === 'rule' ? because.rule : undefined;

function accept({ elicitationId, request }: PendingElicitation, data: unknown): Answer {
  if (request.type === 'secret') throw new NoVaultError(elicitationId);
  const read = readContent(request, data);
  if (read.kind === 'invalid') throw new InvalidAnswerError(elicitationId, read.issues);
  return { action: 'accept', by: LIBRARY_CALLER, ...contentOf(read.value) };
}

function refuse({ elicitationId, request }: PendingElicitation, data: unknown): Answer {
  const action = refusalFor(request);
  if (action === undefined)
    throw new InvalidAnswerError(elicitationId, [{ field: '', message: 'it takes no refusal' }]);
  return { action, by: LIBRARY_CALLER, ...contentOf(data) };
}

const contentOf = (data: unknown): Pick<Answer, 'content'> =>
  data === undefined ? {} : { content: JSON.parse(canonicalJson(data)) };
