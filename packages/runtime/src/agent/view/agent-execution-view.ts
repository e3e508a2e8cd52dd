// An execution as an agent reads it: one shape and one text, over MCP and in an agent loop of the host.

import type { ExecutionError } from '@toolshed/kernel';
import type { ExecutionResult } from '../../execution/execution-result.js';
import type { AgentExecutionView } from './agent-execution-shape.js';
import type { TypeProblem } from '../../check/type-problem.js';
import { showProblems } from '../../check/show-problems.js';
import { caughtFailures } from './caught-failures.js';
import { sliceOf, type SliceRequest } from './execution-slice.js';
import { fitView } from './fit-view.js';
import { DEFAULT_OUTPUT_TOKENS } from './output-budget.js';
import { pendingView } from './pending-view.js';
import { type AgentMedia, createMediaTaker } from './take-media.js';

/** What a tool for agents replies. */
export interface AgentReply {
  /** What the model is given. */
  readonly text: string;
  /** What the program showed with `emit`, as a JSON list, for the user rather than the model; undefined for nothing. */
  readonly forUser?: string;
  /** Images and audio that the program returned or emitted, which the text names as blocks beside it. */
  readonly media?: readonly AgentMedia[];
  /** The complete result for the host, also where the text leaves something out; undefined if the call was refused. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** Whether the program or the call failed; the text says why. */
  readonly isError: boolean;
}

export interface ViewNotes {
  readonly next?: string | undefined;
  /** By elicitation id. */
  readonly notes?: ReadonlyMap<string, string>;
  /** Budget of the text. */
  readonly tokens?: number | undefined;
}

/** A program that failed is a tool that failed. */
export function agentReply(
  result: ExecutionResult,
  notes?: ViewNotes,
): AgentReply & { readonly structured: AgentExecutionView } {
  const view = viewOf(result, notes);
  const { take, taken } = createMediaTaker();
  const inWords = {
    ...view,
    ...(view.value === undefined ? {} : { value: take(view.value) }),
    ...(view.emitted === undefined ? {} : { emitted: view.emitted.map(take) }),
  };
  const { forModel, forUser } = fitView(inWords, notes?.tokens ?? DEFAULT_OUTPUT_TOKENS);
  return {
    text: JSON.stringify(forModel),
    ...(forUser.length === 0 ? {} : { forUser: JSON.stringify(forUser) }),
    ...(taken.length === 0 ? {} : { media: taken }),
    structured: view,
    isError: result.status === 'failed',
  };
}

/** A part of what `agentReply` gives. Throws ValuePathError for a path that leads nowhere. */
export function sliceReply(result: ExecutionResult, request: SliceRequest): AgentReply {
  const structured = { ...sliceOf(viewOf(result), request) };
  return { text: JSON.stringify(structured), structured, isError: false };
}

/** A call that was refused. Nothing was done. */
export const refusedReply = (code: string, message: string): AgentReply => ({
  text: `${code}: ${message}`,
  isError: true,
});

function viewOf(result: ExecutionResult, { next, notes }: ViewNotes = {}): AgentExecutionView {
  const { executionId, emitted } = result;
  const logs = [
    ...result.logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)),
    ...caughtFailures(result).map((text) => `warn: ${text}`),
  ];
  const toDo = next ?? (result.status === 'failed' && doneIn(result.calls).length > 0 ? NOT_AGAIN : undefined);
  return {
    executionId,
    status: result.status,
    ...outcomeOf(result, notes),
    ...(toDo === undefined ? {} : { next: toDo }),
    ...(logs.length === 0 ? {} : { logs }),
    ...(emitted.length === 0 ? {} : { emitted: [...emitted] }),
  };
}

/** What the failure itself says is not said twice, and nothing is said twice of a name. */
function beside(
  { code, name, line, message }: ExecutionError,
  problems: readonly TypeProblem[],
): readonly TypeProblem[] {
  const saysItself = code === 'program/syntax' || code === 'tool/unknown' || name === 'ReferenceError';
  const isBare = name === 'ReferenceError' && message.endsWith('is not defined');
  const isSaid = (one: TypeProblem): boolean =>
    saysItself && one.line === line && !(isBare && one.message.includes('did you mean'));
  const said = new Set(problems.filter(isSaid).map(({ message }) => message));
  return problems.filter(({ message }) => {
    const isNew = !said.has(message);
    said.add(message);
    return isNew;
  });
}

const MOST_DONE = 20;
const NOT_AGAIN = 'The calls in done took effect before the program failed: do not make them again.';

/** What the program did before it failed, so that nobody does it again. */
function doneIn(calls: ExecutionResult['calls']): string[] {
  const changing = calls.filter(({ isSafe, outcome }) => !isSafe && outcome === 'returned');
  const shown = changing
    .slice(0, MOST_DONE)
    .map(({ path, line }) => `${path}${line === undefined ? '' : ` (line ${line})`}`);
  return changing.length > MOST_DONE ? [...shown, `… ${changing.length - MOST_DONE} more`] : shown;
}

/** What the program itself threw is called by its name; what we say has a code. */
const namedMessage = ({ code, name = 'Error', message }: ExecutionError): string =>
  !code.startsWith('program/') || name === 'Error' || name === '' ? message : `${name}: ${message}`;

function outcomeOf(
  result: ExecutionResult,
  notes: ReadonlyMap<string, string> | undefined,
): Partial<AgentExecutionView> {
  switch (result.status) {
    case 'completed': {
      const problems = (result.typeProblems ?? []).map((one) => showProblems([one]));
      const done = doneIn(result.calls);
      return {
        value: result.value ?? null,
        // A program may say that it failed, or that it was denied, when it was not.
        ...(done.length === 0 ? {} : { done }),
        ...(problems.length === 0 ? {} : { typeErrors: problems }),
      };
    }
    case 'failed': {
      const { code, message, reason, line, column } = result.error;
      const typeProblems = beside(result.error, result.typeProblems ?? []);
      const done = doneIn(result.calls);
      return {
        ...(done.length === 0 ? {} : { done }),
        ...(typeProblems.length === 0 ? {} : { typeErrors: typeProblems.map((one) => showProblems([one])) }),
        error: {
          code,
          message: namedMessage(result.error),
          ...(reason === undefined || message.includes(reason) ? {} : { reason }),
          ...(line === undefined ? {} : { line }),
          ...(column === undefined ? {} : { column }),
          ...(result.excerpt === undefined ? {} : { at: result.excerpt }),
        },
      };
    }
    case 'cancelled':
      return result.reason === undefined ? {} : { reason: result.reason };
    case 'sleeping':
      return { wakeAt: result.wakeAt };
    case 'paused':
      return {
        pending: result.pending.map((one) => pendingView(one, result.calls, notes?.get(one.elicitationId))),
      };
    case 'running':
      return {};
  }
}
