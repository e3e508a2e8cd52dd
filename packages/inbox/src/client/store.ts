// What the page knows: the open questions of all sessions, kept true by the event stream.
//
// Events only say that something changed; what is shown is always read again from the server, so a missed or doubled
// event can make the page late, never wrong.

import type { PendingElicitation } from '@toolshed/kernel';
import { computed, signal } from '@preact/signals';
import { findQuestion, listQuestions } from './api.ts';
import { notifyOf } from '../notify.ts';

/** Those read so far, newest first; more are read when somebody scrolls to the last of them. */
export const questions = signal<readonly PendingElicitation[] | undefined>(undefined);
/** How many are open in all. */
export const total = signal(0);
export const selected = signal<ReadonlySet<string>>(new Set());
/** What of each question was on the screen whole: only as it was read may it be approved from the list. */
const seen = signal<ReadonlyMap<string, string>>(new Map());
/** Under what name this browser answers. */
export const me = signal<string | undefined>(undefined);
/** Ticks, so that times and countdowns move. */
export const now = signal(Date.now());

/** Newest first, grouped by execution: a group stands where its newest question does. */
export const inOrder = computed(() => {
  const groups = Map.groupBy(questions.value ?? [], ({ executionId }) => executionId);
  return [...groups.values()].flat();
});

const TICK_MS = 1_000;

export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
}

const PAGE = 200;
let wanted = PAGE;
let reader: string | undefined;

/** Reads the next page, too, if there is one; after the reading that is under way. */
export function readMore(): void {
  if (reading !== undefined) {
    wantsMore = true;
    return;
  }
  const known = questions.value?.length ?? 0;
  if (known < wanted || known >= total.value) return;
  wanted = known + PAGE;
  refreshQuestions().catch(() => {
    wanted = known;
  });
}

/** The question somebody reads is there as long as it is open, however old it is. */
export function keepReading(id: string | undefined): void {
  reader = id;
  const isKnown = id === undefined || questions.value?.some(({ elicitationId }) => elicitationId === id);
  if (!isKnown) refreshQuestions().catch(() => undefined);
}

let reading: Promise<void> | undefined;
let isStale = false;
let wantsMore = false;

/** Reads the open questions again; calls that come while it reads are answered by one more reading. */
export function refreshQuestions(): Promise<void> {
  if (reading) {
    isStale = true;
    return reading;
  }
  reading = readPages().finally(() => {
    reading = undefined;
    if (isStale) {
      isStale = false;
      // The caller has its reply already; the stream reports a server that is gone.
      refreshQuestions().catch(() => undefined);
    } else if (wantsMore) {
      wantsMore = false;
      readMore();
    }
  });
  return reading;
}

/** As far as was read before: what came meanwhile pushes nothing off the end. */
async function readPages(): Promise<void> {
  const before = questions.value;
  const oldest = before?.at(-1)?.askedAt ?? Number.POSITIVE_INFINITY;
  const all: PendingElicitation[] = [];
  let cursor: string | undefined;
  let count = 0;
  do {
    const page = await listQuestions(cursor);
    all.push(...page.items);
    count = page.total;
    cursor = page.next;
  } while (cursor !== undefined && (all.length < wanted || (all.at(-1)?.askedAt ?? 0) > oldest));
  const isMissing = reader !== undefined && !all.some(({ elicitationId }) => elicitationId === reader);
  if (reader !== undefined && isMissing && cursor !== undefined) all.push(...(await findQuestion(reader)).items);
  if (before !== undefined) notifyOf(newIn(all, before));
  total.value = Math.max(count, all.length);
  questions.value = all;
  const open = new Set<string>(all.map(({ elicitationId }) => elicitationId));
  selected.value = new Set([...selected.value].filter((id) => open.has(id)));
}

/** What stands before all that was known; what stands after it is older and was read only now. */
function newIn(
  all: readonly PendingElicitation[],
  before: readonly PendingElicitation[],
): readonly PendingElicitation[] {
  const known = new Set(before.map(({ elicitationId }) => elicitationId));
  const first = all.findIndex(({ elicitationId }) => known.has(elicitationId));
  return all.slice(0, first < 0 ? all.length : first);
}

export function toggleSelected(id: string): void {
  const next = new Set(selected.value);
  if (!next.delete(id)) next.add(id);
  selected.value = next;
}

/** All that a person reads of a question. Another text under the same id is another thing to approve. */
export const wordingOf = ({ request, approvals }: PendingElicitation): string => JSON.stringify([request, approvals]);

export const isSeen = (question: PendingElicitation): boolean =>
  seen.value.get(question.elicitationId) === wordingOf(question);

export function markSeen(question: PendingElicitation): void {
  if (!isSeen(question)) seen.value = new Map(seen.value).set(question.elicitationId, wordingOf(question));
}
