import { countWords } from '@toolshed/server/present';
import type { PendingElicitation } from '@toolshed/kernel';
import { useEffect } from 'preact/hooks';
import { isFiltering, search } from '../../client/filter.ts';
import { chosenShown, selectRange, toggleAll, toggleSelected } from '../../client/selection.ts';
import { find, foundTotal, isAllRead, keepReading, questions, shown, total } from '../../client/store.ts';
import { useKeys } from '../../keyboard.ts';
import { go, pathTo } from '../../route.ts';
import { Gone } from '../question/gone.tsx';
import { QuestionView } from '../question/question.tsx';
import { Review } from '../question/review.tsx';
import { FilterBar } from './filter-bar.tsx';
import { focusCurrent, QuestionList } from './question-list.tsx';
import { SelectionBar } from './selection-bar.tsx';

interface InboxProps {
  readonly question?: string | undefined;
  /** Shows what is selected, all of it on one page. */
  readonly isReview?: boolean;
}

/** Open questions on one side, the one being read, or those being read together, on the other. */
export function InboxView({ question, isReview = false }: InboxProps) {
  const list = shown.value;
  const index = list.findIndex(({ elicitationId }) => elicitationId === question);
  const move = (by: number): void => {
    const next = list[index < 0 ? 0 : Math.min(list.length - 1, Math.max(0, index + by))];
    if (next === undefined) return;
    go(pathTo.question(next.elicitationId));
    focusCurrent();
  };
  const goOn = (): void => {
    const next = list[index + 1] ?? list[index - 1];
    go(next ? pathTo.question(next.elicitationId) : '/');
    focusCurrent();
  };
  const isKnown = question !== undefined && index >= 0;
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => void (isKnown && toggleSelected(question)),
    X: () => void (isKnown && selectRange(question)),
    '*': toggleAll,
    r: () => void (chosenShown().length > 0 && go('/review')),
    '/': () => document.querySelector<HTMLElement>('.filters input')?.focus(),
  });
  useEffect(() => keepReading(question), [question]);
  useEffect(find, [search.value]);
  if (questions.value === undefined) return <Loading />;
  if (total.value === 0 && question === undefined) return <NothingOpen />;
  const current = questions.value.find(({ elicitationId }) => elicitationId === question);
  const isReading = question !== undefined || isReview;
  return (
    <div class={isReading ? 'split reading' : 'split'}>
      <div class="pane-list">
        <header class="list-head">
          <h1>
            Inbox <Count />
          </h1>
          <FilterBar />
        </header>
        <SelectionBar isReview={isReview} />
        <QuestionList list={list} current={question} isBeside={isReading} />
      </div>
      {isReading && (
        <div class="pane-question">
          <a class="back" href="/">
            ← Inbox
          </a>
          {current && <QuestionView key={keyOf(current)} question={current} onAnswered={goOn} />}
          {!current && question !== undefined && <Gone id={question} />}
          {isReview && <Review list={chosenShown()} />}
        </div>
      )}
    </div>
  );
}

/** How many are open; while a filter is set, how many of them it finds. */
function Count() {
  const all = countWords(total.value);
  if (!isFiltering.value) return <span class="quiet total">{all} open</span>;
  return (
    <span class="quiet total">
      {foundTotal.value.toLocaleString('en-US')} of {all}
      {!isAllRead.value && foundTotal.value === 0 && ', looking…'}
    </span>
  );
}

/** A question in other words has to be read again. */
const keyOf = ({ elicitationId, request }: PendingElicitation): string => `${elicitationId}${JSON.stringify(request)}`;

function Loading() {
  return (
    <div class="split" aria-busy="true">
      <div class="pane-list">
        <header class="list-head">
          <h1>Inbox</h1>
        </header>
        <div class="selection" />
        <div class="list skeleton" role="status">
          <span class="visually-hidden">Reading the open questions…</span>
        </div>
      </div>
    </div>
  );
}

function NothingOpen() {
  return (
    <div class="empty">
      <h1>Nothing waits for you</h1>
      <p>When a program calls a tool that changes something, its question appears here by itself.</p>
      <p>
        <a href="/recent">What was answered</a> · <a href="/executions">What has run</a>
      </p>
    </div>
  );
}
