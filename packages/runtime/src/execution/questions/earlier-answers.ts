// What a journal already says to an answer that comes again.
//
// The same answer, sent twice, is one answer and has the first outcome. Another one is refused by name: whoever said
// no must never read "completed" as if they had been heard.

import { type Action, AlreadyAnsweredError, type Answer, type EntryOf, type JournalEntry } from '@toolshed/kernel';
import { canonicalJson, type EarlierAnswer, isTimeUp, NotJsonError, readContent } from '@toolshed/kernel/runtime';
import type { ResumeAnswer } from '../../toolshed.js';
import { FLOW_CHANNEL } from './complete-flow.js';
import { DeniedSinceError, PreviewChangedError } from '../execution-errors.js';
import { LIBRARY } from './library-answers.js';
import { type PartedAnswer, partSecrets } from './secret-answers.js';

/** What somebody says again; what is absent is not compared. */
export interface SaidAgain {
  readonly action: Action;
  readonly content?: unknown;
  /** Canonical text. */
  readonly args?: string;
  /** What is said to a sensitive question, parted; `unlike`: nothing it could have been answered with. */
  readonly hidden?: PartedAnswer | 'unlike';
}

type Answered = EntryOf<'answered'>;
type Worded = EntryOf<'asked' | 'revised'>;

export interface EarlierAnswers {
  /** Questions that have an answer. */
  readonly ids: readonly string[];
  /**
   * Throws if the question, which is no longer open, was answered with something else; or by nobody, where its
   * execution completed without it. What failed, was cancelled or is asked anew says so itself.
   */
  assertSame(elicitation: string, said: SaidAgain): void;
  /** Throws if an approval did not let its call run: policy denies it since, or what it would do has changed. */
  assertNotOverruled(elicitation: string, action: Action): void;
  /** What somebody said to it, and how another answer is refused; undefined while nobody answered. */
  recorded(elicitation: string): { readonly answer: Answer; readonly refusal: AlreadyAnsweredError } | undefined;
  /** Whether it was closed because what it asked about is another by now. */
  isStale(elicitation: string): boolean;
  /** What an answer says to a question that is no longer open, in its latest words. */
  saidAgain(elicitation: string, given: ResumeAnswer): SaidAgain;
}

/** Reads a journal once, and only if it is asked anything. */
export function earlierAnswers(entries: readonly JournalEntry[]): EarlierAnswers {
  let known: Known | undefined;
  const read = (): Known => {
    known ??= readAnswers(entries);
    return known;
  };
  const overruledBy = (elicitation: string): EntryOf<'redecided'> | undefined => {
    if (!entries.some(({ kind }) => kind === 'redecided')) return undefined;
    const { answered, overruled } = read();
    const answer = answered.get(elicitation);
    const isApproval = answer !== undefined && (answer.answer.action === 'accept' || isClosing(answer));
    return isApproval ? overruled.get(elicitation) : undefined;
  };
  const assertNotOverruled = (elicitation: string, action: Action): void => {
    const by = action === 'accept' ? overruledBy(elicitation) : undefined;
    if (by?.decision.kind === 'deny') throw new DeniedSinceError(elicitation, by.decision);
    if (by?.stale) throw new PreviewChangedError(elicitation);
  };
  return {
    assertNotOverruled,
    isStale: (elicitation) => overruledBy(elicitation)?.stale === true,
    recorded(elicitation) {
      const answered = read().answered.get(elicitation);
      if (answered === undefined || isClosing(answered)) return undefined;
      const refusal = new AlreadyAnsweredError(elicitation, earlierOf(answered));
      return { answer: answered.raw ?? answered.answer, refusal };
    },
    get ids() {
      return [...read().answered.keys()];
    },
    assertSame(elicitation, said) {
      assertNotOverruled(elicitation, said.action);
      const answered = read().answered.get(elicitation);
      if (answered && isSame(read(), answered, said)) return;
      const last = entries.findLast(({ kind }) => kind !== 'late-outcome');
      if (last?.kind !== 'completed' && (answered === undefined || isClosing(answered))) return;
      throw new AlreadyAnsweredError(elicitation, answered ? earlierOf(answered) : closedAt(last?.at ?? 0));
    },
    saidAgain(elicitation, given) {
      const { action = given.approved ? 'accept' : 'decline', data, args } = given;
      const worded = read().worded.get(elicitation);
      const edited = args === undefined ? undefined : textOf(args);
      return {
        action,
        ...(edited === undefined ? {} : { args: edited }),
        ...(data === undefined || worded === undefined ? {} : contentOf(worded, given, action)),
      };
    },
  };
}

