// What a tool's own code is given when it runs, and what it can say of a call before: `define-tool.ts` says which of its
// functions gets which.

import type { ElicitationResponse } from '../elicitation/answer/answer.js';
import type { ElicitRequest } from '../elicitation/elicit-request.js';
import type { ExecutionId } from '../ids.js';

/** What a handler may use. Everything in it belongs to one call of one execution. */
export interface ToolContext {
  /** The execution that called. */
  readonly executionId: ExecutionId;
  /** The number of the call in its execution, from 1. */
  readonly callNumber: number;
  /** The same for every attempt at this call; hand it to services that de-duplicate. */
  readonly idempotencyKey: string;
  /**
   * Which run of the handler for this call this is, from 1. No two runs have the same, on whichever node, and a later
   * run has a higher one: a service that keeps the highest it has seen with a key can refuse what an older run, held up
   * on its way, still sends. `signal` cannot: a process may be stopped after it looked.
   */
  readonly attempt: number;
  /** The session of the execution. */
  readonly session: string;
  /** The agent that submitted the program. */
  readonly agent: string | undefined;
  /** Facts the host attached when it started the execution; a program cannot set them. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * Aborts when the execution is cancelled or ends, when the handler's time is up, or when its host goes away. Where
   * several machines share a store, `aborted` and `throwIfAborted` also check at that moment whether this host may still
   * act: look right before you do.
   */
  readonly signal: AbortSignal;
  /**
   * Ask before acting: a handler that has only asked its first question may be evicted from memory, or die with its
   * process, and is run again once there is an answer. When it is evicted this rejects with `handler/evicted`: let
   * that pass. A handler that may act before it is answered, such as after a timeout of its own, says `asksMidway`.
   */
  elicit(request: ElicitRequest): Promise<ElicitationResponse>;
  /**
   * Whether somebody could be asked this now; by its type alone, or the whole request. A handler that is run again is
   * told what holds then: where the order of its questions would depend on it, ask with `whenNobody` instead.
   */
  canElicit(request: string | ElicitRequest): boolean;
  /**
   * What the gate says of this very call with some of its arguments changed, by the rules as they are now. A handler
   * that is led elsewhere, as by a redirect, asks before it goes. Arguments left out are those of this call, secrets
   * included.
   */
  reconsider(changes: Readonly<Record<string, unknown>>): Leave;
  /** An id for a flow behind a page (`elicitUrl`): unguessable, and the same for every attempt at this call. */
  flowId(name?: string): string;
  /** Reports how far the handler is. */
  progress(done: number, total?: number, message?: string): void;
  /** Reads the secrets behind handles. */
  readonly secrets: HandlerSecrets;
  /** The host's log, for lines about this call. */
  readonly log: ToolLog;
}

/**
 * What the gate decides about a call with other arguments. `unasked`: it would run without a question. `as-approved`: no
 * rule is against it, but people approved the call as they saw it, so the handler has to decide whether this is still
 * that call. `no`: it would be denied or refused, or a person would be asked.
 */
export type Leave = 'unasked' | 'as-approved' | 'no';

/** How a handler reads secrets. */
export interface HandlerSecrets {
  /**
   * The value behind a handle of this session, or of a secret the host keeps under that name.
   * Rejects with `secret/unavailable` if there is none. What a program wrote is passed on only as a handle: a name
   * reaches every secret of the host.
   */
  get(nameOrHandle: string): Promise<string>;
}

/** Where a tool or a host writes log lines: facts first, then a message. */
export interface ToolLog {
  /** For developers of the tool. */
  debug(facts: object, message: string): void;
  /** For operators who want to know. */
  info(facts: object, message: string): void;
  /** For operators who should look. */
  warn(facts: object, message: string): void;
  /** For operators who must act. */
  error(facts: object, message: string): void;
}

/** What a call would do, shown to the person who approves it. */
export type Preview =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'diff'; readonly before: string; readonly after: string; readonly file?: string }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly note?: string;
    }
  | { readonly kind: 'json'; readonly value: unknown };

/** A preview only reads: it cannot ask, and by contract it must not have the effect of the call. */
export type PreviewContext = Pick<ToolContext, 'executionId' | 'session' | 'agent' | 'labels' | 'signal'>;
