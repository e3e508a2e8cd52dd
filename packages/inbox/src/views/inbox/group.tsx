import type { PendingElicitation } from '@toolshed/kernel';
import { ActionButton } from '../../action-button.tsx';
import { countQuestionsOf } from '../../client/api.ts';
import { isFiltering } from '../../client/filter.ts';
import { isAllRead } from '../../client/store.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { selectOnly } from '../../client/selection.ts';
import { go, pathTo } from '../../route.ts';
import { Safe } from '../../show/safe.tsx';
import { confirmCancel } from '../cancel-execution.ts';
import { isOneOfMany, mayApproveTogether, useAnswerMany } from './answer-many.ts';

interface GroupProps {
  readonly questions: readonly PendingElicitation[];
  readonly style: { readonly top: string; readonly height: string };
}

/** The questions of one execution, and what can be done about all of them. */
export function Group({ questions, style }: GroupProps) {
  const { isBusy, approve, deny } = useAnswerMany(questions);
  const [first] = questions;
  const all = useAllOf(questions);
  if (first === undefined) return null;
  const { executionId, session, agent } = first;
  const many = questions.filter(isOneOfMany);
  const isRead = many.length > 0 && many.every(mayApproveTogether);
  const read = (): void => {
    selectOnly(many.map(({ elicitationId }) => elicitationId));
    go('/review');
  };
  return (
    <li class="group" style={style}>
      <span class="about">
        <a href={pathTo.execution(executionId)}>
          {all > questions.length ? `${questions.length} of ${all}` : all} of one execution
        </a>
        <span class="whose">
          <span class="dot">{' · '}</span>
          {agent !== undefined && (
            <>
              <Safe text={agent} />
              {' · '}
            </>
          )}
          <Safe text={session} />
        </span>
      </span>
      <span class="actions">
        {many.length > 0 && (
          <button type="button" class="link" disabled={isBusy} onClick={() => (isRead ? void approve(many) : read())}>
            {isRead ? `Approve ${many.length}` : `Read ${many.length}`}
          </button>
        )}
        <button type="button" class="link bad" disabled={isBusy} onClick={() => void deny(questions)}>
          {all > questions.length ? `Deny these ${questions.length}` : 'Deny all'}
        </button>
        <ActionButton class="link bad cancel" busy="Cancelling…" act={() => confirmCancel(executionId, all)}>
          Cancel
        </ActionButton>
      </span>
    </li>
  );
}

/** How many questions of the execution are open: more than the list shows, while not all of them were read or are wanted. */
function useAllOf(questions: readonly PendingElicitation[]): number {
  const [first] = questions;
  const isPart = first !== undefined && (!isAllRead.value || isFiltering.value);
  const count = useLoaded(
    async () => (isPart ? await countQuestionsOf(first.executionId) : 0),
    [isPart, first?.executionId, questions.length],
  );
  return Math.max(questions.length, isPart && count.kind === 'loaded' ? count.value : 0);
}
