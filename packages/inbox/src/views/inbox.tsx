import type { PendingElicitation } from '@toolshed/kernel';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, answerQuestion } from '../client/api.ts';
import { isLive } from '../client/connection.ts';
import { useKeys } from '../keyboard.ts';
import { go, pathTo } from '../route.ts';
import { askedIn, isOurs } from '../show/asked-by.ts';
import { ago, left } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { safeText } from '@toolshed/server/present';
import {
  inOrder,
  isSeen,
  keepReading,
  now,
  questions,
  readMore,
  refreshQuestions,
  selected,
  toggleSelected,
} from '../client/store.ts';
import { tell } from '../toasts.tsx';
import { VirtualList } from '../virtual-list.tsx';
import { Gone } from './question/gone.tsx';
import { QuestionView } from './question/question.tsx';
import { Review } from './question/review.tsx';

type Line =
  | {
      readonly kind: 'group';
      readonly executionId: string;
      readonly session: string;
      readonly agent: string | undefined;
    }
  | { readonly kind: 'question'; readonly question: PendingElicitation };

interface InboxProps {
  readonly question?: string | undefined;
  /** Shows what is selected, all of it on one page. */
  readonly isReview?: boolean;
}

/** Open questions on one side, the one being read, or those being read together, on the other. */
export function InboxView({ question, isReview = false }: InboxProps) {
  const list = inOrder.value;
  const index = list.findIndex(({ elicitationId }) => elicitationId === question);
  const move = (by: number): void => {
    const next = list[index < 0 ? 0 : Math.min(list.length - 1, Math.max(0, index + by))];
    if (next) go(pathTo.question(next.elicitationId));
  };
  const goOn = (): void => {
    const next = list[index + 1] ?? list[index - 1];
    go(next ? pathTo.question(next.elicitationId) : '/');
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => question !== undefined && index >= 0 && toggleSelected(question),
  });
  useEffect(() => keepReading(question), [question]);
  if (questions.value === undefined) return <p class="quiet">Reading the open questions…</p>;
  if (list.length === 0 && question === undefined) return <NothingOpen />;
  const current = list[index];
  return (
    <div class={question === undefined && !isReview ? 'split' : 'split reading'}>
      <div class="pane-list">
        <h1>Inbox</h1>
        <Toolbar />
        <QuestionList list={list} current={question} />
        <p class="hints">
          <kbd>j</kbd> <kbd>k</kbd> move <kbd>x</kbd> select <kbd>a</kbd> approve <kbd>d</kbd> deny <kbd>e</kbd> edit
        </p>
      </div>
      <div class="pane-question">
        <a class="back" href="/">
          ← Inbox
        </a>
        {current && <QuestionView key={keyOf(current)} question={current} onAnswered={goOn} />}
        {!current && question !== undefined && <Gone id={question} />}
        {isReview && <Review list={list.filter(({ elicitationId }) => selected.value.has(elicitationId))} />}
        {question === undefined && !isReview && <p class="empty">Choose a question, or press j.</p>}
      </div>
    </div>
  );
}

/** A question in other words has to be read again. */
const keyOf = ({ elicitationId, request }: PendingElicitation): string => `${elicitationId}${JSON.stringify(request)}`;

function NothingOpen() {
  return (
    <div class="empty">
      <h1>Nothing waits for you</h1>
      <p>When a program calls a tool that changes something, its question appears here by itself.</p>
      <p>
        <a href="/executions">What has run</a>
      </p>
    </div>
  );
}

function linesOf(list: readonly PendingElicitation[]): readonly Line[] {
  return list.flatMap((question, index): readonly Line[] => {
    const { executionId, session, agent } = question;
    const line: Line = { kind: 'question', question };
    return list[index - 1]?.executionId === executionId
      ? [line]
      : [{ kind: 'group', executionId, session, agent }, line];
  });
}

const GROUP_PX = 36;
const ITEM_PX = 76;

