// The open questions of an execution, each with the way this client can be asked.

import type { PausedResult } from '@toolshed/runtime';
import { cardsOf } from '../../../present/card/question-cards.js';
import type { CardFacts } from '../../../present/card/question-card.js';
import { type AskMethod, askMethodFor } from './ask-method.js';
import type { Caller } from '../../server/caller.js';
import type { McpHost } from '../../server/mcp-host.js';

export interface PlannedQuestion {
  readonly question: CardFacts['question'];
  readonly asking: AskMethod;
}

/** A question that can be put before the person. */
export interface AskableQuestion extends PlannedQuestion {
  readonly asking: Exclude<AskMethod, { kind: 'elsewhere' }>;
}

/** How many invalid answers a client may give to a question before the question is left open. */
export const MOST_TRIES = 3;

/** `notes` say what was wrong with the last answer, by elicitation id. */
export async function planQuestions(
  host: McpHost,
  caller: Caller,
  { executionId, pending, calls }: PausedResult,
  notes: ReadonlyMap<string, string> = new Map(),
): Promise<readonly PlannedQuestion[]> {
  const cards = cardsOf(pending, { journal: await host.shed.journal(executionId), calls, listsCalls: false });
  return cards.map((card) => ({
    question: card.question,
    asking: askMethodFor(card, caller, host, notes.get(card.question.elicitationId)),
  }));
}

export const isAskable = (planned: PlannedQuestion): planned is AskableQuestion => planned.asking.kind !== 'elsewhere';

/** Why the others are not asked here, by elicitation id. */
export const whyNot = (planned: readonly PlannedQuestion[]): ReadonlyMap<string, string> =>
  new Map(
    planned.flatMap(({ question, asking }) =>
      asking.kind === 'elsewhere' ? [[question.elicitationId, `Not asked here: ${asking.why}`] as const] : [],
    ),
  );
