import { ActionButton } from '../../action-button.tsx';
import { reaskQuestion, showQuestion } from '../../client/api.ts';
import { pathTo } from '../../route.ts';
import { askedIn, isOurs } from '../../show/asked-by.ts';
import { clock } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';
import { questions, refreshQuestions } from '../../client/store.ts';
import { useLoaded } from '../../client/use-loaded.ts';

/** A question that is no longer open: its answer, who gave it, and where to go next. */
export function Gone({ id }: { readonly id: string }) {
  const found = useLoaded(() => showQuestion(id), [id, questions.value]);
  if (found.kind === 'loading') return <p class="quiet">Looking for the question…</p>;
  if (found.kind === 'failed') {
    return (
      <div class="empty">
        <p>{found.message}</p>
        <p>
          <a href="/">Back to the inbox</a>
        </p>
      </div>
    );
  }
  const { request, asker, state, answer, answeredAt, executionId } = found.value;
  if (state === 'open') return <p class="quiet">Reading the question…</p>;
  const reask = async (): Promise<void> => {
    await reaskQuestion(id);
    await refreshQuestions();
  };
  return (
    <article class="question">
      <header class="sheet">
        <h1>This question is no longer open</h1>
        {!isOurs(asker) && `${askedIn(asker)} `}
        <Safe text={request.message} />
        <dl class="facts">
          <dt>answer</dt>
          <dd>
            {state === 'answered' && answer ? (
              <>
                <strong>{SAID[answer.action]}</strong> by <Safe text={answer.by.principal} />
                {answeredAt !== undefined && `, ${clock(answeredAt)}`}
              </>
            ) : (
              'none: the execution ended first'
            )}
          </dd>
          {answer?.reason !== undefined && (
            <>
              <dt>because</dt>
              <dd>
                <Safe text={answer.reason} />
              </dd>
            </>
          )}
        </dl>
        <p>
          <a href={pathTo.execution(executionId)}>What became of it</a> · <a href="/">Back to the inbox</a>
        </p>
        {answer?.action === 'expired' && (
          <ActionButton busy="Asking…" act={reask}>
            Ask it again
          </ActionButton>
        )}
      </header>
    </article>
  );
}

const SAID = {
  accept: 'accepted',
  decline: 'declined',
  cancel: 'dismissed',
  denied: 'not shared',
  other: 'answered in their own words',
  expired: 'nobody answered in time',
  timeout: 'nobody answered in time',
  not_supported: 'not supported',
} as const;
