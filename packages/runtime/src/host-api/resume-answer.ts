// What somebody who answers may say, and how an answer is taken. Read by `execution/answers/read-answer.ts`.

import type { AnsweredBy, GivenAction, Remember } from '@toolshed/kernel';
import type { ExecuteOptions } from './execute-options.js';

/** An answer to one question. `approved` means yes or no; use `action` if the question has more than two answers. */
export type ResumeAnswer = AnswerFacts &
  (
    | { readonly approved: boolean; readonly action?: undefined }
    | { readonly action: GivenAction; readonly approved?: undefined }
  );

/** What an answer may contain beside yes or no. */
export interface AnswerFacts {
  /** Which question, where several are open. */
  readonly elicitationId?: string;
  /** Every open question of the execution. */
  readonly all?: boolean;
  /** The content of what is accepted; the person's own words for `other`. */
  readonly data?: unknown;
  /** Why, in the person's words. */
  readonly reason?: string;
  /** With an approval of a call: run it with these instead of the arguments it was made with. */
  readonly args?: unknown;
  /** With an approval or a refusal at the gate: also for later calls of this path. */
  readonly remember?: Remember;
  /** Who answers; default: the host. */
  readonly by?: AnsweredBy;
}

/** Answers to several questions at once: either all of them are written, or none. Questions you do not name stay open. */
export interface ResumeAnswers {
  /** By the id of each question. */
  readonly answers: Readonly<
    Record<string, ResumeAnswer & { readonly elicitationId?: undefined; readonly all?: undefined }>
  >;
  /** Who answers; default for answers without `by`. */
  readonly by?: AnsweredBy;
}

/** How `resume` takes an answer. */
export interface ResumeOptions extends Pick<ExecuteOptions, 'waitForChannels' | 'trace'> {
  /** This one answer may come from an agent, although agents otherwise may not answer. Never set it from client input. */
  readonly fromAgent?: boolean;
}

/** How a flow behind a page ended. */
export interface FlowOutcome {
  /** What the asker gets beside `accept`; refused where it does not fit the question's schema. */
  readonly content?: unknown;
  /** Who completed it, for the audit log. Default: `host`. */
  readonly by?: string;
}
