import type { JournalEntry } from '@toolshed/kernel';
import { between } from './moment.ts';
import { Safe } from './safe.tsx';
import { type Row, scaleOf, timelineOf } from './timeline-of.ts';

interface TimelineProps {
  readonly journal: readonly JournalEntry[];
  readonly now: number;
}

/** Calls, waits and answers as a picture. */
export function Timeline({ journal, now }: TimelineProps) {
  const rows = timelineOf(journal);
  const start = journal[0]?.at ?? now;
  const isOpen = rows.some(({ stretches }) => stretches.some(({ to }) => to === undefined));
  const end = isOpen ? now : (journal.at(-1)?.at ?? now);
  const moments = rows.flatMap(({ stretches }) => stretches.flatMap(({ from, to }) => [from, to ?? end]));
  const place = scaleOf([start, ...moments, end]);
  if (rows.length === 0) return <p class="quiet">It has made no calls.</p>;
  return (
    <figure class="timeline">
      <ol>
        {rows.map((row) => (
          <TimelineRow key={row.call} row={row} place={place} end={end} />
        ))}
      </ol>
      <figcaption class="quiet">{between(start, end)} in all; long waits are drawn shorter than they were.</figcaption>
    </figure>
  );
}

interface RowProps {
  readonly row: Row;
  readonly place: (at: number) => number;
  readonly end: number;
}

function TimelineRow({ row, place, end }: RowProps) {
  return (
    <li class={`call ${row.outcome}`}>
      <span class="name">
        <span class="number">{row.call}</span> <Safe text={row.path} />
      </span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={spoken(row, end)}>
        {row.stretches.map(({ phase, from, to }) => (
          <rect
            key={from}
            class={phase}
            x={100 * place(from)}
            y={phase === 'waiting' ? 3.5 : 1}
            width={Math.max(0.6, 100 * (place(to ?? end) - place(from)))}
            height={phase === 'waiting' ? 3 : 8}
          />
        ))}
      </svg>
      <span class="outcome">{outcomeOf(row)}</span>
    </li>
  );
}

const OUTCOMES = { open: 'open', returned: 'done', threw: 'failed', refused: 'refused' } as const;
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
