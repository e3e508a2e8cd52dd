// A gate for any program that calls tools: `gate` returns at once for what the rules allow and otherwise waits for
// `resolve`. It lives in memory and knows no journal; it is for libraries that gate calls of their own.
//
// The runtime does not use it. There the journal is the registry of open questions, because a question outlives its
// process: `runtime/src/execution` asks, `runtime/src/channels` shows, and the rules are the same `policy/rulebook.ts`.
//
// Invariants
//   E1. A question is answered once; the first answer wins and later ones find nothing.
//   E2. What waits is bound to one elicitation, not to a path: approving one call never lets another through.
//   E3. A session approval covers exactly its path, in exactly its session.

import { z } from 'zod';
import { ExecutionId, type GrantId, newElicitationId, newGrantId } from '../../ids.js';
import { readOptions } from '../../options/read-options.js';
import { hasMethods, inWords, isFunction, passed } from '../../options/schema-words.js';
import type { GateDecision } from '../../policy/gate-decision.js';
import type { Caller } from '../../policy/judgement.js';
import { Rule } from '../../policy/rule.js';
import { type ConsideredCall, createRulebook, type Rulebook } from '../../policy/rulebook.js';
import { canonicalJson } from '../../journal/canonical-json.js';
import type { Clock } from '../../ports/clock.js';
import { isDestructiveNow, textNow } from '../../tool/answer-now.js';
import { copyArguments } from '../../tool/copy-arguments.js';
import { toolPath, type ToolPath } from '../../tool/catalog/tool-path.js';
import {
  type Answer,
  type AnsweredBy,
  type ElicitationResponse,
  readContent,
  refusalFor,
  toResponse,
} from '../answer/answer.js';
import { InvalidAnswerError } from '../answer/answer-errors.js';
import type { Asker } from '../asker.js';
import type { KindCatalog } from '../create-elicit.js';
import { createPendingElicitation, type PendingElicitation } from '../pending-elicitation.js';
import { readElicitRequest } from '../read-elicit-request.js';
import type { ElicitRequest } from '../elicit-request.js';
import { NoVaultError } from '../answer/secret-answer.js';
import { deniedCodeOf, ToolDeniedError } from '../answer/tool-denied-error.js';

/** The least a tool must declare to be gated. */
export interface GatedTool {
  /** Its dotted path. */
  readonly path: string;
  /** Whether its calls change or destroy something. */
  readonly destructive?: boolean;
  /** The same, for some arguments. */
  isDestructive?(args: unknown): boolean;
  /** What a person reads before they decide. */
  messageFor?(args: unknown): string;
}

/** What an `ElicitationEngine` is made with. */
export interface ElicitationEngineOptions {
  /** Called for every question that is opened. */
  readonly onPause?: (elicitation: PendingElicitation) => void;
  /** The policy; default: none, so destructive calls ask. */
  readonly rules?: readonly Rule[];
  /** The source of time; default: the system's. */
  readonly clock?: Clock;
  /** The session and agent that `gate` and `elicit` act for; default: the session `default`, no agent. */
  readonly caller?: Partial<Caller>;
  /** Kinds of questions that can be asked by name. */
  readonly kinds?: KindCatalog;
}

const text = z.string().optional();

const KnownEngineOptions: z.ZodType<ElicitationEngineOptions> = z.strictObject({
  onPause: passed<(elicitation: PendingElicitation) => void>(
    'a function (elicitation) => void',
    isFunction,
  ).exactOptional(),
  rules: inWords(z.array(Rule), 'a list of rules such as { pattern: "mail.*", verdict: "ask" }').exactOptional(),
  clock: passed<Clock>('an object with now()', hasMethods('now')).exactOptional(),
  caller: z.strictObject({ session: z.string().exactOptional(), agent: text, executionId: text }).exactOptional(),
  kinds: passed<KindCatalog>('a Map of kinds made with createElicit', (value) => value instanceof Map).exactOptional(),
} satisfies Record<keyof ElicitationEngineOptions, z.ZodType>);

interface Waiter {
  readonly elicitation: PendingElicitation;
  readonly resolve: (answer: Answer) => void;
}

const LIBRARY_CALLER: AnsweredBy = { principal: 'host', kind: 'person', channel: 'library' };

/** The gate and the registry of questions on their own, for a host that runs its own tools without the runtime. */
export class ElicitationEngine {
  readonly #waiting = new Map<string, Waiter>();
  /** Lives as long as this engine, which knows tools by their paths alone; stored grants are bound to more. */
  readonly #approvals = new Map<string, { readonly id: GrantId; readonly session: string }>();
  readonly #onPause: (elicitation: PendingElicitation) => void;
  readonly #rulebook: Rulebook;
  readonly #clock: Clock | undefined;
  readonly #caller: Caller;
  readonly #kinds: KindCatalog | undefined;

