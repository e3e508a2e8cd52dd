// An execution cut to the budget of its reply. What the program returned, printed and showed, its failure and what its
// types show share one budget; a part that needs little gets all it needs. Of the lines, the newest are kept.
//
// Open questions have a budget of their own (`fit-questions.ts`): a person decides by them.

import type { AgentExecutionView } from './agent-execution-shape.js';
import { cutWords } from './cut-words.js';
import { fitQuestions } from './fit-questions.js';
import { type Cut, fitValue } from './fit-value.js';
import { shareOut } from './share-out.js';
import { AROUND_MEMBER, costOfValue, QUARTERS } from './token-cost.js';

/** What every reply contains: ids, status, what was cut. */
const OWN_WORDS = 150 * QUARTERS;

/** An execution as its reply has it. */
export interface FittedView {
  readonly forModel: AgentExecutionView;
  /** What the program showed with `emit`. */
  readonly forUser: readonly unknown[];
}

export function fitView(view: AgentExecutionView, tokens: number): FittedView {
  const { value, logs, emitted, error, typeErrors, pending, ...facts } = view;
  const budget = tokens * QUARTERS - OWN_WORDS;
  const parts = [value, logs, emitted, error, typeErrors];
  const needs = parts.map((part) => (part === undefined ? 0 : costOfValue(part, budget)));
  const [forValue = 0, forLogs = 0, forEmitted = 0, forError = 0, forTypes = 0] = shareOut(needs, budget);
  const cuts: Cut[] = [];
  const fitted = (part: unknown, share: number, name: string): unknown => {
    const result = fitValue(part, { budget: share, path: [name] });
    cuts.push(...result.cuts);
    return result.value;
  };
  const shown = {
    ...facts,
    ...(pending === undefined ? {} : fitQuestions(pending, view.executionId)),
    ...(error === undefined ? {} : { error: fitFailure(error, forError) }),
    ...(typeErrors === undefined ? {} : { typeErrors: firstLines(typeErrors, forTypes) }),
    ...(value === undefined ? {} : { value: fitted(value, forValue, 'value') }),
    ...(logs === undefined ? {} : { logs: newestLines(logs, forLogs, cuts) }),
    ...(emitted === undefined ? {} : { shownToUser: emitted.length }),
  };
  const forUser = emitted === undefined ? [] : listOf(fitted(emitted, forEmitted, 'emitted'));
  const cut = cutWords(view.executionId, cuts);
  return { forModel: cut === undefined ? shown : { ...shown, cut }, forUser };
}

type Failure = NonNullable<AgentExecutionView['error']>;

/** Whole where it fits; otherwise half of its room is for the message, and the rest for its reason and its place. */
function fitFailure(error: Failure, budget: number): Failure {
  if (costOfValue(error, budget) <= budget) return error;
  const room = Math.max(LEAST_MESSAGE, budget - LEAST_MESSAGE);
  const short = (text: string, part: number): string =>
    String(fitValue(text, { budget: Math.floor(room * part), path: [] }).value);
  const { message, reason, at } = error;
  return {
    ...error,
    message: short(message, 1 / 2),
    ...(reason === undefined ? {} : { reason: short(reason, 1 / 4) }),
    ...(at === undefined ? {} : { at: short(at, 1 / 4) }),
  };
}
const LEAST_MESSAGE = 50 * QUARTERS;

/** As many as fit: the rest is there once these are put right. */
function firstLines(lines: readonly string[], budget: number): string[] {
  const kept: string[] = [];
  let left = budget;
  for (const line of lines) {
    left -= costOfValue(line, left) + AROUND_MEMBER;
    if (left < 0) break;
    kept.push(line);
  }
  return kept.length === lines.length ? kept : [...kept, `… ${lines.length - kept.length} more`];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** No line takes more than this share of the budget for lines. */
const LINE_PARTS = 4;

function newestLines(lines: readonly string[], budget: number, cuts: Cut[]): string[] {
  if (costOfValue(lines, budget) <= budget) return [...lines];
  const kept: string[] = [];
  let left = budget - NOTE;
  for (let index = lines.length - 1; index >= 0; index--) {
    const { value } = fitValue(lines[index], { budget: budget / LINE_PARTS, path: [] });
    left -= costOfValue(value, left) + AROUND_MEMBER;
    if (left < 0) break;
    kept.push(String(value));
  }
  const earlier = lines.length - kept.length;
  if (earlier > 0) cuts.push({ path: ['logs'], kind: 'items', shown: kept.length, of: lines.length, isNewest: true });
  return [...(earlier > 0 ? [`… ${earlier} earlier lines`] : []), ...kept.toReversed()];
}
const NOTE = 8 * QUARTERS;
