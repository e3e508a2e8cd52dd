// What the page knows: the open questions of all sessions, kept true by the event stream.
//
// Events only say that something changed; what is shown is always read again from the server, so a missed or doubled
// event can make the page late, never wrong.

import type { OpenQuestion } from '@toolshed/kernel';
import { computed, signal } from '@preact/signals';
import { listQuestions } from './api.ts';
import { notifyOf } from './notify.ts';

export const questions = signal<readonly OpenQuestion[] | undefined>(undefined);
export const selected = signal<ReadonlySet<string>>(new Set());
/** What of each question was on the screen whole: only as it was read may it be approved from the list. */
const seen = signal<ReadonlyMap<string, string>>(new Map());
/** Under what name this browser answers. */
export const me = signal<string | undefined>(undefined);
/** Ticks, so that times and countdowns move. */
export const now = signal(Date.now());

/** Newest first, grouped by execution: a group stands where its newest question does. */
export const inOrder = computed(() => {
  const groups = Map.groupBy(questions.value ?? [], ({ execution }) => execution);
  return [...groups.values()].flat();
});

const TICK_MS = 1_000;
const MAX_PAGES = 50;

export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
}

let reading: Promise<void> | undefined;
let isStale = false;

/** Reads the open questions again; calls that come while it reads are answered by one more reading. */
export function refreshQuestions(): Promise<void> {
  if (reading) {
    isStale = true;
    return reading;
  }
  reading = readAll().finally(() => {
    reading = undefined;
    if (isStale) {
      isStale = false;
      // Whoever asked is answered already; a server that is gone is told by the stream.
      refreshQuestions().catch(() => undefined);
    }
  });
  return reading;
}

async function readAll(): Promise<void> {
  const all: OpenQuestion[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await listQuestions(cursor);
    all.push(...items);
    if (next === undefined) break;
    cursor = next;
  }
  const known = new Set(questions.value?.map(({ elicitation }) => elicitation));
  if (questions.value !== undefined) notifyOf(all.filter(({ elicitation }) => !known.has(elicitation)));
  questions.value = all;
  const open = new Set<string>(all.map(({ elicitation }) => elicitation));
  selected.value = new Set([...selected.value].filter((id) => open.has(id)));
}

export function toggleSelected(id: string): void {
  const next = new Set(selected.value);
  if (!next.delete(id)) next.add(id);
  selected.value = next;
}

/** All that a person reads of a question. Another text under the same id is another thing to approve. */
export const wordingOf = ({ request, approvals, approvedBy }: OpenQuestion): string =>
  JSON.stringify([request, approvals, approvedBy]);

export const isSeen = (question: OpenQuestion): boolean => seen.value.get(question.elicitation) === wordingOf(question);

export function markSeen(question: OpenQuestion): void {
  if (!isSeen(question)) seen.value = new Map(seen.value).set(question.elicitation, wordingOf(question));
}