  constructor(options: ElicitationEngineOptions = {}) {
    const { onPause, rules, clock, caller, kinds } = readOptions('create the engine', KnownEngineOptions, options);
    this.#kinds = kinds;
    this.#onPause = onPause ?? (() => undefined);
    this.#rulebook = createRulebook(rules ?? [], clock);
    this.#clock = clock;
    this.#caller = { session: 'default', agent: undefined, executionId: undefined, ...caller };
  }

  /** Returns at once for what policy allows; waits for a person otherwise; throws `ToolDeniedError` on a refusal. */
  async gate(tool: GatedTool, args: unknown): Promise<void> {
    const path = toolPath(tool.path);
    const isDestructive = isDestructiveNow(path, () => tool.isDestructive?.(copyArguments(args)) ?? tool.destructive);
    const decision = this.#decide({ path, isDestructive, caller: this.#caller, args });
    if (decision.kind === 'allow') return;
    if (decision.kind === 'deny') throw new ToolDeniedError(path, 'tool/denied', reasonOf(decision));
    // `resolve` does not say who answers, so two approvals of one person look like those of two people.
    if (decision.approvals !== undefined) throw new ToolDeniedError(path, 'tool/denied', 'it needs several approvers');
    const message = textNow(path, 'messageFor', () => tool.messageFor?.(copyArguments(args)) ?? `Run ${path}?`);
    const answer = await this.#ask(this.#describe('gate', { message, toolPath: path, args }));
    if (answer.action !== 'accept') throw new ToolDeniedError(path, deniedCodeOf(answer.action), answer.reason);
  }

  async elicit(request: ElicitRequest): Promise<ElicitationResponse> {
    const elicitation = this.#describe('handler', request);
    return toResponse(elicitation, await this.#ask(elicitation), elicitation.request);
  }

  /** By the rules and this engine's session approvals. */
  #decide(call: ConsideredCall): GateDecision {
    const decision = this.#rulebook.decide(call);
    if (decision.kind !== 'ask' || decision.approvals !== undefined) return decision;
    const grant = this.#approvals.get(keyOf(call.caller.session, call.path))?.id;
    return grant === undefined ? decision : { kind: 'allow', because: { kind: 'grant', grant } };
  }

  /** Registers a question, calls `onPause` and waits for the answer. If `onPause` throws, the question is closed. */
  async #ask(elicitation: PendingElicitation): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(elicitation.elicitationId, { elicitation, resolve });
    try {
      this.#onPause(elicitation);
    } catch (error) {
      this.#waiting.delete(elicitation.elicitationId);
      throw error;
    }
    return promise;
  }

  /**
   * Answers an open question. Returns true if it was pending.
   * `approved` often comes from a client's JSON: a value that is neither true nor false is refused and answers nothing.
   */
  resolve(executionId: string, approved: boolean, data?: unknown): boolean {
    const waiter = this.#find(executionId);
    if (!waiter) return false;
    const { elicitation } = waiter;
    const { elicitationId, asker } = elicitation;
    if (typeof approved !== 'boolean')
      throw new InvalidAnswerError(elicitationId, [{ field: 'approved', message: 'must be true or false' }]);
    if (data !== undefined && asker === 'gate')
      throw new InvalidAnswerError(elicitationId, [{ field: 'data', message: 'has no meaning for a call' }]);
    const answer = approved ? accept(elicitation, data) : refuse(elicitation, data);
    this.#waiting.delete(elicitationId);
    waiter.resolve(answer);
    return true;
  }

  getPending(executionId: string): PendingElicitation | undefined {
    return this.#find(executionId)?.elicitation;
  }

  #describe(asker: Asker, asked: ElicitRequest): PendingElicitation {
    const now = this.#clock?.now();
    const elicitationId = newElicitationId(now ?? 0);
    const { request, expiresInMs } = readElicitRequest(asked, this.#kinds === undefined ? {} : { kinds: this.#kinds });
    const { session, agent } = this.#caller;
    const executionId = ExecutionId.parse(elicitationId.replace(/^elic_/, 'exec_'));
    const expiresAt = expiresInMs === undefined || now === undefined ? undefined : now + expiresInMs;
    const described = { elicitationId, request, asker, call: 1, askedAt: now ?? 0, expiresAt };
    return createPendingElicitation({ executionId, session, agent, labels: {} }, described);
  }

  /** The engine knows no executions: a question is one of its own, under the same id with another prefix. */
  #find(id: string): Waiter | undefined {
    return this.#waiting.get(id.replace(/^exec_/, 'elic_'));
  }

  getAllPending(): readonly PendingElicitation[] {
    return [...this.#waiting.values()].map(({ elicitation }) => elicitation);
  }

  hasPending(): boolean {
    return this.#waiting.size > 0;
  }

  addSessionApproval(path: string, session: string = this.#caller.session): void {
    this.#approvals.set(keyOf(session, toolPath(path)), { id: newGrantId(this.#clock?.now() ?? 0), session });
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
