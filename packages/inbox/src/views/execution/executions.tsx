// The list of executions, page by page, narrowed by status and purpose.

import { useState } from 'preact/hooks';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type ExecutionRow, listExecutions } from '../../client/api.ts';
import { changes } from '../../client/live.ts';
import { pathTo } from '../../route.ts';
import { ago, between, clock, seconds } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';
import { Whose } from '../../show/whose.tsx';
import { now } from '../../client/clock.ts';
import { usePages } from '../../client/use-pages.ts';
import { statusWords } from '../../show/status-words.ts';
import { PurposeWords } from './purpose-words.tsx';
import { useThrottled } from '../../client/use-throttled.ts';
import { ListTable } from '../list-table.tsx';

const READ_AGAIN_MS = 2_000;

const STATUSES = ['', 'running', 'paused', 'sleeping', 'completed', 'failed', 'cancelled', 'damaged'] as const;

export function ExecutionsView() {
  const [status, setStatus] = useState('');
  const [purpose, setPurpose] = useState('');
  const filter = { ...(status === '' ? {} : { status }), ...(purpose === '' ? {} : { purpose }) };
  const pages = usePages((cursor) => listExecutions({ ...filter, cursor }), {
    about: [status, purpose],
    on: [useThrottled(changes.value, READ_AGAIN_MS)],
  });
  return (
    <>
      <h1>Executions</h1>
      <div class="toolbar">
        <label>
          Status{' '}
          <select value={status} onChange={({ currentTarget }) => setStatus(currentTarget.value)}>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {one === '' ? 'any' : statusWords(one)}
              </option>
            ))}
          </select>
        </label>
        <label>
          For{' '}
          <select value={purpose} onChange={({ currentTarget }) => setPurpose(currentTarget.value)}>
            <option value="">anything</option>
            <option value="plan">plans</option>
            <option value="approved-plan">runs of plans</option>
            <option value="undo">undos</option>
          </select>
        </label>
      </div>
      <ListTable
        pages={pages}
        columns={[
          'execution',
          { plain: 'status' },
          { plain: 'agent · session' },
          'calls',
          'took',
          { plain: 'updated' },
        ]}
        empty="There are no such executions."
        keyOf={({ id }) => id}
        cells={(one) => [
          <Title key="execution" one={one} />,
          <Status key="status" {...one} />,
          <Whose key="agent" agent={one.agent} session={one.session} />,
          one.calls.toLocaleString('en-US'),
          <Took key="took" one={one} />,
          <span key="updated" class="when" title={clock(one.updatedAt)}>
            {ago(one.updatedAt, now.value)}
          </span>,
        ]}
      />
    </>
  );
}

/** How long it took, or has been there so far. */
function Took({ one: { status, createdAt, updatedAt } }: { readonly one: ExecutionRow }) {
  if (isTerminalStatus(status)) return <span class="nowrap">{seconds(updatedAt - createdAt)}</span>;
  return (
    <span class="nowrap quiet" title="so far">
      {between(createdAt, now.value)}…
    </span>
  );
}

/** What it is for, and what came of it, each in one line. */
function Title({ one }: { readonly one: ExecutionRow }) {
  const { id, title = '', result, error, damage, purpose } = one;
  const problem = error?.message ?? damage?.problem;
  return (
    <>
      <span class="titled">
        {purpose !== undefined && <PurposeWords purpose={{ kind: purpose }} />}
        <a class="clip one" href={pathTo.execution(id)} title={id}>
          {title === '' ? <code>{id}</code> : <Safe text={title} />}
        </a>
      </span>
      {result !== undefined && (
        <span class="context clip one">
          → <Safe text={result} />
        </span>
      )}
      {problem !== undefined && (
        <span class={purpose === 'plan' ? 'context clip one' : 'context clip one problem'}>
          <Safe text={problem} />
        </span>
      )}
    </>
  );
}

function Status({ status, queued, openQuestions, purpose }: ExecutionRow) {
  const isPlan = purpose === 'plan';
  return (
    <span class="nowrap">
      <span class={isPlan ? 'tag' : `tag ${status}`}>{queued ? 'queued' : statusWords(status, isPlan)}</span>
      {openQuestions > 0 && <span class="context"> {openQuestions.toLocaleString('en-US')} open</span>}
    </span>
  );
}
