import type { ExecutionSummary } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type ExecutionRow, listExecutions } from '../../client/api.ts';
import { changes } from '../../client/live.ts';
import { pathTo } from '../../route.ts';
import { ago, clock, seconds } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';
import { now } from '../../client/store.ts';
import { usePages } from '../../client/use-pages.ts';
import { ListTable } from '../list-table.tsx';

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
        columns={['execution', 'status', 'agent · session', 'calls', 'took', 'updated']}
        empty="There are no such executions."
        keyOf={({ id }) => id}
        cells={(one) => [
          <Title key="execution" one={one} />,
          <Status key="status" {...one} />,
          <span key="agent">
            {one.agent !== undefined && (
              <>
                <Safe text={one.agent} />{' '}
              </>
            )}
            <span class="context clip one">
              <Safe text={one.session} />
            </span>
          </span>,
          one.calls,
          <span key="took" class="nowrap">
            {isTerminalStatus(one.status) ? seconds(one.updatedAt - one.createdAt) : '…'}
          </span>,
          <span key="updated" class="nowrap" title={clock(one.updatedAt)}>
            {ago(one.updatedAt, now.value)}
          </span>,
        ]}
      />
    </>
  );
}

/** What it is for, and what came of it, each in one line. */
function Title({ one }: { readonly one: ExecutionRow }) {
  const { id, title = '', result, error, damage } = one;
  const problem = error?.message ?? damage?.problem;
  return (
    <>
      <a class="clip one" href={pathTo.execution(id)} title={id}>
        {title === '' ? <code>{id}</code> : <Safe text={title} />}
      </a>
      {result !== undefined && (
        <span class="context clip one">
          → <Safe text={result} />
        </span>
      )}
      {problem !== undefined && (
        <span class="context clip one problem">
          <Safe text={problem} />
        </span>
      )}
    </>
  );
}

function Status({ status, queued, openQuestions }: ExecutionSummary) {
  return (
    <span class="nowrap">
      <span class={`tag ${status}`}>{queued ? 'queued' : status}</span>
      {openQuestions > 0 && <span class="context"> {openQuestions.toLocaleString('en-US')} open</span>}
    </span>
  );
}
