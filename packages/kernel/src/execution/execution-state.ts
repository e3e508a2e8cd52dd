// The state of an execution: the fold of its journal. Only what is still open is kept, so that folding a journal of a
// thousand calls that have ended costs a thousand small steps.
//
// Invariants
//   E1. An entry costs the same, however many calls, questions and timers are open: nothing here is counted, searched
//       or copied for each entry.

import type { Answer, AnsweredBy } from '../elicitation/answer/answer.js';
import type { Asker } from '../elicitation/asker.js';
import type { ElicitationRequest } from '../elicitation/request.js';
import type { ElicitationId, ExecutionId } from '../ids.js';
import type { EntryOf, ExecutionError, GuestError } from '../journal/entry.js';
import { type Due, type DueTimes, soonest, withoutSoonest } from './structures/due-times.js';
import { isTerminalStatus, type TerminalStatusName } from './terminal-status.js';
import type { VersionedMap } from './structures/versioned-map.js';

/** Where an execution stands. `completed`, `failed` and `cancelled` are terminal. */
export type ExecutionStatus =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused'; readonly wakeAt: number | undefined }
  | { readonly kind: 'sleeping'; readonly wakeAt: number }
  | { readonly kind: 'completed'; readonly value: string | undefined }
  | { readonly kind: 'failed'; readonly error: ExecutionError }
  | { readonly kind: 'cancelled'; readonly reason: string | undefined };

export type TerminalStatus = Extract<ExecutionStatus, { kind: TerminalStatusName }>;

export const isTerminal = (status: ExecutionStatus): status is TerminalStatus => isTerminalStatus(status.kind);

/** What made an earlier question about a call, or its approval, void. */
export type Again = 'tool-changed' | 'policy' | 'preview';

/** A call whose outcome has not been delivered to the program. */
export type OpenCall =
  /** Refused before the gate, or denied by it; the refusal is still to be delivered. */
  | { readonly kind: 'refused'; readonly error: GuestError }
  | {
      readonly kind: 'asking';
      readonly issued: IssuedCall;
      readonly elicitation: ElicitationId;
      readonly again?: Again;
    }
  /** May run: policy allowed it or a person approved it, with these arguments. */
  | { readonly kind: 'admitted'; readonly issued: ToolCall; readonly args: string }
  | {
      readonly kind: 'answered';
      readonly issued: IssuedCall;
      readonly elicitation: ElicitationId;
      readonly answer: Answer;
    }
  | {
      readonly kind: 'invoking';
      readonly issued: ToolCall;
      readonly args: string;
      readonly attempt: number;
      readonly mayHaveActed: boolean;
    }
  /** A saved program runs for it. */
  | {
      readonly kind: 'entered';
      readonly issued: ToolCall;
      readonly args: string;
      readonly program: EntryOf<'program-entered'>;
    }
  | { readonly kind: 'sleeping'; readonly due: number }
  /** In a plan: it will not run; what a person would be shown is still being made. */
  | { readonly kind: 'planning'; readonly issued: IssuedCall }
  /** In a plan: the stand-in is still to be delivered; without one it stays open, because of `missing`. */
  | {
      readonly kind: 'planned';
      readonly issued: IssuedCall;
      readonly standIn: string | undefined;
      readonly missing: string | undefined;
    };

export type ToolCall = EntryOf<'tool-called'>;
export type IssuedCall = ToolCall | EntryOf<'elicit-called'>;

/** Approvals of a question that needs several: the people who agree on the same arguments. */
export interface Approvals {
  readonly needed: number;
  readonly by: readonly AnsweredBy[];
  /** Other arguments than the question asked about, if one of them changed these. */
  readonly args: string | undefined;
}

/** One question of this execution; kept after it was answered while its call is open. */
export interface RecordedQuestion {
  readonly elicitation: ElicitationId;
  readonly call: number;
  readonly asker: Asker;
  readonly digest: string;
  /** As the person is shown it. */
  readonly request: ElicitationRequest;
  /** As the asker wrote it, where that is something else. */
  readonly original: ElicitationRequest | undefined;
  /** The answers to its earlier words. */
  readonly earlierAnswers: readonly Answer[];
  readonly askedAt: number;
  readonly expiresAt: number | undefined;
  /** Who agreed to open the page it asks for; it stays open until the flow behind the page is over. */
  readonly consent: AnsweredBy | undefined;
  readonly answer: Answer | undefined;
  /** Undefined where one approval is enough. */
  readonly approvals: Approvals | undefined;
}

