import type { PendingElicitation } from '@toolshed/kernel';
import { useEffect } from 'preact/hooks';
import { useKeys } from '../../keyboard.ts';
import { go, pathTo } from '../../route.ts';
import { toolOf } from '@toolshed/server/present';
import { askedIn, isOurs, KINDS } from '../../show/asked-by.ts';
import { Safe } from '../../show/safe.tsx';
import { revealNext } from '../../show/use-in-view.ts';
import { isSeen, markSeen, wordingOf } from '../../client/store.ts';
import { isOneOfMany, useAnswerMany } from '../inbox/answer-many.ts';
import { RequestCard } from './request-card.tsx';
import { useFolds } from './use-folds.ts';

/** How many are put on one page; the rest follow when these are answered. */
const PAGE = 50;

/** What was selected, whole, on one page, so that it can be answered together without being taken on trust. */
export function Review({ list }: { readonly list: readonly PendingElicitation[] }) {
  useKeys({ ' ': () => void revealNext(), Escape: () => go('/') });
  if (list.length === 0) return <p class="empty">Nothing is selected.</p>;
  const page = list.slice(0, PAGE);
  return (
    <article class="question review">
      <h1>
        {list.length === 1 ? 'One question' : `${list.length.toLocaleString('en-US')} questions`}
        {list.length > PAGE && <span class="quiet">, these {PAGE} first</span>}
      </h1>
      {page.map((question) => (
        // Other words under the same id are another thing to read.
        <Selected key={`${question.elicitationId}${wordingOf(question)}`} question={question} />
      ))}
      <ReviewBar page={page} />
    </article>
  );
}

function ReviewBar({ page }: { readonly page: readonly PendingElicitation[] }) {
  const { isBusy, isPausing, approve, deny } = useAnswerMany(page);
  const approvable = page.filter(isOneOfMany);
  const unread = approvable.filter((question) => !isSeen(question)).length;
  const mayApprove = !isBusy && unread === 0 && approvable.length > 0;
  useKeys({ A: () => void (mayApprove && approve(approvable)), D: () => void (!isBusy && deny(page)) });
  return (
    <div class={isPausing && unread === 0 ? 'decision pausing' : 'decision'} data-covers="bottom">
      {unread > 0 && (
        <p class="unseen" id="unseen">
          {unread} of {page.length} not shown yet.
          <button type="button" class="link" onClick={() => revealNext()}>
            Read on<kbd>Space</kbd>
          </button>
        </p>
      )}
      <div class="row">
        <button type="button" class="approve" disabled={!mayApprove} onClick={() => void approve(approvable)}>
          Approve these {approvable.length}
          <kbd>A</kbd>
        </button>
        <button type="button" class="deny" disabled={isBusy} onClick={() => void deny(page)}>
          Deny these {page.length}
          <kbd>D</kbd>
        </button>
        <a class="button" href="/">
          Back
        </a>
      </div>
    </div>
  );
}

function Selected({ question }: { readonly question: PendingElicitation }) {
  const { request, asker } = question;
  const { folds, unseen } = useFolds();
  const isOne = isOneOfMany(question);
  const tool = toolOf(question);
  useEffect(() => {
    if (folds.closed === 0) markSeen(question);
  }, [question, unseen]);
  const context = (
    <>
      {tool === undefined ? KINDS[asker] : <Safe text={tool} />}
      {question.agent !== undefined && (
        <>
          {' · '}
          <Safe text={question.agent} />
        </>
      )}
      {' · '}
      <Safe text={question.session} />
      {' · '}
      {isOne && isSeen(question) && '✓ read · '}
      <a href={pathTo.question(question.elicitationId)}>Open it</a>
    </>
  );
  return (
    <RequestCard request={request} folds={folds} askedIn={isOurs(asker) ? undefined : askedIn(asker)} context={context}>
      {!isOne && <p class="caution">It cannot be approved together with others.</p>}
    </RequestCard>
  );
}
