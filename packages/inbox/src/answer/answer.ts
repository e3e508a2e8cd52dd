import type { Action, OpenQuestion, Remember } from '@toolshed/kernel';
import type { LateOutcomeReport } from '@toolshed/runtime';

/** What a person decided, as it is sent. */
export interface AnswerBody {
  readonly action: Exclude<Action, 'expired' | 'timeout'>;
  readonly data?: unknown;
  readonly reason?: string;
  readonly args?: unknown;
  readonly remember?: Remember;
}

/** Where a question stands beyond its own words: what others did about it so far. */
export interface Standing {
  /** False until it was read; nothing is approved before. */
  readonly isKnown: boolean;
  /** Who agreed to open its page. */
  readonly consent: string | undefined;
  /** An approver changed the arguments; `args` is what the others approve. */
  readonly areEdited: boolean;
  readonly args: unknown;
  readonly isApprovedByMe: boolean;
  /** What became meanwhile of the call it asks about. */
  readonly lateOutcome: LateOutcomeReport | undefined;
}

export interface AnswerProps {
  readonly question: OpenQuestion;
  readonly standing: Standing;
  /** Parts of what would be approved that are folded away. */
  readonly unseen: number;
  readonly problems: Readonly<Record<string, string>>;
  readonly isSending: boolean;
  readonly send: (answer: AnswerBody) => void;
}

/** The request of a question whose kind is already known. */
export type RequestOf<T extends OpenQuestion['request']['type']> = Extract<OpenQuestion['request'], { type: T }>;
