import type { JournalEntry } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type ExecutionView as Execution, readJournal, showExecution, startExecution } from '../../client/api.ts';
import { ActionButton } from '../../action-button.tsx';
import { confirmCancel } from '../cancel-execution.ts';
import { changes } from '../../client/live.ts';
import { go, pathTo } from '../../route.ts';
import { askedIn, isOurs } from '../../show/asked-by.ts';
import { JsonView } from '../../show/json-view.tsx';
import { clock, seconds } from '../../show/moment.ts';
import { Safe, SafeBlock } from '../../show/safe.tsx';
import { SourceView } from '../../show/source-view.tsx';
import { Timeline } from '../../show/timeline.tsx';
import { now } from '../../client/store.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { Defects, Late } from './beside.tsx';
import { Logs } from './logs.tsx';
import { ReplayCheck } from './replay-check.tsx';
import { Undo } from './undo.tsx';
import { SideQuestBanner } from '../question/side-quests.tsx';

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
      <Head execution={execution} endedAt={isTerminalStatus(execution.status) ? journal.at(-1)?.at : undefined} />
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
      <Logs journal={journal} />
      <section class="sheet">
        <h2>Program</h2>
        <SourceView source={execution.source} marked={marked} />
      </section>
      <ReplayCheck id={execution.executionId} />
      <Journal journal={journal} />
    </>
  );
}

function Head({ execution, endedAt }: { readonly execution: Execution; readonly endedAt: number | undefined }) {
  const { executionId, status, session, agent, createdAt, sandbox, source } = execution;
  const isOver = isTerminalStatus(status);
  const openQuestions = execution.status === 'paused' ? execution.pending.length : 0;
  const runAgain = async (): Promise<void> => {
    const started = await startExecution(source, session);
    go(pathTo.execution(started.executionId));
  };
  return (
    <header class="sheet">
      <h1>
        Execution <span class={`tag ${status}`}>{status}</span>
      </h1>
      <p class="says-first">
        <Safe text={firstLineOf(source)} />
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
          <dt>started</dt>
          <dd>
            {clock(createdAt)}
            {endedAt !== undefined && <span class="quiet">, took {seconds(endedAt - createdAt)}</span>}
          </dd>
        </div>
        {sandbox !== undefined && (
          <div>
            <dt>sandbox</dt>
            <dd>{sandbox}</dd>
          </div>
        )}
        <div>
          <dt>id</dt>
          <dd>
            <code>{executionId}</code>
          </dd>
        </div>
      </dl>
      <p class="row head-actions">
        {!isOver && (
          <ActionButton class="deny" busy="Cancelling…" act={() => confirmCancel(executionId, openQuestions)}>
            Cancel it
          </ActionButton>
        )}
        <ActionButton busy="Starting…" act={runAgain}>
          Run it again as new
        </ActionButton>
        <Undo execution={execution} />
      </p>
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

/** The first line with something in it. */
const firstLineOf = (source: string): string => source.split('\n').find((line) => line.trim() !== '') ?? '';
