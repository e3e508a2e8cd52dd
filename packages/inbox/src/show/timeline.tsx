import type { EntryView } from '@toolshed/server';
import { decisionWords } from '@toolshed/server/present';
import { useState } from 'preact/hooks';
import { callFactsOf } from './call-facts.ts';
import { JsonView } from './json-view.tsx';
import { between, clock, seconds, tickWords } from './moment.ts';
import { Safe, SafeBlock } from './safe.tsx';
import { evenScaleOf, type Row, scaleOf, sparseTicks, ticksOf, timelineOf } from './timeline-of.ts';

interface TimelineProps {
  readonly journal: readonly EntryView[];
  readonly now: number;
}

const MAX_ZOOM = 16;
/** So many lanes are drawn at first: what stands below them can be reached. */
const FEW_LANES = 50;

/** Calls, waits and answers over time: a lane for each call, so that what ran at once stands below each other. */
export function Timeline({ journal, now }: TimelineProps) {
  const [zoom, setZoom] = useState(1);
  const [isEven, setEven] = useState(false);
  const [opened, setOpened] = useState<number>();
  const [isWhole, setWhole] = useState(false);
  const rows = timelineOf(journal);
  const start = journal[0]?.at ?? now;
  const isOpen = rows.some(({ stretches }) => stretches.some(({ to }) => to === undefined));
  const end = isOpen ? now : (journal.at(-1)?.at ?? now);
  const moments = rows.flatMap(({ stretches }) => stretches.flatMap(({ from, to }) => [from, to ?? end]));
  const place = isEven ? evenScaleOf(start, end) : scaleOf([start, ...moments, end]);
  if (rows.length === 0) return <p class="quiet">It has made no calls.</p>;
  const most = 6 * zoom;
  const all = isEven ? ticksOf(start, end, most) : sparseTicks(start, end, place, most);
  // The last words would run over the edge.
  const ticks = all.filter((at) => place(at) <= 1 - 0.5 / most);
  return (
    <figure class="timeline">
      <div class="row legend">
        <span class="key running">ran</span>
        <span class="key waiting">waited for a person</span>
        <span class="key sleeping">slept</span>
        <label>
          <input type="checkbox" checked={isEven} onChange={() => setEven(!isEven)} /> to scale
        </label>
        <span class="zoom">
          <button
            type="button"
            class="small"
            aria-label="Zoom out"
            disabled={zoom <= 1}
            onClick={() => setZoom(zoom / 2)}
          >
            −
          </button>
          <button
            type="button"
            class="small"
            aria-label="Zoom in"
            disabled={zoom >= MAX_ZOOM}
            onClick={() => setZoom(zoom * 2)}
          >
            +
          </button>
        </span>
      </div>
      {/* What scrolls has to be reached by keys: its calls are buttons. */}
      <div class="lanes">
        <ol style={{ width: `${zoom * 100}%` }}>
          <li class="call axis" aria-hidden="true">
            <span />
            <span class="ticks">
              {ticks.map((at) => (
                <span key={at} style={{ left: `${100 * place(at)}%` }}>
                  {tickWords(at - start)}
                </span>
              ))}
            </span>
            <span />
          </li>
          {(isWhole ? rows : rows.slice(0, FEW_LANES)).map((row) => (
            <li key={row.call} class={`lane ${row.outcome}`}>
              <Lane
                row={row}
                place={place}
                ticks={ticks}
                end={end}
                isOpen={opened === row.call}
                onToggle={() => setOpened(opened === row.call ? undefined : row.call)}
              />
              {opened === row.call && <Facts journal={journal} call={row.call} />}
            </li>
          ))}
        </ol>
      </div>
      {!isWhole && rows.length > FEW_LANES && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en-US')} calls
        </button>
      )}
      <figcaption class="about">
        {seconds(end - start)} in all{!isEven && '; long waits are drawn shorter than they were'}.
      </figcaption>
    </figure>
  );
}

interface LaneProps {
  readonly row: Row;
  readonly place: (at: number) => number;
  readonly ticks: readonly number[];
  readonly end: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Lane({ row, place, ticks, end, isOpen, onToggle }: LaneProps) {
  const ran = row.stretches.filter(({ phase }) => phase === 'running');
  const ms = ran.reduce((sum, { from, to }) => sum + (to ?? end) - from, 0);
  return (
    <div class="call">
      <button type="button" class="name" aria-expanded={isOpen} onClick={onToggle}>
        <span class="number">{row.call}</span> <Safe text={row.path} />
      </button>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={spoken(row, end)}>
        {ticks.map((at) => (
          <line key={at} x1={100 * place(at)} x2={100 * place(at)} y1={0} y2={10} />
        ))}
        {row.stretches.map(({ phase, from, to }) => (
          <rect
            key={from}
            class={phase}
            x={100 * place(from)}
            y={phase === 'waiting' ? 3 : 1}
            width={Math.max(0.4, 100 * (place(to ?? end) - place(from)))}
            height={phase === 'waiting' ? 4 : 8}
          />
        ))}
      </svg>
      <span class="outcome">
        {outcomeOf(row)}
        {ran.length > 0 && <span class="quiet"> {seconds(ms)}</span>}
      </span>
    </div>
  );
}

/** What a call was given, why it ran, who let it, and what came of it. */
function Facts({ journal, call }: { readonly journal: readonly EntryView[]; readonly call: number }) {
  const { args, decision, answers, result, error } = callFactsOf(journal, call);
  return (
    <dl class="facts call-facts">
      {args !== undefined && (
        <>
          <dt>arguments</dt>
          <dd>
            <JsonView value={args} />
          </dd>
        </>
      )}
      {decision !== undefined && (
        <>
          <dt>decision</dt>
          <dd>{decisionWords(decision)}</dd>
        </>
      )}
      {answers.map(({ at, action, by, reason, args: edited }) => (
        <>
          <dt>answer</dt>
          <dd>
            {ACTIONS[action] ?? action} by <Safe text={by} />, {clock(at)}
            {reason !== undefined && (
              <>
                : <Safe text={reason} />
              </>
            )}
            {edited !== undefined && (
              <>
                , with other arguments
                <JsonView value={edited} />
              </>
            )}
          </dd>
        </>
      ))}
      {result !== undefined && (
        <>
          <dt>result</dt>
          <dd>
            <JsonView value={result.value} />
          </dd>
        </>
      )}
      {error !== undefined && (
        <>
          <dt>error</dt>
          <dd>
            <SafeBlock text={error.message} />
            {error.code !== undefined && <code>{error.code}</code>}
          </dd>
        </>
      )}
    </dl>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  accept: 'accepted',
  decline: 'declined',
  cancel: 'dismissed',
  denied: 'not shared',
};

const OUTCOMES = { open: 'open', returned: 'done', threw: 'failed', refused: 'refused', planned: 'not run' } as const;
const outcomeOf = ({ outcome, late }: Row): string => {
  const words = OUTCOMES[outcome];
  return late === undefined ? words : `${words}, ${OUTCOMES[late]} late`;
};
const PHASES = { waiting: 'waited for an answer', running: 'ran', sleeping: 'slept' } as const;

function spoken(row: Row, end: number): string {
  const { call, path, stretches, answeredBy } = row;
  const phases = stretches.map(({ phase, from, to }) => `${PHASES[phase]} ${between(from, to ?? end)}`);
  const by = answeredBy === undefined ? [] : [`answered by ${answeredBy}`];
  return [`call ${call}, ${path}`, ...phases, ...by, outcomeOf(row)].join(', ');
}
