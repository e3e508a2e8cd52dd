import type { PendingElicitation } from '@toolshed/kernel';
import { type Filter, filter, isFiltering, NO_FILTER } from '../../client/filter.ts';
import { questions } from '../../client/store.ts';
import { KINDS, toolOf } from '../../show/asked-by.ts';
import { safeText } from '@toolshed/server/present';

/** What the list is narrowed to: words, and facts of the questions that are open. */
export function FilterBar() {
  const set = (part: Partial<Filter>): void => {
    filter.value = { ...filter.value, ...part };
  };
  const { text, tool, agent, session, kind, minutes } = filter.value;
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
        <Facet label="tool" value={tool} factOf={toolOf} onChange={(value) => set({ tool: value })} />
        <Facet label="agent" value={agent} factOf={(one) => one.agent} onChange={(value) => set({ agent: value })} />
        <Facet
          label="session"
          value={session}
          factOf={(one) => one.session}
          onChange={(value) => set({ session: value })}
        />
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

interface FacetProps {
  readonly label: string;
  readonly value: string;
  readonly factOf: (question: PendingElicitation) => string | undefined;
  readonly onChange: (value: string) => void;
}

/** One fact, with every value that the open questions have of it, the most frequent first. */
function Facet({ label, value, factOf, onChange }: FacetProps) {
  const counts = Map.groupBy(questions.value ?? [], factOf);
  const values = [...counts]
    .flatMap(([one, { length }]) => (one === undefined ? [] : [{ one, length }]))
    .toSorted((a, b) => b.length - a.length);
  if (value !== '' && !counts.has(value)) values.unshift({ one: value, length: 0 });
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
      {values.slice(0, MOST).map(({ one, length }) => (
        <option key={one} value={one}>
          {safeText(one)} ({length})
        </option>
      ))}
    </select>
  );
}

/** A list longer than this is searched by words. */
const MOST = 200;
