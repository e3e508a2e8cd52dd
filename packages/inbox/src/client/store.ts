// What the page knows: the open questions of all sessions, kept true by the event stream.
//
// Invariants
//   S1. An event says which question changed. A question that was answered, or whose execution is over, leaves the list;
//       every other change is read again from the server, that question alone. So a doubled event changes nothing.
//   S2. One change is applied at a time, in the order of the events: what was read later never loses to what was read
//       before.
//   S3. `total` is what the server counts, never what the page happens to have read.

import type { PendingElicitation } from '@toolshed/kernel';
import { batch, computed, signal } from '@preact/signals';
import { countQuestions, findQuestion, listQuestions, questionsOf } from './api.ts';
import { isFiltering, matches, search } from './filter.ts';
import { notifyOf } from '../notify.ts';

/** Those read so far, newest first; more are read when somebody scrolls to the last of them, or looks for some. */
export const questions = signal<readonly PendingElicitation[] | undefined>(undefined);
/** How many are open in all. */
export const total = signal(0);
export const selected = signal<ReadonlySet<string>>(new Set());
/** What of each question was on the screen whole: only as it was read may it be approved from the list. */
const seen = signal<ReadonlyMap<string, string>>(new Map());
/** Under what name this browser answers. */
export const me = signal<string | undefined>(undefined);

/** Newest first, grouped by execution: a group stands where its newest question does. */
const inOrder = computed(() => {
  const groups = Map.groupBy(questions.value ?? [], ({ executionId }) => executionId);
  return [...groups.values()].flat();
});

/** What the list shows. Its order and its filter are one thing: keys move through what is on the screen. */
export const shown = computed(() => (isFiltering.value ? inOrder.value.filter(matches) : inOrder.value));

/** What the server found for the filter: how many of them were not read yet, and where they go on. */
const found = signal<{ readonly unread: number; readonly next: string | undefined } | undefined>(undefined);

/** How many the filter finds, whether they were read or not. */
export const foundTotal = computed(() => shown.value.length + (found.value?.unread ?? 0));

const isEverythingRead = computed(() => (questions.value?.length ?? 0) >= total.value);

/** Whether all that the list could show has been read. */
export const isAllRead = computed(
  () => isEverythingRead.value || (isFiltering.value && found.value !== undefined && found.value.next === undefined),
);

const PAGE = 200;
/** More than a screen has room for: it is there first, also where the network is slow. */
const FIRST = 50;
let wanted = PAGE;
let reader: string | undefined;
/** How far all questions were read, newest first. What was found, or opened by its address, may be older. */
let frontier: string | undefined;

/** S2. */
let last: Promise<void> = Promise.resolve();
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

let isReadingMore = false;

/** Reads the next page of what the list shows, too, if there is one. */
export function readMore(): void {
  if (isReadingMore || isAllRead.value) return;
  isReadingMore = true;
  inTurn(readNextPage)
    .catch(() => undefined)
    .finally(() => {
      isReadingMore = false;
    });
}

/** Reads all that the list could show. */
export async function readAll(): Promise<void> {
  while (!isAllRead.value) await inTurn(readNextPage);
}

async function readNextPage(): Promise<void> {
  if (isFiltering.value) return await readFound(found.value?.next);
  const page = await listQuestions(frontier);
  frontier = page.items.at(-1)?.elicitationId ?? frontier;
  wanted += PAGE;
  total.value = page.total;
  show(merged(questions.value ?? [], page.items));
}

/** Asks the server for what the filter finds: it knows all questions, the page only those it has read. */
async function readFound(cursor: string | undefined): Promise<void> {
  const asked = search.value;
  const page = await listQuestions(cursor, asked);
  // Another filter was set meanwhile.
  if (asked !== search.value) return;
  show(merged(questions.value ?? [], page.items));
  found.value = { unread: Math.max(0, page.total - shown.value.length), next: page.next };
}

const TYPING_MS = 150;
let typing: ReturnType<typeof setTimeout> | undefined;

/** The filter has changed: what it finds is asked for once nobody types any more. */
export function find(): void {
  clearTimeout(typing);
  found.value = undefined;
  if (!isFiltering.value || isEverythingRead.value) return;
  typing = setTimeout(() => void inTurn(() => readFound(undefined)).catch(() => undefined), TYPING_MS);
}

/** The question somebody reads is there as long as it is open, however old it is. */
export function keepReading(id: string | undefined): void {
  reader = id;
  const isKnown = id === undefined || questions.value?.some(({ elicitationId }) => elicitationId === id);
  if (!isKnown) inTurn(() => readChanged(new Set([id]))).catch(() => undefined);
}

/** Reads one question again. */
export const readQuestion = (id: string): Promise<void> => inTurn(() => readChanged(new Set([id])));

/** The server said that they are answered; the events that say so too change nothing more. */
export function dropQuestions(ids: ReadonlySet<string>): void {
  keep(({ elicitationId }) => !ids.has(elicitationId));
}

