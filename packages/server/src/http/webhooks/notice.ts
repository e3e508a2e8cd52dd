// What a webhook learns about a question: enough to decide whether to look at it, not enough to answer it.
//
// Threat: a notification passes through machines and logs that no approver chose. Arguments lose every value whose
// name sounds secret, a sensitive question loses its arguments whole, and previews and answers are never sent.

import { Action, PendingElicitation, type PlacedEntry } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { redact } from '../../redact.js';

const Which = { executionId: true, elicitationId: true, session: true } as const;
const About = { asker: true, type: true, message: true, toolPath: true, args: true, expiresAt: true } as const;

/** What a webhook gets of a question while it is open: part of `PendingElicitation`, with other `args` where it has secrets. */
const AskedQuestion = PendingElicitation.pick({ ...Which, ...About });

/** And of one that was answered. */
const AnsweredQuestion = PendingElicitation.pick(Which).extend({ action: Action, by: z.string() });

export const Notice = z.strictObject({
  /** The same for the same thing, however often it is sent. */
  id: z.string(),
  type: z.enum(['question.asked', 'question.answered', 'question.reminder', 'question.escalated']),
  at: z.number(),
  question: z.union([AskedQuestion, AnsweredQuestion]),
  link: z.string(),
});
export type Notice = Readonly<z.infer<typeof Notice>>;

const MAX_ARGS_CHARACTERS = 8_000;

/** `undefined` for entries that nobody is notified of. */
export function noticeOf({ executionId, session, entry }: PlacedEntry, inbox: string): Notice | undefined {
  switch (entry.kind) {
    case 'asked': {
      const { elicitation: elicitationId, asker, request, expiresAt, at } = entry;
      const { type, message, toolPath } = request;
      const about = { asker, type, message, toolPath, args: shownArgs(request), expiresAt };
      const question = { executionId, elicitationId, session, ...about };
      return { id: `${elicitationId}.asked`, type: 'question.asked', at, question, link: linkTo(elicitationId, inbox) };
    }
    case 'answered': {
      const { elicitation: elicitationId, answer, at } = entry;
      const question = { executionId, elicitationId, session, action: answer.action, by: answer.by.principal };
      const link = linkTo(elicitationId, inbox);
      return { id: `${elicitationId}.answered`, type: 'question.answered', at, question, link };
    }
    case 'started':
    case 'tool-called':
    case 'call-refused':
    case 'elicit-called':
    case 'tool-changed':
    case 'redecided':
    case 'planned':
    case 'timer-set':
    case 'printed':
    case 'approval-given':
    case 'consented':
    case 'revised':
    case 'side-quest-ended':
    case 'invoking':
    case 'program-entered':
    case 'returned':
    case 'threw':
    case 'fired':
    case 'late-outcome':
    case 'parked':
    case 'taken-over':
    case 'sandbox-lost':
    case 'reopened':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return undefined;
    default:
      return assertNever(entry);
  }
}

const linkTo = (elicitation: string, inbox: string): string => `${inbox}/questions/${elicitation}`;

function shownArgs(request: object): PendingElicitation['args'] {
  const { args, sensitive }: { args?: unknown; sensitive?: unknown } = request;
  if (args === undefined || sensitive === true) return undefined;
  const text = JSON.stringify(redact({ args })['args']);
  return text.length > MAX_ARGS_CHARACTERS ? '[too long to send]' : JSON.parse(text);
}
