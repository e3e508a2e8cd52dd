// While a person reads a question, others may answer it, its time may run out, or its execution may end.

import type { PendingElicitation } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { earlierAnswer, earlierWords } from './earlier-answer.js';

/** How often the clock is read while a question that expires is shown. */
const CLOCK_MS = 300;

type Watched = Pick<PendingElicitation, 'executionId' | 'elicitationId' | 'expiresAt'>;

export interface QuestionWatch extends Disposable {
  /** Aborts once one of the questions is over. */
  readonly signal: AbortSignal;
  /** The one that is over. */
  readonly over: Watched | undefined;
}

export function watchQuestions(shed: Toolshed, questions: readonly Watched[], now: () => number): QuestionWatch {
  const controller = new AbortController();
  const disposed = new AbortController();
  const expire = questions.filter(({ expiresAt }) => expiresAt !== undefined);
  let over: Watched | undefined;

  const firstDue = (): Watched | undefined => expire.find(({ expiresAt = 0 }) => expiresAt <= now());
  const firstClosed = async (): Promise<Watched | undefined> => {
    for (const question of questions)
      if ((await shed.pending({ elicitationId: question.elicitationId })).length === 0) return question;
    return undefined;
  };

  const follow = async (): Promise<void> => {
    using watch = shed.changes.watch({ executions: [...new Set(questions.map(({ executionId }) => executionId))] });
    for (let isStale = true; !disposed.signal.aborted; ) {
      over = firstDue();
      if (over === undefined && isStale) {
        try {
          over = await firstClosed();
          isStale = false;
        } catch {
          // A store that cannot be read now is read again.
        }
      }
      if (over !== undefined) return controller.abort();
      const clock: readonly AbortSignal[] = isStale || expire.length > 0 ? [AbortSignal.timeout(CLOCK_MS)] : [];
      isStale = (await watch.changed(AbortSignal.any([disposed.signal, ...clock]))) || isStale;
    }
  };
  // Only if the host was closed meanwhile: then nobody reads the prompt.
  follow().catch(() => undefined);

  return {
    signal: controller.signal,
    get over() {
      return over;
    },
    [Symbol.dispose]: () => disposed.abort(),
  };
}

/** Why a prompt closed, in a line. */
export async function closingWords(
  shed: Toolshed,
  { elicitationId, expiresAt }: Pick<Watched, 'elicitationId' | 'expiresAt'>,
  now: number,
): Promise<string> {
  const journal = await shed.journal(elicitationId);
  const answered = earlierAnswer(journal, elicitationId);
  if (answered?.answer.action === 'expired' || (answered === undefined && expiresAt !== undefined && expiresAt <= now))
    return 'This question has expired: nobody answered in time.';
  if (answered === undefined || answered.answer.by.kind === 'runtime')
    return 'This question was withdrawn: its execution continued, or ended, without it.';
  return `This question was answered elsewhere: ${earlierWords(journal, answered)}.`;
}
