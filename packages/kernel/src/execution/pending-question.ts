// Converts a question from what the fold of a journal keeps into the one shape in which everybody reads it.

import type { AnsweredBy } from '../elicitation/answer/answer.js';
import {
  createPendingElicitation,
  type GivenApprovals,
  type PendingElicitation,
} from '../elicitation/pending-elicitation.js';
import type { ExecutionId } from '../ids.js';
import type { EntryOf } from '../journal/entry.js';
import { noApprovals } from './approvals.js';
import type { RecordedQuestion } from './execution-state.js';

/** What the start of an execution says about who asks. */
export interface AskingExecution {
  readonly session: string;
  readonly agent?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** Who started it. */
  readonly by?: AnsweredBy | undefined;
}

type Asked = Pick<
  RecordedQuestion,
  'elicitation' | 'call' | 'asker' | 'request' | 'askedAt' | 'expiresAt' | 'approvals' | 'consent'
>;

/** The question as the journal keeps it now: with who has approved it, or agreed to open its page, so far. */
export function pendingElicitation(
  executionId: ExecutionId,
  { session, agent, labels, by }: AskingExecution,
  question: Asked,
): PendingElicitation {
  const { elicitation: elicitationId, call, asker, request, askedAt, expiresAt, consent } = question;
  const asked = { elicitationId, call, asker, request, askedAt, expiresAt };
  const pending = createPendingElicitation({ executionId, session, agent, labels }, asked);
  return { ...pending, approvals: approvalsOf(question, by), consent };
}

/** The question as an entry asked it; what people did about it since is not in the entry. */
export function askedElicitation(
  executionId: ExecutionId,
  by: AskingExecution,
  { elicitation, call, asker, request, at, expiresAt, approvals: needed }: EntryOf<'asked' | 'revised'>,
): PendingElicitation {
  const approvals = needed === undefined ? undefined : noApprovals(needed);
  const question = { elicitation, call, asker, request, askedAt: at, expiresAt, approvals, consent: undefined };
  return pendingElicitation(executionId, by, question);
}

function approvalsOf({ approvals, request }: Asked, starter: AnsweredBy | undefined): GivenApprovals | undefined {
  if (approvals === undefined) return undefined;
  const { needed, by, args } = approvals;
  return {
    needed,
    by,
    args: args === undefined ? request.args : JSON.parse(args),
    areEdited: args !== undefined,
    ...(starter === undefined ? {} : { startedBy: starter.principal }),
  };
}