interface Known {
  readonly answered: ReadonlyMap<string, Answered>;
  readonly worded: ReadonlyMap<string, Worded>;
  /** Arguments of each call. */
  readonly args: ReadonlyMap<number, string>;
  /** What came after the answer to a question, and decided its call again. */
  readonly overruled: ReadonlyMap<string, EntryOf<'redecided'>>;
}

function readAnswers(entries: readonly JournalEntry[]): Known {
  const answered = new Map<string, Answered>();
  const worded = new Map<string, Worded>();
  const args = new Map<number, string>();
  const overruled = new Map<string, EntryOf<'redecided'>>();
  const last = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'answered') {
      answered.set(entry.elicitation, entry);
      last.set(entry.call, entry.elicitation);
    }
    if (entry.kind === 'asked' || entry.kind === 'revised') worded.set(entry.elicitation, entry);
    else if (entry.kind === 'tool-called') args.set(entry.call, entry.args);
    const decided = entry.kind === 'redecided' ? last.get(entry.call) : undefined;
    if (decided !== undefined && entry.kind === 'redecided') overruled.set(decided, entry);
  }
  return { answered, worded, args, overruled };
}

/** The runtime's own: its call is decided again, or nobody could be asked. The end of a flow is its owner's word. */
const isClosing = ({ answer: { by, action } }: Answered): boolean =>
  by.kind === 'runtime' && by.channel !== FLOW_CHANNEL && !isTimeUp(action);

const earlierOf = ({ answer, at }: Answered): EarlierAnswer => ({
  action: answer.action,
  by: answer.by.principal,
  at,
});

const closedAt = (at: number): EarlierAnswer => ({ action: 'closed', by: 'toolshed', at });

/** An answer of the person's own words stands for itself; every way to say no is a no. */
function verdictOf(action: Action): 'yes' | 'no' | 'other' {
  if (action === 'accept') return 'yes';
  return action === 'other' ? 'other' : 'no';
}

function isSame({ args }: Known, answered: Answered, said: SaidAgain): boolean {
  // What the person said, where the host's middleware made another answer of it.
  const before = answered.raw ?? answered.answer;
  if (verdictOf(before.action) !== verdictOf(said.action)) return false;
  if (said.content !== undefined && !isSameContent(before, said.content)) return false;
  return said.args === undefined || said.args === (answered.args ?? args.get(answered.call));
}

const isSameContent = ({ content }: Answer, said: unknown): boolean =>
  content !== undefined && textOf(content) === textOf(said);

/** What is no JSON is nothing anybody was answered with. */
function textOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof NotJsonError) return undefined;
    throw error;
  }
}

/** As it would be kept: a form fills in its defaults, and the vault has what is sensitive. */
function contentOf(
  { request, elicitation }: Worded,
  { data, by }: ResumeAnswer,
  action: Action,
): Pick<SaidAgain, 'content' | 'hidden'> {
  const read = action === 'accept' ? readContent(request, data) : undefined;
  if (request.sensitive !== true) return { content: read?.kind === 'valid' ? read.value : data };
  if (verdictOf(action) === 'no') return {};
  const text = textOf(read?.kind === 'valid' ? read.value : data);
  // Threat: an agent that tries value after value until one is the same. It is told that there is an answer.
  if (text === undefined || read?.kind === 'invalid' || by?.kind === 'agent') return { hidden: 'unlike' };
  return { hidden: partSecrets({ request, elicitation }, { action, content: JSON.parse(text), by: by ?? LIBRARY }) };
}
