import type { AnsweredBy, ExecutionId, JsonValue } from '@toolshed/kernel';
import type { CheckMode } from '../check/type-problem.js';

/** How a program is started: in which session, for which agent, with which labels. */
export interface ExecuteOptions {
  /** The conversation it belongs to; session approvals and trust domains are scoped to it. Default: `default`. */
  readonly session?: string;
  /** The name of the agent that wrote the program, for rules and quotas. */
  readonly agent?: string;
  /** Who starts it. Where several people have to approve a call, this one is not among them. */
  readonly by?: AnsweredBy;
  /** Facts for tools and channels that the program cannot set. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Two starts with the same key in one session are one execution. */
  readonly idempotencyKey?: string;
  /**
   * Labels a host must have to drive it, where several machines share a store. Default: those of the placed tools of
   * this host; an empty list lets it run anywhere.
   */
  readonly placement?: readonly string[];
  /** Whether the program is checked against the types of the tools, if the host sets nothing. Default: `off`. */
  readonly check?: CheckMode;
  /** Waits as long as a channel has one of its questions, instead of returning at the pause. */
  readonly waitForChannels?: boolean;
  /** Called with its id once it would survive a crash, before it is idle; with the earlier id if the key was known. */
  readonly onStarted?: (id: ExecutionId) => void;
  /**
   * Cancels the execution when it aborts, until the execution is first idle; not one that another call started with the
   * same key. Aborted before the start, nothing is started and its reason is thrown.
   */
  readonly signal?: AbortSignal;
  /** What the program reads as `input`: a JSON value. Default: `undefined`. */
  readonly input?: JsonValue;
  /** The trace of what starts it, as W3C writes it (`traceparent`); an invalid one is ignored. */
  readonly trace?: string;
}
