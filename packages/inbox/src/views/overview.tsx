import { countWords } from '@toolshed/server/present';
import { type Answered, getOverview, listAnswers, type Overview } from '../client/api.ts';
import { filter, NO_FILTER } from '../client/filter.ts';
import { total } from '../client/store.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { useThrottled } from '../client/use-throttled.ts';
import { go } from '../route.ts';
import { between } from '../show/moment.ts';
import { Reading } from '../show/reading.tsx';
import { Safe } from '../show/safe.tsx';
import { tell } from '../toasts.tsx';
import { draftOf, prefilled } from './rule-of.ts';

/** It is read again when questions come and go, and they may come in crowds. */
const READ_AGAIN_MS = 5_000;

/** How much waits, for how long, and what is asked most often. */
export function OverviewPage() {
  const overview = useLoaded(getOverview, [useThrottled(total.value, READ_AGAIN_MS)]);
  if (overview.kind === 'failed') return <p class="caution">{overview.message}</p>;
  if (overview.kind === 'loading') return <Reading words="Counting…" />;
  const { open, days, asked, lines } = overview.value;
  return (
    <>
      <h1>Overview</h1>
      <dl class="numbers">
        <Figure label="wait for an answer" value={countWords(open.total)} />
        <Figure label="median wait so far" value={open.total === 0 ? '–' : between(0, open.medianMs)} />
        <Figure label="95 % wait less than" value={open.total === 0 ? '–' : between(0, open.p95Ms)} />
      </dl>
      {open.looked < open.total && (
        <p class="about">Waits, tools and agents are those of the newest {open.looked.toLocaleString('en-US')}.</p>
      )}
      <div class="columns">
        <Shares title="Waiting, by tool" shares={open.tools} filterOf={(tool) => ({ tool })} rest={restOf(open)} />
        {open.agents.length > 0 && (
          <Shares title="Waiting, by agent" shares={open.agents} filterOf={(agent) => ({ agent })} />
        )}
      </div>
      <section class="sheet">
        <h2>Calls approved and denied</h2>
        <Days days={days} />
        <p class="about">From the last {lines.toLocaleString('en-US')} lines of the audit log; days in UTC.</p>
      </section>
      <section class="sheet">
        <h2>Asked most often</h2>
        <Asked asked={asked} />
      </section>
    </>
  );
}

const Figure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div class="sheet">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

interface SharesProps {
  readonly title: string;
  readonly shares: Overview['open']['tools'];
  readonly filterOf: (name: string) => Partial<typeof NO_FILTER>;
  /** What is not in `shares`, so that the counts add up. */
  readonly rest?: readonly Rest[];
}

interface Rest extends Omit<Overview['open']['tools'][number], 'name'> {
  readonly words: string;
  readonly filter: Partial<typeof NO_FILTER> | undefined;
}

function restOf({ total: all, tools, programs }: Overview['open']): readonly Rest[] {
  const listed = tools.reduce((sum, { count }) => sum + count, programs.count);
  const rest: readonly Rest[] = [
    { ...programs, words: 'programs themselves', filter: { kind: 'program' } },
    { count: all - listed, medianMs: 0, words: 'other tools', filter: undefined },
  ];
  return rest.filter(({ count }) => count > 0);
}

function Shares({ title, shares, filterOf, rest = [] }: SharesProps) {
  const most = Math.max(1, ...[...shares, ...rest].map(({ count }) => count));
  const show = (wanted: Partial<typeof NO_FILTER>): void => {
    filter.value = { ...NO_FILTER, ...wanted };
    go('/');
  };
  return (
    <section class="sheet">
      <h2>{title}</h2>
      {shares.length + rest.length === 0 && <p class="quiet">Nothing waits.</p>}
      <ul class="bars">
        {shares.map(({ name, count, medianMs }) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => show(filterOf(name))}>
              <Safe text={name} />
            </button>
            <span class="bar">
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span class="quiet">
              {count.toLocaleString('en-US')} · median {between(0, medianMs)}
            </span>
          </li>
        ))}
        {rest.map(({ words, count, filter: wanted }) => (
          <li key={words}>
            {wanted === undefined ? (
              <span>{words}</span>
            ) : (
              <button type="button" class="link" onClick={() => show(wanted)}>
                {words}
              </button>
            )}
            <span class="bar">
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span class="quiet">{count.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Days({ days }: Pick<Overview, 'days'>) {
  if (days.length === 0) return <p class="quiet">Nobody has answered anything yet.</p>;
  const most = Math.max(1, ...days.map(({ approved, denied }) => approved + denied));
  return (
    <ul class="bars">
      {days.slice(-MOST_DAYS).map(({ day, approved, denied }) => (
        <li key={day}>
          <span>{day}</span>
          <span class="bar">
            <span style={{ width: `${(100 * approved) / most}%` }} />
            <span class="bad" style={{ width: `${(100 * denied) / most}%` }} />
          </span>
          <span class="quiet">
            {approved} approved, {denied} denied
          </span>
        </li>
      ))}
    </ul>
  );
}

const MOST_DAYS = 30;

const MOST_PAGES = 10;
const MOST_APPROVED = 200;

/** What was approved of a tool, the newest first, as far back as a rule has to look. */
async function approvedOf(path: string): Promise<readonly Answered[]> {
  const approved: Answered[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES && approved.length < MOST_APPROVED; pages++) {
    const page = await listAnswers(cursor, path);
    approved.push(...page.items.filter(({ asker, action }) => asker === 'gate' && action === 'accept'));
    cursor = page.next;
    if (cursor === undefined) break;
  }
  return approved;
}

function Asked({ asked }: Pick<Overview, 'asked'>) {
  /** Opens a grant that covers what was approved of this tool, for a person to narrow or to give. */
  const makeRule = async (path: string): Promise<void> => {
    try {
      prefilled.value = draftOf(path, await approvedOf(path));
      go('/grants');
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), true);
    }
  };
  if (asked.length === 0) return <p class="quiet">Nothing has been asked yet.</p>;
  return (
    <div class="scroll">
      <table class="grid asked-most">
        <thead>
          <tr>
            <th scope="col">tool</th>
            <th scope="col">asked</th>
            <th scope="col">approved</th>
            <th scope="col">denied</th>
            <th scope="col">
              <span class="visually-hidden">rule</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {asked.map(({ path, asked: times, approved, denied }) => (
            <tr key={path}>
              <td>
                <Safe text={path} />
              </td>
              <td>{times}</td>
              <td>{approved}</td>
              <td>{denied}</td>
              <td>
                {approved > 0 && (
                  <button type="button" class="link" onClick={() => void makeRule(path)}>
                    Make a rule of this
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
