// What a person at a prompt decided about a question: an answer, or to leave it for later.

import type { GivenAction } from '@toolshed/kernel';
import type { AnswerFacts } from '@toolshed/runtime';

export type Reply =
  | {
      readonly kind: 'answer';
      readonly answer: Pick<AnswerFacts, 'data' | 'reason' | 'remember' | 'args'> &
        ({ readonly approved: boolean } | { readonly action: GivenAction });
    }
  /** With arguments the person wrote and did not send. */
  | { readonly kind: 'later'; readonly draft?: Draft | undefined };

/** What the person has written so far, and what is wrong with it. */
export interface Draft {
  readonly body: string;
  readonly problems: readonly string[];
}
