import { type ExecutionId, JournalCorruptError, type JournalEntry, type OpenQuestion } from '@toolshed/kernel';

export interface Asker {
  readonly execution: ExecutionId;
  readonly session: string;
  readonly agent: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * The question as a list shows it. Its text comes from the journal and from nowhere else: a second copy beside it
 * could be made to show a person something other than what was asked.
 */
export function openQuestion(asked: JournalEntry, { execution, session, agent, labels }: Asker): OpenQuestion {
  if (asked.kind !== 'asked' && asked.kind !== 'revised')
    throw new JournalCorruptError(asked.seq, `"${asked.kind}" in ${execution} asks nothing`);
  const { elicitation, call, asker, request, at, expiresAt, approvals } = asked;
  return {
    elicitation,
    execution,
    session,
    ...(agent === undefined ? {} : { agent }),
    labels: { ...labels },
    call,
    asker,
    request,
    askedAt: at,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(approvals === undefined ? {} : { approvals }),
  };
}
