// What the HTTP API needs of an open Toolshed. `shed-adapter.ts` implements it.

import type { AnsweredBy, ExecutionId, GrantId, JsonValue, Remember } from '@toolshed/kernel';
import type { ExecuteOptions, ExecutionResult, FlowOutcome, ResumeOptions, Toolshed } from '@toolshed/runtime';

export type AnswerAction = 'accept' | 'decline' | 'cancel' | 'denied' | 'other' | 'not_supported';

/** A person's answer to one question. Who they are comes from their credential. */
export interface GivenAnswer {
  readonly action: AnswerAction;
  readonly data?: JsonValue;
  readonly reason?: string;
  readonly remember?: Remember;
  /** Arguments to run instead of those that were asked about. */
  readonly args?: JsonValue;
}

export interface ExplainInput {
  readonly path: string;
  readonly args?: JsonValue;
  readonly session?: string;
  readonly agent?: string;
}

export interface Shed
  extends Pick<
    Toolshed,
    | 'start'
    | 'plans'
    | 'undo'
    | 'get'
    | 'locate'
    | 'locateFlow'
    | 'list'
    | 'pending'
    | 'journal'
    | 'reask'
    | 'cancel'
    | 'takeOver'
    | 'replay'
    | 'changes'
    | 'eventsAfter'
    | 'lastEvent'
  > {
  readonly audit: Toolshed['audit'];
  readonly catalog: Toolshed['catalog'];
  readonly programs: Toolshed['programs'];
  readonly schedules: Toolshed['schedules'];
  readonly state: Toolshed['state'];
  readonly grants: Pick<Toolshed['grants'], 'add' | 'list'> & { revoke(id: GrantId, by: string): Promise<boolean> };
  /** Answers one question of an execution, or every open one. */
  answer(
    execution: ExecutionId,
    questions: { readonly elicitation: string } | 'only' | 'all',
    answer: GivenAnswer,
    by: AnsweredBy,
    options?: Pick<ResumeOptions, 'trace'>,
  ): Promise<ExecutionResult>;
  /** Answers several questions in one write. */
  answerTogether(
    execution: ExecutionId,
    answers: Readonly<Record<string, GivenAnswer>>,
    by: AnsweredBy,
    options?: Pick<ResumeOptions, 'trace'>,
  ): Promise<ExecutionResult>;
  /** Completes the flow behind a page; `flow` is the id its tool gave it. */
  complete(flow: string, outcome: FlowOutcome): Promise<ExecutionResult>;
  /** Starts the program of an execution again, as a new one with the same input, session, agent, labels and placement. */
  rerun(execution: string, by: AnsweredBy, options?: Pick<ExecuteOptions, 'trace'>): Promise<ExecutionId>;
  /** Starts a side quest of an open question. */
  fork(elicitation: string, program: string, options: ExecuteOptions): Promise<ExecutionId>;
  /** What the gate would decide, and why. */
  explain(input: ExplainInput): Promise<unknown>;
}