function QuestionList({
  list,
  current,
}: {
  readonly list: readonly PendingElicitation[];
  readonly current: string | undefined;
}) {
  const lines = linesOf(list);
  const at = lines.findIndex((line) => line.kind === 'question' && line.question.elicitationId === current);
  return (
    <VirtualList
      items={lines}
      label="Open questions"
      onEnd={readMore}
      heightOf={({ kind }) => (kind === 'group' ? GROUP_PX : ITEM_PX)}
      keyOf={(line) => (line.kind === 'group' ? line.executionId : line.question.elicitationId)}
      current={at < 0 ? undefined : at}
    >
      {(line, style) =>
        line.kind === 'group' ? (
          <li class="group" style={style} key={line.executionId}>
            <a href={pathTo.execution(line.executionId)}>execution</a> of session <Safe text={line.session} />
            {line.agent !== undefined && (
              <>
                {' '}
                by <Safe text={line.agent} />
              </>
            )}
          </li>
        ) : (
          <Item
            key={line.question.elicitationId}
            question={line.question}
            style={style}
            isCurrent={line.question.elicitationId === current}
          />
        )
      }
    </VirtualList>
  );
}

interface ItemProps {
  readonly question: PendingElicitation;
  readonly style: { readonly top: string; readonly height: string };
  readonly isCurrent: boolean;
}

function Item({ question, style, isCurrent }: ItemProps) {
  const { elicitationId, request, asker, askedAt, expiresAt } = question;
  const words = isOurs(asker) ? request.message : `${askedIn(asker)} ${request.message}`;
  return (
    <li class={isCurrent ? 'item current' : 'item'} style={style}>
      <input
        type="checkbox"
        aria-label={`Select: ${safeText(words)}`}
        checked={selected.value.has(elicitationId)}
        onChange={() => toggleSelected(elicitationId)}
      />
      <a href={pathTo.question(elicitationId)} aria-current={isCurrent ? 'true' : undefined}>
        <span class="what">
          {!isOurs(asker) && <span class="tag own">{askedIn(asker)}</span>} <Safe text={request.message} />
        </span>
        <span class="who">
          {asker === 'program' || request.toolPath === undefined ? KINDS[asker] : <Safe text={request.toolPath} />}
        </span>
      </a>
      <time>{expiresAt === undefined ? ago(askedAt, now.value) : left(expiresAt, now.value)}</time>
    </li>
  );
}

const KINDS = {
  gate: 'the gate asks',
  handler: 'a tool asks',
  program: 'its own question, not a call at the gate',
  'in-doubt': 'of unknown outcome',
} as const;

/** Answers several at once. Only questions that were shown in full may be approved from here. */
function Toolbar() {
  const [isSending, setSending] = useState(false);
  const chosen = inOrder.value.filter(({ elicitationId }) => selected.value.has(elicitationId));
  const approvable = chosen.filter(mayApprove);
  const answerAll = async (list: readonly PendingElicitation[], action: 'accept' | 'decline'): Promise<void> => {
    setSending(true);
    const outcomes = await Promise.allSettled(
      list.map(({ elicitationId }) => answerQuestion(elicitationId, { action })),
    );
    setSending(false);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const failed = reasons.filter((reason) => reason instanceof ApiError);
    const unknown = reasons.length - failed.length;
    const done = outcomes.length - reasons.length;
    if (done > 0) tell(`${done} ${action === 'accept' ? 'approved' : 'denied'}`);
    if (failed.length > 0) tell(`${failed.length} could not be answered; they are unchanged`, true);
    if (unknown > 0) tell(`The connection broke: it is not known whether ${unknown} of them were answered`, true);
    await refreshQuestions().catch(() => undefined);
  };
  const unread = chosen.length - approvable.length;
  if (chosen.length === 0) return <p class="hints">Newest first. Select several to answer them together.</p>;
  return (
    <div class="toolbar">
      <span>{chosen.length} selected</span>
      <button
        type="button"
        class="approve"
        disabled={isSending || !isLive() || unread > 0}
        onClick={() => void answerAll(approvable, 'accept')}
      >
        Approve all
      </button>
      <button
        type="button"
        class="deny"
        disabled={isSending || !isLive()}
        onClick={() => void answerAll(chosen, 'decline')}
      >
        Deny all
      </button>
      {unread > 0 && (
        <a class="button" href="/review">
          Read {unread === 1 ? 'the one' : `the ${unread}`} you have not read
        </a>
      )}
    </div>
  );
}

/** Calls at the gate that were read as they stand. All else, and what several people decide, is answered one by one. */
const mayApprove = (question: PendingElicitation): boolean =>
  question.request.type === 'approval' &&
  question.asker === 'gate' &&
  question.approvals === undefined &&
  isSeen(question);
