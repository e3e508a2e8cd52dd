import type { JournalEntry } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import { cancelExecution, type ExecutionView as Execution, readJournal, showExecution } from '../client/api.ts';
import { changes } from '../client/live.ts';
import { pathTo } from '../route.ts';
import { askedIn, isOurs } from '../show/asked-by.ts';
import { JsonView } from '../show/json-view.tsx';
import { LateOutcome } from '../show/late-outcome.tsx';
import { clock } from '../show/moment.ts';
import { Safe, SafeBlock } from '../show/safe.tsx';
import { SourceView } from '../show/source-view.tsx';
import { Timeline } from '../show/timeline.tsx';
import { now } from '../client/store.ts';
import { tell } from '../toasts.tsx';
import { useLoaded } from '../client/use-loaded.ts';
import { SideQuestBanner } from './question/side-quests.tsx';

export function ExecutionPage({ id }: { readonly id: string }) {
  const change = changes.value.get(id) ?? 0;
  const execution = useLoaded(() => showExecution(id), [id, change]);
  const journal = useLoaded(() => readJournal(id), [id, change]);
  if (execution.kind === 'failed') return <p class="caution">{execution.message}</p>;
  if (execution.kind === 'loading' || journal.kind !== 'loaded') return <p class="quiet">Reading the journal…</p>;
  return <Whole execution={execution.value} journal={journal.value.items} />;
}

interface WholeProps {
  readonly execution: Execution;
  readonly journal: readonly JournalEntry[];
}

function Whole({ execution, journal }: WholeProps) {
  const asking = new Set(execution.status === 'paused' ? execution.pending.map(({ call }) => call) : []);
  const marked = execution.calls.flatMap(({ call, line }) => (asking.has(call) ? (line ?? []) : []));
  return (
    <>
      <SideQuestBanner execution={execution} />
      <Head execution={execution} />
      <section class="sheet">
        <h2>Timeline</h2>
        <Timeline journal={journal} now={now.value} />
      </section>
      <Outcome execution={execution} />
      <Defects execution={execution} />
      <Late execution={execution} />
      {execution.emitted.length > 0 && (
        <section class="sheet">
          <h2>Shown to you</h2>
          {execution.emitted.map((value, index) => (
            <JsonView key={String(index)} value={value} />
          ))}
        </section>
      )}
      {execution.logs.length > 0 && (
        <section class="sheet">
          <h2>Log</h2>
          <SafeBlock text={execution.logs.map(({ level, text }) => `${level}: ${text}`).join('\n')} />
        </section>
      )}
      <section class="sheet">
        <h2>Program</h2>
        <SourceView source={execution.source} marked={marked} />
      </section>
      <Journal journal={journal} />
    </>
  );
}

function Head({ execution }: { readonly execution: Execution }) {
  const { executionId, status, session, agent, createdAt, sandbox } = execution;
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled';
  const cancel = (): void => {
    cancelExecution(executionId).then(
      () => tell('Cancelled'),
      (error: Error) => tell(error.message, true),
    );
  };
  return (
    <header class="sheet">
      <h1>
        Execution <span class={`tag ${status}`}>{status}</span>
      </h1>
      <dl class="facts">
        <dt>id</dt>
        <dd>
          <code>{executionId}</code>
        </dd>
        <dt>session</dt>
        <dd>
          <Safe text={session} />
          {agent !== undefined && (
            <>
              , agent <Safe text={agent} />
            </>
          )}
        </dd>
        <dt>started</dt>
        <dd>{clock(createdAt)}</dd>
        {sandbox !== undefined && (
          <>
            <dt>sandbox</dt>
            <dd>{sandbox}</dd>
          </>
        )}
      </dl>
      {!isOver && (
        <p>
          <button type="button" class="deny" onClick={cancel}>
            Cancel it
          </button>
        </p>
      )}
    </header>
  );
}

function Outcome({ execution }: { readonly execution: Execution }) {
  switch (execution.status) {
    case 'completed':
      return (
        <section class="sheet">
          <h2>Result</h2>
          <JsonView value={execution.value} />
        </section>
      );
    case 'failed':
      return (
        <section class="sheet">
          <h2>Why it failed</h2>
          <SafeBlock text={execution.error.message} />
          <p class="quiet">
            <code>{execution.error.code}</code>
            {execution.error.line !== undefined && <> in line {execution.error.line}</>}
          </p>
        </section>
      );
    case 'paused':
      return (
        <section class="sheet">
          <h2>Waits for you</h2>
          <ul>
            {execution.pending.map(({ elicitationId, message, asker }) => (
              <li key={elicitationId}>
                {!isOurs(asker) && `${askedIn(asker)} `}
                <a href={pathTo.question(elicitationId)}>
                  <Safe text={message} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      );
    case 'sleeping':
      return <p class="sheet">It sleeps until {clock(execution.wakeAt)}.</p>;
    case 'running':
    case 'cancelled':
      return null;
  }
}

/** Effects that nobody waited for: the execution was over, or the handler's time was. */
function Defects({ execution: { calls } }: { readonly execution: Execution }) {
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

function Late({ execution: { calls, status } }: { readonly execution: Execution }) {
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

function Journal({ journal }: { readonly journal: readonly JournalEntry[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="sheet">
      <h2>Journal</h2>
      {isOpen ? (
        journal.map((entry) => (
          <details key={entry.seq}>
            <summary>
              {entry.seq} <strong>{entry.kind}</strong> <span class="quiet">{clock(entry.at)}</span>
            </summary>
            <SafeBlock text={JSON.stringify(entry, null, 2)} />
          </details>
        ))
      ) : (
        <button type="button" class="more" onClick={() => setOpen(true)}>
          Show all {journal.length} entries
        </button>
      )}
    </section>
  );
}
