// Which of the open questions the list shows.

import type { PendingElicitation } from '@toolshed/kernel';
import { computed, signal } from '@preact/signals';
import { minute } from './clock.ts';
import { toolOf } from '../show/asked-by.ts';

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

export function matches(question: PendingElicitation): boolean {
  const { text, tool, agent, session, kind, minutes } = filter.value;
  return (
    (tool === '' || toolOf(question) === tool) &&
    (agent === '' || question.agent === agent) &&
    (session === '' || question.session === session) &&
    (kind === '' || question.asker === kind) &&
    (minutes === 0 || minute.value - question.askedAt >= minutes * MINUTE_MS) &&
    wordsOf(text).every((word) => searchable(question).includes(word))
  );
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

const texts = new WeakMap<PendingElicitation, string>();

/** Everything a person could look for, once for each question. */
function searchable(question: PendingElicitation): string {
  const known = texts.get(question);
  if (known !== undefined) return known;
  const { message, toolPath = '', agent = '', session, args, executionId, elicitationId } = question;
  const text = [message, toolPath, agent, session, executionId, elicitationId, JSON.stringify(args ?? '')]
    .join(' ')
    .toLowerCase();
  texts.set(question, text);
  return text;
}
