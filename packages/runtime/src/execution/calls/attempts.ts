// Attempts at a call: the runs of its handler as the journal counts them, from 1, and whether one may be repeated.

import type { Tool } from '@toolshed/kernel';
import {
  type ExecutionState,
  InDoubtContent,
  type NewEntry,
  type OpenCall,
  type RecordedQuestion,
  questionsOf,
  type ToolCall,
} from '@toolshed/kernel/runtime';

export type InvokingCall = Extract<OpenCall, { kind: 'invoking' }>;

/** The next attempt at a call. */
export function invokingEntry(state: ExecutionState, call: number): readonly NewEntry[] {
  const open = state.open.get(call);
  if (open?.kind === 'admitted') return [{ kind: 'invoking', call, attempt: 1 }];
  if (open?.kind === 'invoking') return [{ kind: 'invoking', call, attempt: open.attempt + 1 }];
  return [];
}

/** The same attempt, resumed after its handler was answered: from here it may act. */
export function continuingEntry(state: ExecutionState, call: number): readonly NewEntry[] {
  const open = state.open.get(call);
  return open?.kind === 'invoking' ? [{ kind: 'invoking', call, attempt: open.attempt }] : [];
}

/** Whether a call is unchanged: nobody has begun another attempt since. */
export const isSameAttempt = (now: OpenCall | undefined, before: OpenCall | undefined): boolean =>
  now?.kind === before?.kind && attemptOf(now) === attemptOf(before);

const attemptOf = (call: OpenCall | undefined): number => (call?.kind === 'invoking' ? call.attempt : 0);

/** Whether a question asks what to do about this attempt, whose outcome is unknown. Each attempt has its own. */
export const isAboutAttempt = ({ request }: RecordedQuestion, attempt: number): boolean =>
  request.type === 'in-doubt' && request.attempt === attempt;

/** The question about an attempt in doubt, if it was asked. */
export const doubtAbout = (state: ExecutionState, call: number, attempt: number): RecordedQuestion | undefined =>
  questionsOf(state, call).find((question) => isAboutAttempt(question, attempt));

/** Whether a person has said what to do about an attempt in doubt. */
export const isDoubtAnswered = (state: ExecutionState, call: number, attempt: number): boolean =>
  questionsOf(state, call).some((one) => isAboutAttempt(one, attempt) && one.answer !== undefined);

/** What the person said: to retry, to use a result they give, or, for any other answer, to let it fail. */
export function doubtDecision({ answer }: RecordedQuestion): InDoubtContent {
  const content = InDoubtContent.safeParse(answer?.content);
  return answer?.action === 'accept' && content.success ? content.data : { do: 'fail' };
}

/** Whether the gate decided that the call is safe. A call that a rule, a grant or a person allowed was not decided to be safe. */
export const isSafe = ({ decision }: ToolCall): boolean => decision.because.kind === 'safe';

/** Whether an attempt may be repeated without asking anybody (C2). */
export const isRepeatable = (issued: ToolCall, { asksMidway, idempotent }: Tool): boolean =>
  !asksMidway && (idempotent || isSafe(issued));

/**
 * Whether an attempt that timed out or was aborted has simply failed. That includes a call that a rule allowed and that
 * its tool calls safe: nobody was asked about it, and it changed nothing.
 */
export function isHarmless({ issued, args }: InvokingCall, tool: Tool): boolean {
  if (isRepeatable(issued, tool)) return true;
  const { kind, because } = issued.decision;
  const isAllowed = kind === 'allow' && because.kind === 'rule' && !tool.asksMidway;
  return isAllowed && !tool.isDestructive(JSON.parse(args));
}
