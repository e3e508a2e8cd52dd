import type { PendingElicitation } from '@toolshed/kernel';
import { type Filter, filter, isFiltering, NO_FILTER } from '../../client/filter.ts';
import { type Facets, getFacets } from '../../client/api.ts';
import { questions, total } from '../../client/store.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { useThrottled } from '../../client/use-throttled.ts';
import { toolOf } from '@toolshed/server/present';
import { KINDS } from '../../show/asked-by.ts';
import { safeText } from '@toolshed/server/present';

/** What the list is narrowed to: words, and facts of the questions that are open. */
export function FilterBar() {
  const set = (part: Partial<Filter>): void => {
    filter.value = { ...filter.value, ...part };
  };
  const { text, tool, agent, session, kind, minutes } = filter.value;
  const facets = useFacets();
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Find questions"
        placeholder="Find: words, arguments, ids…"
        value={text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
        onKeyDown={({ key, currentTarget }) => void (key === 'Escape' && currentTarget.blur())}
      />
      <div class="facets">
        <Facet label="tool" value={tool} counts={facets.tools} onChange={(value) => set({ tool: value })} />
        <Facet label="agent" value={agent} counts={facets.agents} onChange={(value) => set({ agent: value })} />
        <Facet label="session" value={session} counts={facets.sessions} onChange={(value) => set({ session: value })} />
        <select
          aria-label="kind"
          class={kind === '' ? '' : 'set'}
          value={kind}
          onChange={({ currentTarget }) => set({ kind: askerOf(currentTarget.value) })}
        >
          <option value="">kind</option>
          {ASKERS.map((asker) => (
            <option key={asker} value={asker}>
              {KINDS[asker]}
            </option>
          ))}
        </select>
        <select
          aria-label="age"
          class={minutes === 0 ? '' : 'set'}
          value={String(minutes)}
          onChange={({ currentTarget }) => set({ minutes: Number(currentTarget.value) })}
        >
          {AGES.map(([value, words]) => (
            <option key={value} value={String(value)}>
              {words}
            </option>
          ))}
        </select>
        {isFiltering.value && (
          <button
            type="button"
            class="link"
            onClick={() => {
              filter.value = NO_FILTER;
            }}
          >
            Show all
          </button>
        )}
      </div>
    </search>
  );
}

const ASKERS = ['gate', 'in-doubt', 'handler', 'program'] as const;
const askerOf = (text: string): Filter['kind'] => ASKERS.find((asker) => asker === text) ?? '';

const AGES = [
  [0, 'age'],
  [5, 'over 5 min'],
  [60, 'over 1 h'],
  [1_440, 'over 1 d'],
] as const;

const NO_FACETS: Facets = { tools: [], agents: [], sessions: [], kinds: [] };
const COUNT_AGAIN_MS = 5_000;

/** Counted here where every open question is known, and by the server where not. */
function useFacets(): Facets {
  const isKnown = (questions.value?.length ?? 0) >= total.value;
  const change = useThrottled(total.value, COUNT_AGAIN_MS);
  const counted = useLoaded(async () => (isKnown ? NO_FACETS : await getFacets()), [isKnown, change]);
  if (!isKnown) return counted.kind === 'loaded' ? counted.value : NO_FACETS;
  const list = questions.value ?? [];
  return {
    tools: countsOf(list, toolOf),
    agents: countsOf(list, ({ agent }) => agent),
    sessions: countsOf(list, ({ session }) => session),
    kinds: countsOf(list, ({ asker }) => asker),
  };
}

const countsOf = (
  list: readonly PendingElicitation[],
  factOf: (question: PendingElicitation) => string | undefined,
): Facets['tools'] =>
  [...Map.groupBy(list, factOf)]
    .flatMap(([name, { length: count }]) => (name === undefined ? [] : [{ name, count }]))
    .toSorted((a, b) => b.count - a.count);

interface FacetProps {
  readonly label: string;
  readonly value: string;
  /** Every value that the open questions have of it, the most frequent first. */
  readonly counts: Facets['tools'];
  readonly onChange: (value: string) => void;
}

function Facet({ label, value, counts, onChange }: FacetProps) {
  const isThere = value === '' || counts.some(({ name }) => name === value);
  const values = isThere ? counts : [{ name: value, count: 0 }, ...counts];
  // A fact that no open question has is nothing to choose from.
  if (values.length === 0) return null;
  return (
    <select
      aria-label={label}
      class={value === '' ? '' : 'set'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{label}</option>
      {values.slice(0, MOST).map(({ name, count }) => (
        <option key={name} value={name}>
          {safeText(name)} ({count.toLocaleString('en-US')})
        </option>
      ))}
    </select>
  );
}

/** A list longer than this is searched by words. */
const MOST = 200;
