import { type Answered, listAnswers } from '../client/api.ts';
import { changes } from '../client/live.ts';
import { now } from '../client/clock.ts';
import { usePages } from '../client/use-pages.ts';
import { pathTo } from '../route.ts';
import { askedIn, isOurs } from '../show/asked-by.ts';
import { ago, clock, seconds } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { useThrottled } from '../client/use-throttled.ts';
import { UndoButton } from './execution/undo.tsx';
import { ListTable } from './list-table.tsx';

const READ_AGAIN_MS = 2_000;
const A_SCREEN = 20;

/** What was answered, by whom, and how it ended. */
export function RecentView() {
  const pages = usePages(listAnswers, { on: [useThrottled(changes.value, READ_AGAIN_MS)], least: A_SCREEN });
  return (
    <>
      <h1>Recent</h1>
      <ListTable
        pages={pages}
        columns={['question', { plain: 'answer' }, 'by', { plain: 'how it ended' }, { plain: 'when' }]}
        empty="Nobody has answered anything yet."
        keyOf={({ elicitationId, at }) => `${elicitationId} ${at}`}
        cells={(one) => [
          <Question key="question" one={one} />,
          <Said key="answer" one={one} />,
          <span key="by">
            <Safe text={one.by.principal} /> <span class="quiet">{one.by.channel}</span>
          </span>,
          <Ended key="ended" one={one} />,
          <span key="when" class="when" title={clock(one.at)}>
            {ago(one.at, now.value)}
          </span>,
        ]}
      />
    </>
  );
}

interface AnsweredProps {
  readonly one: Answered;
}

function Question({ one }: AnsweredProps) {
  const { asker, message, elicitationId, toolPath, session, agent } = one;
  return (
    <>
      <a class="clip" href={pathTo.question(elicitationId)}>
        {!isOurs(asker) && `${askedIn(asker)} `}
        <Safe text={message} />
      </a>
      <span class="context">
        {isOurs(asker) && toolPath !== undefined && (
          <>
            <Safe text={toolPath} />
            {' · '}
          </>
        )}
        {agent !== undefined && (
          <>
            <Safe text={agent} />
            {' · '}
          </>
        )}
        <Safe text={session} />
      </span>
    </>
  );
}

const SAID = {
  accept: ['good', 'accepted'],
  decline: ['bad', 'declined'],
  cancel: ['', 'dismissed'],
  denied: ['bad', 'not shared'],
  other: ['', 'own words'],
  expired: ['bad', 'expired'],
  timeout: ['bad', 'timed out'],
  not_supported: ['', 'not supported'],
} as const;

function Said({ one: { action, asker, areEdited, reason } }: AnsweredProps) {
  const [tone, words] = SAID[action];
  const isCall = asker === 'gate';
  return (
    <>
      <span class={`tag ${tone}`}>
        {isCall && action === 'accept' ? 'approved' : isCall && action === 'decline' ? 'denied' : words}
      </span>
      {areEdited && <span class="context"> with other arguments</span>}
      {reason !== undefined && (
        <span class="context clip">
          <Safe text={reason} />
        </span>
      )}
    </>
  );
}

/** How the call ended. A question that nobody waits behind has ended with its answer. */
function Ended({ one: { outcome, asker, action, executionId, canUndo } }: AnsweredProps) {
  const isRun = asker === 'gate' && action === 'accept';
  return (
    <>
      {isRun && <OutcomeWords outcome={outcome} />}{' '}
      <a class="nowrap" href={pathTo.execution(executionId)}>
        the execution
      </a>{' '}
      {canUndo && <UndoButton executionId={executionId} class="link" />}
    </>
  );
}

function OutcomeWords({ outcome }: Pick<Answered, 'outcome'>) {
  switch (outcome.kind) {
    case 'running':
      return 'running…';
    case 'returned':
      return `done in ${seconds(outcome.ms)}`;
    case 'threw':
      return (
        <span class="clip problem">
          failed: <Safe text={outcome.message} />
        </span>
      );
    case 'ended':
      return 'the execution ended first';
  }
}
