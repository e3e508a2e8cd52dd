// What happened beside the program, which learned nothing of it.

import type { ExecutionView as Execution } from '../../client/api.ts';
import { LateOutcome } from '../../show/late-outcome.tsx';
import { Safe, SafeBlock } from '../../show/safe.tsx';

/** What handlers threw. */
export function Defects({ execution: { calls } }: { readonly execution: Execution }) {
  const failures = calls.flatMap(({ call, path, defect }) => (defect === undefined ? [] : [{ call, path, defect }]));
  if (failures.length === 0) return null;
  return (
    <section class="sheet" aria-label="Failures of tools">
      <h2>Failures of tools</h2>
      <p class="quiet">What handlers threw. The program only learned that they failed.</p>
      {failures.map(({ call, path, defect }) => (
        <section key={String(call)}>
          <h3>
            Call {call}, <Safe text={path} />
          </h3>
          <SafeBlock text={defect} />
        </section>
      ))}
    </section>
  );
}

/** Effects that nobody waited for: the execution was over, or the handler's time was. */
export function Late({ execution: { calls, status } }: { readonly execution: Execution }) {
  const late = calls.flatMap(({ call, path, lateOutcome }) => (lateOutcome ? [{ call, path, lateOutcome }] : []));
  if (late.length === 0) return null;
  return (
    <section class="sheet" aria-label="Finished late">
      <h2>Finished late</h2>
      <p class="caution">
        {late.length === 1 ? 'A handler was' : `${late.length} handlers were`} still at work when nobody waited any more
        {status === 'cancelled' && '; cancelling did not undo what was done'}. The program was not told.
      </p>
      {late.map(({ call, path, lateOutcome }) => (
        <div key={call}>
          <h3>
            Call {call}, <Safe text={path} />
          </h3>
          <LateOutcome late={lateOutcome} />
        </div>
      ))}
    </section>
  );
}
