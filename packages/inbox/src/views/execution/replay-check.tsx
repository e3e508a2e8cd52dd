import type { ReplayReport } from '@toolshed/runtime';
import { useState } from 'preact/hooks';
import { replayExecution } from '../../client/api.ts';
import { isLive } from '../../client/connection.ts';
import { Safe } from '../../show/safe.tsx';

type Check =
  | { readonly kind: 'none' | 'running' }
  | { readonly kind: 'failed'; readonly message: string }
  | ReplayReport;

/** Runs the program again on what its journal holds, without any effect. */
export function ReplayCheck({ id }: { readonly id: string }) {
  const [check, setCheck] = useState<Check>({ kind: 'none' });
  const run = (): void => {
    setCheck({ kind: 'running' });
    replayExecution(id).then(setCheck, (error: Error) => setCheck({ kind: 'failed', message: error.message }));
  };
  return (
    <section class="sheet">
      <h2>Replay</h2>
      <Verdict check={check} />
      <button type="button" disabled={check.kind === 'running' || !isLive()} onClick={run}>
        {check.kind === 'none' ? 'Check that it replays' : 'Check again'}
      </button>
    </section>
  );
}

function Verdict({ check }: { readonly check: Check }) {
  switch (check.kind) {
    case 'none':
      return <p class="quiet">The program runs again on the results in its journal. Nothing is called.</p>;
    case 'running':
      return <p class="quiet">Replaying…</p>;
    case 'failed':
      return (
        <p class="problem" role="alert">
          <Safe text={check.message} />
        </p>
      );
    case 'same':
      return (
        <>
          <p>
            <span class="tag good">the same</span> {check.calls} calls replayed as they were recorded.
          </p>
          {check.otherTools.map(({ call, path, kind }) => (
            <p class="caution" key={call}>
              Call {call} waits: <Safe text={path} /> {OTHER_TOOL[kind]}.
            </p>
          ))}
        </>
      );
    case 'diverged':
      return (
        <>
          <p>
            <span class="tag bad">diverged</span> at call {check.call}
          </p>
          <dl class="facts">
            <dt>recorded</dt>
            <dd>
              <Safe text={check.recorded} />
            </dd>
            <dt>now</dt>
            <dd>
              <Safe text={check.replayed} />
            </dd>
            <dt>recorded with</dt>
            <dd>
              <Safe text={check.engine} />
            </dd>
          </dl>
        </>
      );
  }
}

const OTHER_TOOL = {
  missing: 'is not a tool of this host; resume it on a host that has the tool',
  changed: 'has changed since; it will be asked about again',
} as const;
