import type { ExecutionSummary } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import { listExecutions } from '../client/api.ts';
import { changes } from '../client/live.ts';
import { pathTo } from '../route.ts';
import { ago, clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { now } from '../client/store.ts';
import { usePages } from '../client/use-pages.ts';
import { ListTable } from './list-table.tsx';

const STATUSES = ['', 'running', 'paused', 'sleeping', 'completed', 'failed', 'cancelled', 'damaged'] as const;

export function ExecutionsView() {
  const [status, setStatus] = useState('');
  const filter = status === '' ? {} : { status };
  const pages = usePages((cursor) => listExecutions({ ...filter, cursor }), { about: [status], on: [changes.value] });
  return (
    <>
      <h1>Executions</h1>
      <div class="toolbar">
        <label>
          Status{' '}
          <select value={status} onChange={({ currentTarget }) => setStatus(currentTarget.value)}>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {one === '' ? 'any' : one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ListTable
        pages={pages}
        columns={['execution', 'status', 'session', 'calls', 'questions', 'updated']}
        empty="There are no such executions."
        keyOf={({ id }) => id}
        cells={(one) => [
          <a key="execution" href={pathTo.execution(one.id)}>
            <code>{one.id}</code>
          </a>,
          <Status key="status" {...one} />,
          <Safe key="session" text={one.session} />,
          one.calls,
          one.openQuestions,
          <span key="updated" title={clock(one.updatedAt)}>
            {ago(one.updatedAt, now.value)}
          </span>,
        ]}
      />
    </>
  );
}

function Status({ status, damage, queued }: Pick<ExecutionSummary, 'status' | 'damage' | 'queued'>) {
  return (
    <>
      <span class={`tag ${status}`}>{queued ? 'queued' : status}</span>
      {damage !== undefined && (
        <div class="dim">
          <Safe text={damage.problem} />
        </div>
      )}
    </>
  );
}
