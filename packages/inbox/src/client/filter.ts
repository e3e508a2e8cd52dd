// Which of the open questions the list shows.

import type { PendingElicitation } from '@toolshed/kernel';
import { computed, signal } from '@preact/signals';
import { minute } from './clock.ts';
import { isFound, type QuestionSearch } from '@toolshed/server/present';

export interface Filter {
  readonly text: string;
  readonly tool: string;
  readonly agent: string;
  readonly session: string;
  /** Who asks. */
  readonly kind: '' | PendingElicitation['asker'];
  /** Only those that have waited at least so long, in minutes. */
  readonly minutes: number;
}

export const NO_FILTER: Filter = { text: '', tool: '', agent: '', session: '', kind: '', minutes: 0 };

export const filter = signal<Filter>(NO_FILTER);

export const isFiltering = computed(() => JSON.stringify(filter.value) !== JSON.stringify(NO_FILTER));

const MINUTE_MS = 60_000;

/** The filter as the server and the page apply it. */
export const search = computed((): QuestionSearch => {
  const { text, tool, agent, session, kind, minutes } = filter.value;
  return {
    text: text.trim() || undefined,
    tool: tool || undefined,
    agent: agent || undefined,
    session: session || undefined,
    kind: kind || undefined,
    olderThanMs: minutes * MINUTE_MS || undefined,
  };
});

/** Of a list without an age, nothing changes as time passes. */
export const matches = (question: PendingElicitation): boolean =>
  isFound(question, search.value, filter.value.minutes === 0 ? 0 : minute.value);
