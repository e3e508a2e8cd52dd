import { useState } from 'preact/hooks';
import { listExecutions } from '../client/api.ts';
import { changes } from '../client/live.ts';
import { pathTo } from '../route.ts';
import { ago, clock } from '../show/moment.ts';
import { Safe } from '../show/safe.tsx';
import { now } from '../client/store.ts';
import { usePages } from '../client/use-pages.ts';
import { More } from './more.tsx';

const STATUSES = ['', 'running', 'paused', 'sleeping', 'completed', 'failed', 'cancelled', 'damaged'] as const;

export function ExecutionsView() {
  const [status, setStatus] = useState('');
  const filter = status === '' ? {} : { status };
  const pages = usePages((cursor) => listExecutions({ ...filter, cursor }), { about: [status], on: [changes.value] });
  const { items } = pages;
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
      {items?.length === 0 && <p class="empty">None.</p>}
      {items !== undefined && items.length > 0 && (
        <div class="sheet scroll">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">execution</th>
                <th scope="col">status</th>
                <th scope="col">session</th>
                <th scope="col">calls</th>
                <th scope="col">questions</th>
                <th scope="col">updated</th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <tr key={one.id}>
                  <td>
                    <a href={pathTo.execution(one.id)}>
                      <code>{one.id}</code>
                    </a>
                  </td>
                  <td>
                    <span class={`tag ${one.status}`}>{one.status}</span>
                    {one.damage !== undefined && (
                      <div class="dim">
                        <Safe text={one.damage.problem} />
                      </div>
                    )}
                  </td>
                  <td>
                    <Safe text={one.session} />
                  </td>
                  <td>{one.calls}</td>
                  <td>{one.openQuestions}</td>
                  <td title={clock(one.updatedAt)}>{ago(one.updatedAt, now.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <More {...pages} />
        </div>
      )}
    </>
  );
}
