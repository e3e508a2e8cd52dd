import type { Action, Remember, PendingElicitation } from '@toolshed/kernel';
import type { LateOutcomeReport } from '@toolshed/runtime';
import type { FoldCount } from '../show/json-view.tsx';

/** What a person decided, as it is sent. */
export interface AnswerBody {
  readonly action: Exclude<Action, 'expired' | 'timeout'>;
  readonly data?: unknown;
  readonly reason?: string;
  readonly args?: unknown;
  readonly remember?: Remember;
}

/** Who has approved so far, and with which arguments. */
export interface Standing {
  /** An approver changed the arguments; `args` is what the others approve. */
  readonly areEdited: boolean;
  readonly args: unknown;
  readonly isApprovedByMe: boolean;
  /** What became meanwhile of the call it asks about. */
  readonly lateOutcome: LateOutcomeReport | undefined;
}

export interface AnswerProps {
  readonly question: PendingElicitation;
  readonly standing: Standing;
  /** Parts of what would be approved that were not shown yet. */
  readonly unseen: number;
  /** Where a form counts what of it was not shown yet. */
  readonly folds: FoldCount;
  readonly problems: Readonly<Record<string, string>>;
  /** Nothing can be sent now: something is being sent, the page is not connected, or the question was shown only now. */
  readonly isBlocked: boolean;
  /** It is blocked for no more than a moment, because it was shown only now. */
  readonly isPausing: boolean;
  readonly isSending: boolean;
  readonly send: (answer: AnswerBody) => void;
}

/** The request of a question whose kind is already known. */
export type RequestOf<T extends PendingElicitation['request']['type']> = Extract<
  PendingElicitation['request'],
  { type: T }
>;
