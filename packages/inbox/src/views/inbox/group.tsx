import type { PendingElicitation } from '@toolshed/kernel';
import { ActionButton } from '../../action-button.tsx';
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
        <a href={pathTo.execution(executionId)}>{questions.length} of one execution</a>
        {agent !== undefined && (
          <>
            {' · '}
            <Safe text={agent} />
          </>
        )}
        {' · '}
        <Safe text={session} />
      </span>
      <span class="actions">
        {many.length > 0 && (
          <button type="button" class="link" disabled={isBusy} onClick={() => (isRead ? void approve(many) : read())}>
            {isRead ? `Approve ${many.length}` : `Read ${many.length}`}
          </button>
        )}
        <button type="button" class="link bad" disabled={isBusy} onClick={() => void deny(questions)}>
          Deny all
        </button>
        <ActionButton class="link bad" busy="Cancelling…" act={() => confirmCancel(executionId, questions.length)}>
          Cancel
        </ActionButton>
      </span>
    </li>
  );
}
