import { useEffect } from 'preact/hooks';
import { isWaiting, type PlanRow, plans, readPlans } from '../../client/plans.ts';
import { now } from '../../client/clock.ts';
import { pathTo } from '../../route.ts';
import { ago, clock } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';
import { Whose } from '../../show/whose.tsx';
import { tell } from '../../toasts.tsx';
import { ListTable } from '../list-table.tsx';

/** Plans, those that wait for somebody first. */
export function PlansView() {
  useEffect(() => {
    readPlans().catch((error: Error) => tell(error.message, true));
  }, []);
  const items = plans.value?.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
  return (
    <>
      <h1>Plans</h1>
      <ListTable
        pages={{ items, total: items?.length, more: undefined, problem: undefined }}
        columns={['plan', { plain: 'status' }, { plain: 'agent · session' }, { plain: 'made' }]}
        empty="There are no plans. A plan says what a program would ask, before anything happens: “toolshed plan file.ts”."
        keyOf={({ id }) => id}
        cells={(one) => [
          <a key="plan" class="clip one" href={pathTo.plan(one.id)} title={one.id}>
            {one.title === undefined || one.title === '' ? <code>{one.id}</code> : <Safe text={one.title} />}
          </a>,
          <Status key="status" one={one} />,
          <Whose key="agent" agent={one.agent} session={one.session} />,
          <span key="made" class="when" title={clock(one.createdAt)}>
            {ago(one.createdAt, now.value)}
          </span>,
        ]}
      />
    </>
  );
}

function Status({ one }: { readonly one: PlanRow }) {
  if (isWaiting(one)) return <span class="tag paused">waits for you</span>;
  if (one.run === undefined) return <span class="tag">{one.status === 'cancelled' ? 'cancelled' : 'being made'}</span>;
  return (
    <>
      <span class="tag completed">approved</span> <a href={pathTo.execution(one.run.id)}>the run</a>
    </>
  );
}
