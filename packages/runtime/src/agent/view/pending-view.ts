// An open question as an agent reads it: all a person has to be shown, and how it may be answered. A client without
// dialogs has nothing else to show them. It is the question as everybody reads it, in the same words and spelling, with
// what only an agent needs beside it.

import type { PendingElicitation } from '@toolshed/kernel';
import type { CallReport, LateOutcomeReport } from '../../execution/execution-result.js';
import { z } from 'zod';
import { questionForAgent } from '../agent-question.js';

/** The fields an agent needs to find its way. The whole schema of a question, in each of our tools, would fill its context. */
export const PendingView = z.looseObject({
  executionId: z.string(),
  elicitationId: z.string(),
  toolPath: z.string().optional(),
  message: z.string(),
  args: z.unknown().optional(),
  type: z.string(),
  /** What else the type has: options, schema, url, preview, … */
  request: z.looseObject({}),
  asker: z.string(),
  expiresAt: z.int().optional().describe('Milliseconds since the epoch'),
  /** For a call in doubt: what has happened to it meanwhile. */
  lateOutcome: z.looseObject({}).optional(),
  /** What it can be answered with here; nothing where only a person can answer it. */
  actions: z.array(z.string()),
  /** Why it is not asked, or not answered, through this client. */
  note: z.string().optional(),
});
export type PendingView = z.infer<typeof PendingView>;

export function pendingView(
  question: PendingElicitation,
  calls: readonly CallReport[],
  note: string | undefined,
): PendingView {
  const { labels: _labels, request, ...shown } = questionForAgent(question);
  // An agent pays for every character: what stands beside the request is not repeated in it.
  const { type: _type, message: _message, toolPath: _toolPath, args: _args, ...own } = request;
  const asking = question.asker === 'in-doubt' ? calls.find(({ call }) => call === question.call) : undefined;
  return given({
    ...shown,
    request: own,
    lateOutcome: asking?.lateOutcome && withoutDefect(asking.lateOutcome),
    actions: actionsOf(question),
    note,
  });
}

/** Those an agent may pass on. A page that was agreed to is answered by the page; a call in doubt only by a person. */
function actionsOf({ request, consent }: PendingElicitation): string[] {
  if (request.type === 'in-doubt') return [];
  if (request.type === 'named') return [...request.actions];
  return consent ? ['decline', 'cancel', 'other'] : ['accept', 'decline', 'cancel', 'other'];
}

/** What a handler threw is for people. */
const withoutDefect = (late: LateOutcomeReport): Record<string, unknown> => ({ ...late, defect: undefined });

/** Without absent fields. */
function given<T extends object>(facts: { readonly [K in keyof T]: T[K] | undefined }): T;
function given(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