/** What leaves the list leaves the total with it: it is no question that was not read yet. */
function keep(isOpen: (question: PendingElicitation) => boolean): void {
  const before = questions.value ?? [];
  const kept = before.filter(isOpen);
  if (kept.length === before.length) return;
  batch(() => {
    total.value = Math.max(kept.length, total.value - (before.length - kept.length));
    show(kept);
  });
}

/** Reads the open questions again, as far as they were read before. */
export const refreshQuestions = (): Promise<void> => inTurn(readPages);

async function readPages(): Promise<void> {
  const before = questions.value;
  const all: PendingElicitation[] = [];
  let cursor: string | undefined;
  let count = 0;
  do {
    const most = before === undefined && all.length === 0 ? FIRST : Math.min(PAGE, wanted - all.length);
    const page = await listQuestions(cursor, {}, most);
    all.push(...page.items);
    count = page.total;
    cursor = page.next;
    frontier = page.items.at(-1)?.elicitationId;
    // The first page is on the screen before the second is asked for.
    if (before === undefined && all.length < wanted)
      batch(() => {
        questions.value = [...all];
        total.value = Math.max(count, all.length);
      });
  } while (cursor !== undefined && all.length < wanted);
  const isMissing = reader !== undefined && !all.some(({ elicitationId }) => elicitationId === reader);
  if (reader !== undefined && isMissing && cursor !== undefined) all.push(...(await findQuestion(reader)).items);
  if (before !== undefined) notifyOf(newIn(all, before));
  total.value = Math.max(count, all.length);
  show(all);
  if (isFiltering.value && !isEverythingRead.value) await readFound(undefined);
}

/** What events say of questions. */
export interface QuestionChanges {
  /** Asked, asked again, approved by one of several, consented to. */
  readonly changed: ReadonlyMap<string, string>;
  readonly answered: ReadonlySet<string>;
  /** Executions that are over, and their questions with them. */
  readonly over: ReadonlySet<string>;
}

/** S1. */
export const applyChanges = (changes: QuestionChanges): Promise<void> =>
  inTurn(async () => {
    const before = questions.value;
    if (before === undefined) return await readPages();
    const { changed, answered, over } = changes;
    const wasAllRead = isEverythingRead.value;
    keep(({ elicitationId, executionId }) => !answered.has(elicitationId) && !over.has(executionId));
    const toRead = new Map([...changed].filter(([id, execution]) => !answered.has(id) && !over.has(execution)));
    const executions = new Set(toRead.values());
    if (toRead.size <= FEW) await readChanged(new Set(toRead.keys()));
    else if (executions.size <= FEW) await readExecutions(executions);
    else return await readPages();
    // S3: what was read may be all there was, and is then all there is.
    total.value = wasAllRead ? (questions.value?.length ?? 0) : await countQuestions();
  });

/** So many are read one by one; more of one execution together. */
const FEW = 4;

async function readChanged(ids: ReadonlySet<string>): Promise<void> {
  const pages = await Promise.all([...ids].map((id) => findQuestion(id)));
  replace(
    pages.flatMap(({ items }) => items),
    ({ elicitationId }) => ids.has(elicitationId),
  );
}

async function readExecutions(ids: ReadonlySet<string>): Promise<void> {
  const found: PendingElicitation[] = [];
  for (const id of ids) {
    let cursor: string | undefined;
    do {
      const page = await questionsOf(id, cursor);
      found.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined);
  }
  replace(found, ({ executionId }) => ids.has(executionId));
}

/** Puts what was read in the place of what it is about. */
function replace(found: readonly PendingElicitation[], isReplaced: (question: PendingElicitation) => boolean): void {
  const before = questions.value ?? [];
  const known = new Set(before.map(({ elicitationId }) => elicitationId));
  notifyOf(found.filter(({ elicitationId }) => !known.has(elicitationId)));
  show(
    merged(
      before.filter((question) => !isReplaced(question)),
      found,
    ),
  );
}

/** Newest first, each once. */
function merged(
  one: readonly PendingElicitation[],
  other: readonly PendingElicitation[],
): readonly PendingElicitation[] {
  const byId = new Map([...one, ...other].map((question) => [question.elicitationId, question]));
  return [...byId.values()].toSorted((a, b) => b.askedAt - a.askedAt);
}

function show(all: readonly PendingElicitation[]): void {
  questions.value = all;
  const open = new Set<string>(all.map(({ elicitationId }) => elicitationId));
  if ([...selected.value].some((id) => !open.has(id)))
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

/** All that a person reads of a question. Another text under the same id is another thing to approve. */
export const wordingOf = ({ request, approvals }: PendingElicitation): string => JSON.stringify([request, approvals]);

export const isSeen = (question: PendingElicitation): boolean =>
  seen.value.get(question.elicitationId) === wordingOf(question);

export function markSeen(question: PendingElicitation): void {
  if (!isSeen(question)) seen.value = new Map(seen.value).set(question.elicitationId, wordingOf(question));
}
