import type { PendingElicitation } from '@toolshed/kernel';
import { useEffect } from 'preact/hooks';
import { pathTo } from '../../route.ts';
import { askedIn, isOurs } from '../../show/asked-by.ts';
import { JsonView } from '../../show/json-view.tsx';
import { changedPreview } from '@toolshed/server/present';
import { PreviewView } from '../../show/preview-view.tsx';
import { Cautions, Safe } from '../../show/safe.tsx';
import { isSeen, markSeen } from '../../client/store.ts';
import { useFolds } from './use-folds.ts';
import { useOverflow } from './use-overflow.ts';

/** How many are put on one page; the rest follow when these are answered. */
const PAGE = 50;

/** What was selected, whole, on one page, so that it can be answered together without being taken on trust. */
export function Review({ list }: { readonly list: readonly PendingElicitation[] }) {
  if (list.length === 0) return <p class="empty">Nothing is selected.</p>;
  return (
    <>
      {list.slice(0, PAGE).map((question) => (
        <Selected key={question.elicitationId} question={question} />
      ))}
      {list.length > PAGE && (
        <p class="caution">
          These are the first {PAGE} of {list.length}. Answer them first, or select fewer.
        </p>
      )}
    </>
  );
}

function Selected({ question }: { readonly question: PendingElicitation }) {
  const { request, approvals, asker } = question;
  const { folds, unseen } = useFolds();
  const box = useOverflow(folds);
  const change = changedPreview(request);
  const isOne = request.type === 'approval' && asker === 'gate' && approvals === undefined;
  useEffect(() => {
    if (folds.closed === 0) markSeen(question);
  }, [question, unseen]);
  return (
    <section class="sheet" ref={box}>
      <h2>
        {!isOurs(asker) && `${askedIn(asker)} `}
        <Safe text={request.message} />
      </h2>
      <Cautions text={`${request.message}\n${JSON.stringify(request.args ?? '')}`} />
      {request.description !== undefined && <Safe text={request.description} />}
      <JsonView value={request.args} folds={folds} />
      {request.preview !== undefined && <PreviewView preview={request.preview} folds={folds} />}
      {change !== undefined && <PreviewView preview={change} folds={folds} />}
      <p class="quiet">
        {!isOne && 'It cannot be approved together with others. '}
        {unseen > 0 && `${unseen} more to show. `}
        {isOne && isSeen(question) && 'Read. '}
        <a href={pathTo.question(question.elicitationId)}>Open it</a>
      </p>
    </section>
  );
}
