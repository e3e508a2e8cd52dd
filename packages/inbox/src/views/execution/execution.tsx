// The page of one execution: reads it with its journal, and reads them again as it changes.

import type { EntryView } from '@toolshed/server';
import { useState } from 'preact/hooks';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import {
  type ExecutionRow,
  type ExecutionView as Execution,
  listExecutions,
  readJournal,
  showExecution,
} from '../../client/api.ts';
import { changes } from '../../client/live.ts';
import { pathTo } from '../../route.ts';
import { askedIn, isOurs } from '../../show/asked-by.ts';
import { JsonView } from '../../show/json-view.tsx';
import { clock } from '../../show/moment.ts';
import { Reading } from '../../show/reading.tsx';
import { Safe, SafeBlock } from '../../show/safe.tsx';
import { SourceView } from '../../show/source-view.tsx';
import { Timeline } from '../../show/timeline.tsx';
import { now } from '../../client/clock.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { Defects, Late } from './beside.tsx';
import { Head } from './execution-head.tsx';
import { Logs } from './logs.tsx';
import { ReplayCheck } from './replay-check.tsx';
import { SaveAsTool } from './save-as-tool.tsx';
import { SideQuestBanner } from '../question/side-quests.tsx';

export function ExecutionPage({ id }: { readonly id: string }) {
  const change = changes.value.get(id) ?? 0;
  const execution = useLoaded(() => showExecution(id), [id, change]);
  const journal = useLoaded(() => readJournal(id), [id, change]);
  // What it is of is over when it begins, so only what begins changes it.
  const related = useLoaded(() => listExecutions({ of: id }), [id, change]);
  if (execution.kind === 'failed') return <p class="caution">{execution.message}</p>;
  if (execution.kind === 'loading' || journal.kind !== 'loaded') return <Reading words="Reading the journal…" />;
  const others = related.kind === 'loaded' ? related.value.items : [];
  return <Whole execution={execution.value} journal={journal.value.items} related={others} />;
}

interface WholeProps {
  readonly execution: Execution;
  readonly journal: readonly EntryView[];
  readonly related: readonly ExecutionRow[];
}

function Whole({ execution, journal, related }: WholeProps) {
  const [started] = journal;
  const input = started?.kind === 'started' ? started.input : undefined;
  const isSavable =
    execution.status === 'completed' && (execution.purpose?.kind ?? 'approved-plan') === 'approved-plan';
  // What came of it is read first, unless nothing else could be seen beside it.
  const isShort = execution.status !== 'completed' || JSON.stringify(execution.value ?? null).length <= SHORT;
  const asking = new Set(execution.status === 'paused' ? execution.pending.map(({ call }) => call) : []);
  const marked = execution.calls.flatMap(({ call, line }) => (asking.has(call) ? (line ?? []) : []));
  return (
    <>
      <SideQuestBanner execution={execution} />
      <Head
        execution={execution}
        endedAt={isTerminalStatus(execution.status) ? journal.at(-1)?.at : undefined}
        input={input}
        related={related}
      />
      {isShort && <Outcome execution={execution} />}
      <section class="sheet">
        <h2>Timeline</h2>
        <Timeline journal={journal} now={now.value} />
      </section>
      {!isShort && <Outcome execution={execution} />}
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
      {input !== undefined && (
        <section class="sheet">
          <h2>Input</h2>
          <JsonView value={JSON.parse(input)} />
        </section>
      )}
      <section class="sheet">
        <h2>Program</h2>
        <SourceView source={execution.source} marked={marked} />
      </section>
      {isSavable && <SaveAsTool executionId={execution.executionId} />}
      <ReplayCheck id={execution.executionId} />
      <Journal journal={journal} />
    </>
  );
}

/** So many characters stand on a screen with the timeline. */
const SHORT = 400;

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
          <ul class="bullets">{execution.pending.slice(0, FIRST).map(asLink)}</ul>
          {execution.pending.length > FIRST && (
            <details>
              <summary>{(execution.pending.length - FIRST).toLocaleString('en-US')} more</summary>
              <ul class="bullets">{execution.pending.slice(FIRST).map(asLink)}</ul>
            </details>
          )}
        </section>
      );
    case 'sleeping':
      return <p class="sheet">It sleeps until {clock(execution.wakeAt)}.</p>;
    case 'running':
    case 'cancelled':
      return null;
  }
}

/** So many questions stand before the timeline. */
const FIRST = 5;

type Waiting = Extract<Execution, { readonly status: 'paused' }>['pending'][number];

const asLink = ({ elicitationId, message, asker }: Waiting) => (
  <li key={elicitationId}>
    {!isOurs(asker) && `${askedIn(asker)} `}
    <a href={pathTo.question(elicitationId)}>
      <Safe text={message} />
    </a>
  </li>
);

function Journal({ journal }: { readonly journal: readonly EntryView[] }) {
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
