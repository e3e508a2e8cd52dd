import type { PendingElicitation } from '@toolshed/kernel';
import { safeText } from '@toolshed/server/present';
import { useCallback, useMemo } from 'preact/hooks';
import { signal } from '@preact/signals';
import { selectRange, toggleSelected } from '../../client/selection.ts';
import { now } from '../../client/clock.ts';
import { filter } from '../../client/filter.ts';
import { isSeen, readMore, selected } from '../../client/store.ts';
import { pathTo } from '../../route.ts';
import { toolOf } from '@toolshed/server/present';
import { askedIn, isOurs, KINDS } from '../../show/asked-by.ts';
import { ago, left } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';
import { VirtualList } from '../../virtual-list.tsx';
import { Group } from './group.tsx';

type Line =
  | { readonly kind: 'group'; readonly questions: readonly PendingElicitation[] }
  | { readonly kind: 'question'; readonly question: PendingElicitation; readonly isInGroup: boolean };

/** A group of one needs no line of its own: what it would say stands in the line of its question. */
function linesOf(list: readonly PendingElicitation[]): readonly Line[] {
  const groups = Map.groupBy(list, ({ executionId }) => executionId);
  return [...groups.values()].flatMap((questions): readonly Line[] => {
    const isInGroup = questions.length > 1;
    const lines = questions.map((question): Line => ({ kind: 'question', question, isInGroup }));
    return isInGroup ? [{ kind: 'group', questions }, ...lines] : lines;
  });
}

const keyOf = (line: Line): string =>
  line.kind === 'question' ? line.question.elicitationId : `all of ${line.questions[0]?.executionId}`;

/** Fingers need room; a pointer does not. */
const touch = matchMedia('(pointer: coarse)');
const isTouch = signal(touch.matches);
touch.addEventListener('change', ({ matches }) => {
  isTouch.value = matches;
});
/** Where the question and its context stand below each other. */
const slim = matchMedia('(max-width: 44rem)');
const isSlim = signal(slim.matches);
slim.addEventListener('change', ({ matches }) => {
  isSlim.value = matches;
});
const HEIGHTS = {
  oneLine: { group: 32, question: 35 },
  twoLines: { group: 40, question: 42 },
  touch: { group: 52, question: 56 },
} as const;

interface QuestionListProps {
  readonly list: readonly PendingElicitation[];
  readonly current: string | undefined;
  /** It stands beside what is read. */
  readonly isBeside: boolean;
}

export function QuestionList({ list, current, isBeside }: QuestionListProps) {
  const lines = useMemo(() => linesOf(list), [list]);
  const heights = HEIGHTS[isTouch.value ? 'touch' : isBeside || isSlim.value ? 'twoLines' : 'oneLine'];
  const heightOf = useCallback(({ kind }: Line) => heights[kind], [heights]);
  const at = lines.findIndex((line) => line.kind === 'question' && line.question.elicitationId === current);
  if (list.length === 0) return <p class="empty">No open question fits.</p>;
  return (
    <VirtualList
      // What another filter finds is another list, from its beginning.
      key={JSON.stringify(filter.value)}
      items={lines}
      keyOf={keyOf}
      label="Open questions"
      onEnd={readMore}
      heightOf={heightOf}
      current={at < 0 ? undefined : at}
    >
      {(line, style) =>
        line.kind === 'group' ? (
          <Group key={line.questions[0]?.executionId} questions={line.questions} style={style} />
        ) : (
          <Item
            key={line.question.elicitationId}
            question={line.question}
            isInGroup={line.isInGroup}
            style={style}
            isCurrent={line.question.elicitationId === current}
          />
        )
      }
    </VirtualList>
  );
}

/** After the list has been drawn where the current question is. */
export function focusCurrent(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('.list [aria-current="true"]')?.focus({ preventScroll: true });
    }),
  );
}

interface ItemProps {
  readonly question: PendingElicitation;
  readonly isInGroup: boolean;
  readonly style: { readonly top: string; readonly height: string };
  readonly isCurrent: boolean;
}

function Item({ question, isInGroup, style, isCurrent }: ItemProps) {
  const { elicitationId, request, asker, askedAt, expiresAt, agent, session } = question;
  const isOwn = !isOurs(asker);
  const words = isOwn ? `${askedIn(asker)} ${request.message}` : request.message;
  const tool = toolOf(question);
  const classes = ['item', isCurrent && 'current', isOwn && 'own', isSeen(question) && 'seen', isInGroup && 'in-group'];
  return (
    <li class={classes.filter(Boolean).join(' ')} style={style}>
      <label class="pick">
        <input
          type="checkbox"
          aria-label={`Select: ${safeText(words)}`}
          checked={selected.value.has(elicitationId)}
          onClick={(event) => {
            if (!event.shiftKey) return toggleSelected(elicitationId);
            event.preventDefault();
            selectRange(elicitationId);
          }}
        />
      </label>
      <a href={pathTo.question(elicitationId)} aria-current={isCurrent ? 'true' : undefined}>
        <span class="what">
          {isOwn && <span class="tag own">{askedIn(asker)}</span>} <Safe text={request.message} />
        </span>
        <span class="context">
          {tool === undefined ? KINDS[asker] : <Safe text={tool} />}
          {!isInGroup && (
            <>
              {' · '}
              {agent !== undefined && (
                <>
                  <Safe text={agent} />
                  {' · '}
                </>
              )}
              <Safe text={session} />
            </>
          )}
        </span>
      </a>
      <time class={expiresAt === undefined ? '' : 'expiring'}>
        {expiresAt === undefined ? ago(askedAt, now.value) : left(expiresAt, now.value)}
      </time>
    </li>
  );
}
