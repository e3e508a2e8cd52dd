// What was answered recently, by whom, and how it ended: the audit log says which answers there were, and the journals say
// what they were about. Each journal is read once for a page, however many of its questions are on it.

import { Action, AnsweredBy, type EntryOf, ExecutionId, type JournalEntry, PendingElicitation } from '@toolshed/kernel';
import { isCallOutcome, isEnd, isWorded, type OutcomeEntry, type WordedEntry } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { Shed } from './shed-port.js';

/** The outcome of the call, if the answer let one run. */
const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('running') }),
  z.strictObject({ kind: z.literal('returned'), ms: z.int() }),
  z.strictObject({ kind: z.literal('threw'), ms: z.int(), message: z.string() }),
  /** The execution ended before the call did. */
  z.strictObject({ kind: z.literal('ended') }),
]);

export const RecentAnswer = z.strictObject({
  at: z.int(),
  executionId: ExecutionId,
  elicitationId: z.string(),
  call: z.int(),
  asker: PendingElicitation.shape.asker,
  toolPath: z.string().optional(),
  message: z.string(),
  session: z.string(),
  agent: z.string().optional(),
  action: Action,
  by: AnsweredBy,
  reason: z.string().optional(),
  /** What ran, or would have: the arguments that were asked about, or those an approver put in their place. */
  args: z.custom<unknown>().optional(),
  areEdited: z.boolean(),
  /** The call has returned, can be undone, and its execution is over. */
  canUndo: z.boolean(),
  outcome: Outcome,
});
type RecentAnswer = Readonly<z.infer<typeof RecentAnswer>>;

export interface AnswersWanted {
  /** The number of a line of the audit log; only older ones. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** Only of calls of this tool. */
  readonly path?: string | undefined;
}

const LINES = 200;
/** How many pages of the log are read for one page of answers: if few lines are answers, a page may be short. */
const MOST_PAGES = 5;

/** Where answers are read from. */
export interface AnswerSources extends Pick<Shed, 'journal'> {
  readonly audit: Pick<Shed['audit'], 'list'>;
}

export async function recentAnswers(
  shed: AnswerSources,
  { before, limit, path }: AnswersWanted,
): Promise<{ readonly items: readonly RecentAnswer[]; readonly next: number | undefined }> {
  const journals = new Map<string, Promise<ReadonlyMap<number, RecentAnswer>>>();
  const answersOf = (id: string): Promise<ReadonlyMap<number, RecentAnswer>> => {
    const known = journals.get(id) ?? readAnswers(shed, ExecutionId.parse(id));
    journals.set(id, known);
    return known;
  };
  const items: RecentAnswer[] = [];
  let from = before;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await shed.audit.list({ before: from, limit: LINES });
    for (const { n, what, execution, seq } of page) {
      from = n;
      if (what !== 'answered' || execution === undefined || seq === undefined) continue;
      const answer = (await answersOf(execution)).get(seq);
      if (answer === undefined || (path !== undefined && answer.toolPath !== path)) continue;
      items.push(answer);
      if (items.length >= limit) return { items, next: n };
    }
    if (page.next === undefined) return { items, next: undefined };
  }
  return { items, next: from };
}

/** Every answer of a journal, by the place of its entry. A journal that cannot be read has none to show. */
async function readAnswers(
  shed: Pick<AnswerSources, 'journal'>,
  executionId: ExecutionId,
): Promise<ReadonlyMap<number, RecentAnswer>> {
  const journal = await shed.journal(executionId).catch(() => []);
  const [started] = journal;
  const answers = new Map<number, RecentAnswer>();
  if (started?.kind !== 'started') return answers;
  const outcomes = outcomesOf(journal);
  const asked = new Map<string, WordedEntry>();
  for (const entry of journal) {
    if (isWorded(entry)) asked.set(entry.elicitation, entry);
    if (entry.kind !== 'answered') continue;
    const question = asked.get(entry.elicitation);
    if (question !== undefined) answers.set(entry.seq, answerOf({ executionId, started, question, entry, outcomes }));
  }
  return answers;
}

interface Found {
  readonly executionId: ExecutionId;
  readonly started: EntryOf<'started'>;
  readonly question: WordedEntry;
  readonly entry: EntryOf<'answered'>;
  readonly outcomes: Outcomes;
}

function answerOf({ executionId, started, question, entry, outcomes }: Found): RecentAnswer {
  const { request, asker } = question;
  const { action, by, reason } = entry.answer;
  const outcome = outcomeOf(entry, outcomes);
  const args = entry.args === undefined ? request.args : JSON.parse(entry.args);
  return {
    at: entry.at,
    executionId,
    elicitationId: entry.elicitation,
    call: entry.call,
    asker,
    ...(request.toolPath === undefined ? {} : { toolPath: request.toolPath }),
    message: request.message,
    session: started.session,
    ...(started.agent === undefined ? {} : { agent: started.agent }),
    action,
    by,
    ...(reason === undefined ? {} : { reason }),
    ...(args === undefined ? {} : { args }),
    areEdited: entry.args !== undefined,
    canUndo: outcomes.isOver && outcome.kind === 'returned' && request.type === 'approval' && request.canUndo === true,
    outcome,
  };
}

interface Outcomes {
  readonly calls: ReadonlyMap<number, OutcomeEntry>;
  readonly isOver: boolean;
}

function outcomesOf(journal: readonly JournalEntry[]): Outcomes {
  const calls = new Map<number, OutcomeEntry>();
  let isOver = false;
  for (const entry of journal) {
    if (isCallOutcome(entry)) calls.set(entry.call, entry);
    isOver ||= isEnd(entry);
  }
  return { calls, isOver };
}

function outcomeOf({ call, at }: EntryOf<'answered'>, { calls, isOver }: Outcomes): RecentAnswer['outcome'] {
  const ended = calls.get(call);
  if (ended === undefined) return { kind: isOver ? 'ended' : 'running' };
  const ms = Math.max(0, ended.at - at);
  return ended.kind === 'returned' ? { kind: 'returned', ms } : { kind: 'threw', ms, message: ended.error.message };
}