/** How many of the open calls are of these kinds. */
export interface Tally {
  readonly asking: number;
  /** Of those that ask, the ones whose question is still being made. */
  readonly unasked: number;
  readonly sleeping: number;
  readonly entered: number;
}

export interface ExecutionState {
  readonly started: EntryOf<'started'>;
  readonly status: ExecutionStatus;
  /** Entries so far: the next one gets this as its `seq`. */
  readonly length: number;
  /** Calls issued so far. */
  readonly calls: number;
  readonly open: VersionedMap<number, OpenCall>;
  readonly tally: Tally;
  /** Of the open calls that a saved program made: the call that entered it. */
  readonly within: VersionedMap<number, number>;
  /** Saved programs entered so far. */
  readonly programs: number;
  readonly questions: VersionedMap<ElicitationId, RecordedQuestion>;
  /** The questions of each call that is open, in the order they were asked. */
  readonly askedBy: VersionedMap<number, readonly ElicitationId[]>;
  /** How many of the questions wait for an answer. */
  readonly unanswered: number;
  readonly dues: DueTimes;
  /** The latest time of any entry: a program that has seen it never sees an earlier one. */
  readonly latest: number;
  /** By the program of the execution. */
  readonly printed: { readonly logs: number; readonly emitted: number };
  /** Questions asked so far. */
  readonly asked: number;
  readonly sandboxLosses: number;
  /** Calls that a person declined, by `callKey`, and why if they said so: the same call is not asked about again. */
  readonly declined: VersionedMap<string, { readonly reason: string | undefined }>;
  /** Which permits of an approved plan are used, by index. */
  readonly usedPermits: VersionedMap<number, true>;
  /** Side quests whose end is in this journal. */
  readonly returnedQuests: ReadonlySet<ExecutionId>;
  /** The state before a question expired, the first of those that expired together, as long as nothing but the refusal followed. */
  readonly beforeExpiry: { readonly elicitation: ElicitationId; readonly state: ExecutionState } | undefined;
}

/** The same for two calls exactly if their paths and their canonical arguments are. No path has a space. */
export const callKey = ({ path, args }: Pick<ToolCall, 'path' | 'args'>): string => `${path} ${args}`;

/** In the order they were asked. Takes time for each question there is: use `unanswered` if a number is enough. */
export const openQuestions = ({ questions, unanswered }: ExecutionState): readonly RecordedQuestion[] =>
  unanswered === 0 ? NO_QUESTIONS : [...questions.values()].filter(({ answer }) => answer === undefined);

/** One of them, if it waits for an answer. */
export function openQuestion({ questions }: ExecutionState, elicitation: ElicitationId): RecordedQuestion | undefined {
  const question = questions.get(elicitation);
  return question?.answer === undefined ? question : undefined;
}

/** The questions of one call, in the order they were asked. */
export function questionsOf({ questions, askedBy }: ExecutionState, call: number): readonly RecordedQuestion[] {
  const asked = askedBy.get(call);
  if (asked === undefined) return NO_QUESTIONS;
  return asked.flatMap((elicitation) => questions.get(elicitation) ?? []);
}

const NO_QUESTIONS: readonly RecordedQuestion[] = [];

/** What is due next. */
export const nextDue = ({ dues }: ExecutionState): Due | undefined => soonest(dues);

/** Everything due by this time, in order. */
export function dueBy(state: ExecutionState, time: number): readonly Due[] {
  const found: Due[] = [];
  let left = state.dues;
  for (let due = soonest(left); due && due.at <= time; due = soonest(left)) {
    if (isCurrent(state, due)) found.push(due);
    left = withoutSoonest(left);
  }
  return found;
}

/** Whether its timer still sleeps, or its question is still open. */
export function isCurrent({ open, questions }: ExecutionState, { call, elicitation }: Due): boolean {
  if (elicitation === undefined) return open.get(call)?.kind === 'sleeping';
  const question = questions.get(elicitation);
  return question !== undefined && question.answer === undefined;
}
