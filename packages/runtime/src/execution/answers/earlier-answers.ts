// Compares an answer to a question that is no longer open with the answer the journal has. `submit-answer` asks.
//
// The same answer sent twice counts once, and both senders get the first outcome. A different one is refused with a named
// error: a person who refused must never read "completed" as if their refusal had counted.

import { type Action, AlreadyAnsweredError, type Answer, type EntryOf, type JournalEntry } from '@toolshed/kernel';
import {
  canonicalJson,
  type EarlierAnswer,
  isTimeUp,
  isWorded,
  NotJsonError,
  readContent,
} from '@toolshed/kernel/runtime';
import type { ResumeAnswer } from '../../host-api/resume-answer.js';
import { FLOW_CHANNEL } from '../questions/complete-flow.js';
import { DeniedSinceError, PreviewChangedError } from '../execution-errors.js';
import { LIBRARY } from './read-answer.js';
import { type PartedAnswer, partSecrets } from './secret-answers.js';

/** An answer that may repeat an earlier one; what is absent is not compared. */
export interface RepeatedAnswer {
  readonly action: Action;
  readonly content?: unknown;
  /** Canonical text. */
  readonly args?: string;
  /** The answer to a sensitive question; `different`: it cannot be the recorded one. */
  readonly secret?: PartedAnswer | 'different';
}

type Answered = EntryOf<'answered'>;
type Worded = EntryOf<'asked' | 'revised'>;

export interface EarlierAnswers {
  /** Questions that have an answer. */
  readonly ids: readonly string[];
  wasAsked(elicitation: string): boolean;
  /**
   * Throws if the question, which is no longer open, has a different answer; or has none, where its execution completed
   * without it. The result of an execution that failed, was cancelled or asks again already shows that.
   */
  assertSame(elicitation: string, repeated: RepeatedAnswer): void;
  /** Throws if an approval did not let its call run: policy now denies it, or what it would do has changed. */
  assertNotOverruled(elicitation: string, action: Action): void;
  /** The answer it has, and the error that refuses another; undefined while nobody answered. */
  recorded(elicitation: string): { readonly answer: Answer; readonly refusal: AlreadyAnsweredError } | undefined;
  /** Whether it was closed because its preview no longer holds. */
  isStale(elicitation: string): boolean;
  /** An answer to a question that is no longer open, as it would be kept, to be compared. */
  repeated(elicitation: string, given: ResumeAnswer): RepeatedAnswer;
}

/** Reads a journal once, and only if it is asked anything. */
export function earlierAnswers(entries: readonly JournalEntry[]): EarlierAnswers {
  let known: Known | undefined;
  let mayBeOverruled: boolean | undefined;
  const read = (): Known => {
    known ??= readAnswers(entries);
    return known;
  };
  const overruledBy = (elicitation: string): EntryOf<'redecided'> | undefined => {
    mayBeOverruled ??= entries.some(({ kind }) => kind === 'redecided');
    if (!mayBeOverruled) return undefined;
    const { answered, overruled } = read();
    const answer = answered.get(elicitation);
    const isApproval = answer !== undefined && (answer.answer.action === 'accept' || isClosedByRuntime(answer));
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
      if (answered === undefined || isClosedByRuntime(answered)) return undefined;
      const refusal = new AlreadyAnsweredError(elicitation, earlierOf(answered));
      return { answer: answered.raw ?? answered.answer, refusal };
    },
    get ids() {
      return [...read().answered.keys()];
    },
    wasAsked: (elicitation) => read().worded.has(elicitation),
    assertSame(elicitation, repeated) {
      assertNotOverruled(elicitation, repeated.action);
      const answered = read().answered.get(elicitation);
      if (answered && isSame(read(), answered, repeated)) return;
      const last = entries.findLast(({ kind }) => kind !== 'late-outcome');
      if (last?.kind !== 'completed' && (answered === undefined || isClosedByRuntime(answered))) return;
      throw new AlreadyAnsweredError(elicitation, answered ? earlierOf(answered) : closedAt(last?.at ?? 0));
    },
    repeated(elicitation, given) {
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
  /** The decision that followed the answer to a question and made its approval void. */
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
    if (isWorded(entry)) worded.set(entry.elicitation, entry);
    else if (entry.kind === 'tool-called') args.set(entry.call, entry.args);
    const decided = entry.kind === 'redecided' ? last.get(entry.call) : undefined;
    if (decided !== undefined && entry.kind === 'redecided') overruled.set(decided, entry);
  }
  return { answered, worded, args, overruled };
}

/** Closed by the runtime: its call is decided again, or nobody could be asked. The owner of a flow does answer. */
const isClosedByRuntime = ({ answer: { by, action } }: Answered): boolean =>
  by.kind === 'runtime' && by.channel !== FLOW_CHANNEL && !isTimeUp(action);

const earlierOf = ({ answer, at }: Answered): EarlierAnswer => ({
  action: answer.action,
  by: answer.by.principal,
  at,
});

const closedAt = (at: number): EarlierAnswer => ({ action: 'closed', by: 'toolshed', at });

/** Every way to refuse counts as the same; an answer in the person's own words is neither approval nor refusal. */
function verdictOf(action: Action): 'yes' | 'no' | 'other' {
  if (action === 'accept') return 'yes';
  return action === 'other' ? 'other' : 'no';
}

function isSame({ args }: Known, answered: Answered, repeated: RepeatedAnswer): boolean {
  // The person's own answer, where the host's middleware changed it.
  const before = answered.raw ?? answered.answer;
  // Nobody gave this answer, so nobody can repeat it: a refusal that comes after the time is up counts for nothing.
  if (isTimeUp(before.action) || isClosedByRuntime(answered)) return false;
  if (verdictOf(before.action) !== verdictOf(repeated.action)) return false;
  if (repeated.content !== undefined && !isSameContent(before, repeated.content)) return false;
  return repeated.args === undefined || repeated.args === (answered.args ?? args.get(answered.call));
}

const isSameContent = ({ content }: Answer, repeated: unknown): boolean =>
  content !== undefined && textOf(content) === textOf(repeated);

/** Undefined for a value that is not JSON: no recorded answer can be that. */
function textOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof NotJsonError) return undefined;
    throw error;
  }
}

/** As it would be kept: with the defaults of its form, and without what goes to the vault. */
function contentOf(
  { request, elicitation }: Worded,
  { data, by }: ResumeAnswer,
  action: Action,
): Pick<RepeatedAnswer, 'content' | 'secret'> {
  const read = action === 'accept' ? readContent(request, data) : undefined;
  if (request.sensitive !== true) return { content: read?.kind === 'valid' ? read.value : data };
  if (verdictOf(action) === 'no') return {};
  const text = textOf(read?.kind === 'valid' ? read.value : data);
  // Threat: an agent that guesses a secret by repeating answers. It only learns that there is an answer.
  if (text === undefined || read?.kind === 'invalid' || by?.kind === 'agent') return { secret: 'different' };
  return { secret: partSecrets({ request, elicitation }, { action, content: JSON.parse(text), by: by ?? LIBRARY }) };
}
