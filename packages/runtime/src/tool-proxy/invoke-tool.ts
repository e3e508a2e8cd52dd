// The only way from a program to a tool's code.
//
// Invariants
//   T1. The journal says `invoking` before a handler starts.
//   T2. A handler receives the arguments the gate saw, parsed from the very text that was journaled and shown.
//   T3. A handler never rejects across the sandbox boundary: its failure is rendered for the program here.
//   T4. Values of secrets are put in place of their handles here, for the handler alone, and are taken out of whatever
//       it returns.
//   T5. What has to be taken out is known before the handler starts, which may log and report progress at once. If it
//       cannot be known the handler does not start, and its result is withheld. While the store that keeps the
//       secrets is unavailable the call waits for it: the outcome could not be journaled sooner either.
//   T6. Whether the handler may start is asked last, in the tick in which it starts: a vault may have taken its time.
//   T7. Where the result of a destructive call cannot be given to the program, the error says that the call has run: a
//       program that believes it failed would repeat it.

import { type Tool, type ToolContext, ToolError, ToolshedError } from '@toolshed/kernel';
import { GuestError, type NewEntry, NotJsonError } from '@toolshed/kernel/runtime';
import { LIMIT_CODES, type LimitCode } from '../sandbox/limits.js';
import { NO_SECRETS, type Redactor } from '../secrets/redactor.js';
import type { SessionSecrets } from '../secrets/session-secrets.js';
import { inHandler } from './handler-scope.js';
import { measureJson } from './measure-json.js';
import { keptDefect } from './thrown.js';
import { type Failure, toFailure } from './guest-boundary.js';
import { exchangeSecrets, takesSecrets } from './secret-arguments.js';

export interface Invocation {
  readonly call: number;
  readonly session: string;
  readonly tool: Tool;
  /** Canonical JSON text of the arguments. */
  readonly args: string;
  readonly context: ToolContext;
  readonly room: ResultRoom;
  readonly secrets: SessionSecrets;
  /** Called right before the handler is, and waited for if it has to wait. If it throws or rejects, nothing is started. */
  readonly begin: () => Promise<void> | undefined;
  /** Called with what the handler threw, before it is rendered for the program. */
  readonly onThrow: (error: unknown) => void;
}

/** How much a tool may return. */
export interface ResultRoom {
  /** Of one call. */
  readonly each: number;
  /** What is left of the room of all calls of the execution; taken as soon as a result is known to fit. */
  left: number;
}

export type CallOutcome = Extract<NewEntry, { kind: 'returned' | 'threw' }>;

/** Rejects only if the handler may not start here; then nothing has run, and there is no outcome. */
export async function invokeTool(invocation: Invocation): Promise<CallOutcome> {
  const { call, session, tool, args, context, room, secrets } = invocation;
  const threw = (error: unknown, redactor: Redactor): CallOutcome => ({
    kind: 'threw',
    call,
    ...withoutSecrets(toFailure(error, tool.path, context.log), redactor),
  });
  let isRefused = false;
  let hasRun = false;
  let isDestructive = true;
  try {
    // T5.
    await secrets.whenReachable(session);
    // T2.
    const parsed: unknown = JSON.parse(args);
    isDestructive = tool.isDestructive(parsed);
    // T4, on the way in.
    const given = takesSecrets(tool) ? await exchangeSecrets(tool, parsed, session, secrets) : parsed;
    // T6, and T1: `begin` has the entry written.
    isRefused = true;
    const begun = invocation.begin();
    if (begun) await begun;
    isRefused = false;
    const value = await running(invocation, given);
    hasRun = true;
    const text = resultText(tool, value, room, await secrets.whenReachable(session));
    return text === undefined ? { kind: 'returned', call } : { kind: 'returned', call, value: text };
  } catch (error) {
    if (isRefused) throw error;
    // T3.
    const forProgram = (reason: unknown): unknown => (hasRun && isDestructive ? thoughItRan(tool, reason) : reason);
    return secrets.whenReachable(session).then(
      (redactor) => threw(forProgram(error), redactor),
      // In our own words, which contain nothing of the handler's.
      (unreadable) => threw(forProgram(unreadable), NO_SECRETS),
    );
  }
}

/** T7. */
function thoughItRan({ path }: Tool, error: unknown): ToolError {
  const ran = `${path} has run and taken effect; do not repeat it`;
  return error instanceof ToolshedError
    ? new ToolError(error.code, `${error.message}. ${ran}`, { cause: error })
    : new ToolError('tool/failed', `Cannot use the result of ${path}. ${ran}`, { cause: error });
}

async function running({ tool, context, onThrow }: Invocation, args: unknown): Promise<unknown> {
  try {
    return await inHandler(() => tool.run(context, args));
  } catch (error) {
    onThrow(error);
    throw error;
  }
}

/** T4, on the way out of a failure. */
const withoutSecrets = ({ error, defect }: Failure, redactor: Redactor): Failure => ({
  error: redactor === NO_SECRETS ? error : GuestError.parse(redactor.json(error)),
  ...(defect === undefined ? {} : { defect: keptDefect(redactor.text(defect)) }),
});

function resultText(tool: Tool, value: unknown, room: ResultRoom, redactor: Redactor): string | undefined {
  const checked = tool.output?.parse(value);
  if (checked?.kind === 'invalid') {
    const [issue] = checked.issues;
    throw new ToolError(
      'tool/invalid-result',
      `Cannot use the result of ${tool.path}: ${issue?.field || 'it'} ${issue?.message}`,
    );
  }
  const text = redactText(writeResult(tool, checked ? checked.value : value), redactor);
  if (text !== undefined) takeRoom(tool, text.length, room);
  return text;
}

/** Threat: a program that has the host keep one large result after the other, in memory and in the journal. */
function takeRoom({ path }: Tool, size: number, room: ResultRoom): void {
  const refuse = (code: LimitCode, than: string): never => {
    throw new ToolError(code, `Cannot return the result of ${path}: it has ${size} characters, more than ${than}`);
  };
  if (size > room.each) refuse(LIMIT_CODES.toolResultBytes, `${room.each}; ask for less`);
  if (size > room.left)
    refuse(LIMIT_CODES.toolResultsBytes, `the ${room.left} left for this execution; continue in another program`);
  room.left -= size;
}

/** T4, on the way out of a result. As JSON first: what an object makes of itself when it is written is what the program would get. */
const redactText = (text: string | undefined, redactor: Redactor): string | undefined =>
  text === undefined || redactor === NO_SECRETS ? text : JSON.stringify(redactor.json(JSON.parse(text)));

/** Threat: a result nested so deep that a reader, or what shows it to a person, runs out of stack. */
const DEEPEST_RESULT = 512;

function writeResult(tool: Tool, value: unknown): string | undefined {
  const text = writeJson(tool, value);
  if (text !== undefined && measureJson(text).depth > DEEPEST_RESULT)
    throw new ToolError(
      'tool/invalid-result',
      `Cannot use the result of ${tool.path}: it is nested deeper than ${DEEPEST_RESULT} levels`,
    );
  return text;
}

function writeJson(tool: Tool, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    throw new NotJsonError([tool.path], 'a result that cannot be written as JSON');
  }
}

export const refusalOf = (path: string, code: string, message: string): GuestError => ({
  name: 'ToolError',
  code,
  message: `Cannot call ${path}: ${message}`,
});
