// A question that was answered before a person came to it: what the answer was, and by whom.

import type { EntryOf, JournalEntry } from '@toolshed/kernel';
import { isTimeUp } from '@toolshed/kernel/runtime';
import type { ExecutionResult } from '@toolshed/runtime';
import { answerWords, wrap } from '@toolshed/server/present';
import type { Cli, Outcome } from '../../command/cli.js';
import { shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { askingCommands } from '../../terminal/view/advice.js';

/** The last answer to a question, if it has one. */
export const earlierAnswer = (
  journal: readonly JournalEntry[],
  elicitationId: string,
): EntryOf<'answered'> | undefined =>
  journal.findLast(
    (entry): entry is EntryOf<'answered'> => entry.kind === 'answered' && entry.elicitation === elicitationId,
  );

/** What was answered and by whom, in safe text: `denied by ada`. */
export function earlierWords(journal: readonly JournalEntry[], { elicitation, answer }: EntryOf<'answered'>): string {
  const isDecision = journal.some(
    (entry) => entry.kind === 'asked' && entry.elicitation === elicitation && entry.asker === 'gate',
  );
  return answerWords({ ...answer, isDecision });
}

export const isOpen = (result: ExecutionResult, elicitationId: string): boolean =>
  result.status === 'paused' && result.pending.some((question) => question.elicitationId === elicitationId);

/** Nobody is asked another question instead: the person named this one. */
export function tellEarlier(
  { output, prefix, now }: Cli,
  result: ExecutionResult,
  journal: readonly JournalEntry[],
  earlier: EntryOf<'answered'>,
): Outcome {
  const { elicitation, answer, at } = earlier;
  const when = `${shortDuration(now() - at)} ago`;
  const words = isTimeUp(answer.action)
    ? `It expired ${when}: nobody answered in time.`
    : `It already has an answer: ${earlierWords(journal, earlier)}, ${when}. That answer counts.`;
  const [first = '', ...rest] = wrap(words, output.width - 2);
  output.say(`${output.paint.yellow('!')} ${first}`, ...rest.map((line) => `  ${line}`));
  if (isTimeUp(answer.action))
    output.say('Ask it again with', `  ${output.paint.cyan(`${prefix} reask ${elicitation}`)}`);
  const others = result.status === 'paused' ? result.pending : [];
  if (others.length > 0)
    output.say(
      others.length === 1 ? 'Another question of its execution is open:' : 'Other questions of its execution are open:',
      ...askingCommands(others, prefix).map((command) => `  ${output.paint.cyan(command)}`),
    );
  return { exitCode: EXIT.answered, document: { elicitationId: elicitation, answer: { ...answer, at } } };
}
