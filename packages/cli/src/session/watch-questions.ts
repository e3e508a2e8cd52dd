// While a person reads a question, others may answer it, its time may run out, or its execution may end.

import type { EntryOf, PendingElicitation } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { safeText } from '@toolshed/server/present';

const LOOK_EVERY_MS = 300;

type Watched = Pick<PendingElicitation, 'elicitationId' | 'expiresAt'>;

export interface QuestionWatch extends Disposable {
  /** Aborts once one of the questions is over. */
  readonly signal: AbortSignal;
  /** The one that is over. */
  readonly over: Watched | undefined;
}

export function watchQuestions(shed: Toolshed, questions: readonly Watched[], now: () => number): QuestionWatch {
  const controller = new AbortController();
  let over: Watched | undefined;
  let seen = -1;
  let isLooking = false;

  const firstOver = async (): Promise<Watched | undefined> => {
    const due = questions.find(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now());
    if (due !== undefined) return due;
    const last = await shed.lastEvent();
    if (last === seen) return undefined;
    seen = last;
    for (const question of questions)
      if ((await shed.pending({ elicitationId: question.elicitationId })).length === 0) return question;
    return undefined;
  };

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      over = await firstOver();
      if (over !== undefined) controller.abort();
    } catch {
      // A store that cannot be read now is looked at again.
    } finally {
      isLooking = false;
    }
  };

  const timer = setInterval(look, LOOK_EVERY_MS);
  controller.signal.addEventListener('abort', () => clearInterval(timer));
  return {
    signal: controller.signal,
    get over() {
      return over;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Why a prompt closed, in a line. */
export async function closingWords(
  shed: Toolshed,
  { elicitationId, expiresAt }: Watched,
  now: number,
): Promise<string> {
  const answered = (await shed.journal(elicitationId)).find(
    (entry): entry is EntryOf<'answered'> => entry.kind === 'answered' && entry.elicitation === elicitationId,
  );
  if (answered?.answer.action === 'expired' || (answered === undefined && expiresAt !== undefined && expiresAt <= now))
    return 'This question has expired: nobody answered in time.';
  if (answered === undefined || answered.answer.by.kind === 'runtime')
    return 'This question was withdrawn: its execution went on, or ended, without it.';
  const { action, by } = answered.answer;
  return `This question was answered elsewhere: ${action} by ${safeText(by.principal)}.`;
}
