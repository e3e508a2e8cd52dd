import type { Action, OpenQuestion } from '@toolshed/kernel';

export type Scope = 'execution' | 'session' | 'always';

/** What a person decided, as it is sent. */
export interface AnswerBody {
  readonly action: Exclude<Action, 'expired'>;
  readonly data?: unknown;
  readonly reason?: string;
  readonly args?: unknown;
  readonly remember?: Scope;
}

export interface AnswerProps {
  readonly question: OpenQuestion;
  /** Parts of what would be approved that are folded away. */
  readonly unseen: number;
  readonly problems: Readonly<Record<string, string>>;
  readonly isSending: boolean;
  readonly send: (answer: AnswerBody) => void;
}

/** The request of a question whose kind is already known. */
export type RequestOf<T extends OpenQuestion['request']['type']> = Extract<OpenQuestion['request'], { type: T }>;
