import type { Plan, PlanItem } from '@toolshed/runtime';
import { decisionWords } from '@toolshed/server/present';
import { useEffect, useState } from 'preact/hooks';
import { ActionButton } from '../../action-button.tsx';
import { approvePlan, getPlan } from '../../client/api.ts';
import { changes } from '../../client/live.ts';
import { plans } from '../../client/plans.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { useKeys } from '../../keyboard.ts';
import { go, pathTo } from '../../route.ts';
import { clock } from '../../show/moment.ts';
import { Reading } from '../../show/reading.tsx';
import { Safe, SafeBlock } from '../../show/safe.tsx';
import { revealNext } from '../../show/use-in-view.ts';
import { useShownAMoment } from '../../show/use-shown-a-moment.ts';
import { RequestCard } from '../question/request-card.tsx';
import { useFolds } from '../question/use-folds.ts';

/** What a program would ask, in order, to be approved as one. */
export function PlanPage({ id }: { readonly id: string }) {
  const plan = useLoaded(() => getPlan(id), [id, changes.value.get(id) ?? 0]);
  if (plan.kind === 'loading') return <Reading words="Reading the plan…" />;
  if (plan.kind === 'failed') return <p class="caution">{plan.message}</p>;
  // Other content is another thing to read.
  return <Whole key={plan.value.digest} plan={plan.value} />;
}

function Whole({ plan }: { readonly plan: Plan }) {
  const { planId, session, agent, createdAt, ran, items, stopped, status } = plan;
  const { folds, unseen } = useFolds();
  const row = plans.value?.find((one) => one.id === planId);
  const run = row?.run;
  useKeys({ ' ': () => void revealNext() });
  return (
    <div class="pane-question plan">
      <article class="question review">
        <header class="sheet">
          <p class="origin">
            <span class="tag">plan</span>
            <span class={run === undefined ? 'tag paused' : 'tag completed'}>
              {run === undefined ? STATUSES[status] : 'approved'}
            </span>
          </p>
          <h1>{row?.title === undefined || row.title === '' ? 'A plan' : <Safe text={row.title} />}</h1>
          <p>
            {asksWords(items)} {ranWords(ran)}
          </p>
          <dl class="facts inline">
            <div>
              <dt>session</dt>
              <dd>
                <Safe text={session} />
              </dd>
            </div>
            {agent !== undefined && (
              <div>
                <dt>agent</dt>
                <dd>
                  <Safe text={agent} />
                </dd>
              </div>
            )}
            <div>
              <dt>made</dt>
              <dd>{clock(createdAt)}</dd>
            </div>
          </dl>
          <p class="row head-links">
            <a href={pathTo.execution(planId)}>The program and its timeline</a>
            {run !== undefined && <a href={pathTo.execution(run.id)}>The run</a>}
          </p>
        </header>
        {items.map((item) => (
          <Item key={item.call} item={item} folds={folds} />
        ))}
        {stopped !== undefined && (
          <section class="sheet">
            <h2>The plan ends here</h2>
            <p>What comes after this is not part of the plan, and is asked about in the run.</p>
            <SafeBlock text={stopped.message} />
          </section>
        )}
        {status === 'ready' && run === undefined && <PlanBar plan={plan} unseen={unseen} />}
      </article>
    </div>
  );
}

const STATUSES = { running: 'being made', ready: 'waits for you', cancelled: 'cancelled' } as const;

function asksWords(items: readonly PlanItem[]): string {
  const asks = items.filter((item) => item.kind === 'call' && item.asks).length;
  if (asks === 0) return 'A run would ask about no call.';
  return asks === 1 ? 'A run would ask about this one call.' : `A run would ask about these ${asks} calls.`;
}

function ranWords(ran: number): string {
  if (ran === 0) return 'Nothing was called to find that out.';
  return `${ran === 1 ? 'One safe call' : `${ran} safe calls`} ran to find that out; nothing was changed.`;
}

type ItemProps = Pick<Parameters<typeof RequestCard>[0], 'folds'> & { readonly item: PlanItem };

function Item({ item, folds }: ItemProps) {
  const place = item.line === undefined ? `call ${item.call}` : `call ${item.call}, line ${item.line}`;
  if (item.kind === 'denied')
    return (
      <section class="sheet selected">
        <h2>
          <Safe text={item.path} />
        </h2>
        <p class="context">
          {place} · refused: {decisionWords(item.decision)}
        </p>
      </section>
    );
  if (item.kind === 'question')
    return (
      <RequestCard request={item.request} folds={folds} askedIn="The program asks:" context={place}>
        <p class="quiet">It is asked in the run.</p>
      </RequestCard>
    );
  const context = (
    <>
      <Safe text={item.path} /> · {place}
    </>
  );
  return (
    <RequestCard request={item.request} folds={folds} context={context}>
      {!item.asks && <p class="quiet">It runs without asking: {decisionWords(item.decision)}</p>}
      {item.usesStandIn && (
        <p class="caution">Its arguments depend on what an earlier call returns, so the run asks about it.</p>
      )}
    </RequestCard>
  );
}

function PlanBar({ plan: { planId, digest, items }, unseen }: { readonly plan: Plan; readonly unseen: number }) {
  const isShownLongEnough = useShownAMoment(digest);
  const [isMounted, setMounted] = useState(false);
  // The cards count themselves as unseen once they are drawn.
  useEffect(() => setMounted(true), []);
  const asks = items.filter((item) => item.kind === 'call' && item.asks && !item.usesStandIn).length;
  const approve = async (): Promise<void> => {
    const run = await approvePlan(planId, digest);
    go(pathTo.execution(run.executionId));
  };
  return (
    <div class={isShownLongEnough || unseen > 0 ? 'decision' : 'decision pausing'} data-covers="bottom">
      {unseen > 0 && (
        <p class="unseen" id="unseen">
          Part of it is not shown yet.
          <button type="button" class="link" onClick={() => revealNext()}>
            Read on<kbd>Space</kbd>
          </button>
        </p>
      )}
      <div class="row">
        <ActionButton
          class="approve"
          busy="Starting the run…"
          isOff={unseen > 0 || !isMounted || !isShownLongEnough}
          act={approve}
        >
          {asks === 0 ? 'Run it' : `Approve ${asks === 1 ? 'this call' : `these ${asks} calls`} and run it`}
        </ActionButton>
        <a class="button" href="/plans">
          Back
        </a>
      </div>
    </div>
  );
}
