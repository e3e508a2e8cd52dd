import type { EntryView } from '@toolshed/server';
import { clock, offset } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';

/** What the program printed, and when, counted from its start. */
export function Logs({ journal }: { readonly journal: readonly EntryView[] }) {
  const start = journal[0]?.at ?? 0;
  const lines = journal.flatMap((entry) =>
    entry.kind === 'printed' ? entry.logs.map(({ level, text }) => ({ at: entry.at, level, text })) : [],
  );
  if (lines.length === 0) return null;
  return (
    <section class="sheet">
      <h2>Log</h2>
      <table class="log">
        <tbody>
          {lines.map(({ at, level, text }, index) => (
            <tr key={String(index)} class={level}>
              <td class="quiet nowrap">
                <time dateTime={new Date(at).toISOString()} title={clock(at)}>
                  {offset(at - start)}
                </time>
              </td>
              <td class="level">{level}</td>
              <td>
                <Safe text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
