// Drafts the entries of a step of the program: the lines it printed, then each call in the order it was issued, with
// the gate's decision beside it (D1 in `drive-execution.ts`; invariant 1 of ARCHITECTURE.md). Also drafts `asked` and
// `invoking` for calls that ask or run at once; journals and runs nothing itself.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionId, GrantId } from '@toolshed/kernel';
import {
  type Caller,
  callKey,
  canonicalJson,
  digestOfSent,
  type ExecutionState,
  type GuestError,
  isPlan,
  issuesText,
  type NewEntry,
  readElicitRequest,
  readIssues,
} from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { GuestProtocolError } from '../../sandbox/sandbox-errors.js';
import type { Decided, Refused } from '../../tool-proxy/call-gate.js';
import type { GuestCall, Printed, SavedStep, StepOutput } from '../../tool-proxy/guest-boundary.js';
import { callPlace } from '../../tool-proxy/call-place.js';
import { refusalOf } from '../../tool-proxy/invoke-tool.js';
import { takesSecrets } from '../../tool-proxy/secret-arguments.js';
import type { LiveDeps } from '../execution-deps.js';
import { type Permits, permitsOf } from '../plan/plan-permits.js';
import { isRevert } from '../undo/revert-tools.js';
import { overQuota, questionsSoFar, tooManyQuestions } from '../questions/quotas.js';
import { askedEntries, askedEntry } from '../questions/ask-question.js';
import { askingAdvice } from '../questions/asking-advice.js';

type Draft = (state: ExecutionState) => readonly NewEntry[];
/** Counts one more question; returns why it may not be asked. */
type MayNotAsk = () => GuestError | undefined;

/** Entries as a function of the state they will follow; at once where nothing has to be awaited. */
export function issueCalls(
  output: StepOutput,
  state: ExecutionState,
  id: ExecutionId,
  deps: LiveDeps,
): Draft | Promise<Draft> {
  let { calls: last } = state;
  for (const { number } of output.calls)
    if (number !== ++last) throw new GuestProtocolError(`call ${number} is not the next`);
  let asked: number | undefined;
  const mayNotAsk = (): GuestError | undefined => {
    asked = (asked ?? questionsSoFar(state)) + 1;
    if (asked > deps.limits.elicitations) return tooManyQuestions(deps.limits);
    // A plan opens no question.
    return isPlan(state) ? undefined : overQuota(deps.questionQuota.take(id, state.started));
  };
  const step: Step = { mayNotAsk, declined: state.declined, taken: new Map(), permits: permitsOf(state, deps) };
  const draft = (call: GuestCall): Draft | Promise<Draft> => draftOf(call, state, id, deps, step);
  const whole = (made: readonly Draft[]): Draft => {
    return (now) => {
      const entries: NewEntry[] = [...printed(output), ...printedBySaved(output.saved ?? [])];
      for (const draft of made) entries.push(...draft(now));
      return entries;
    };
  };
  const began = performance.now();
  const drafts: (Draft | Promise<Draft>)[] = [];
  for (const call of output.calls) {
    if (performance.now() - began > TURN_MS) return draftInTurns(output.calls, drafts, draft).then(whole);
    drafts.push(draft(call));
  }
  return drafts.every((one) => typeof one === 'function') ? whole(drafts) : Promise.all(drafts).then(whole);
}

/** How long the calls of one step keep the host from everything else. */
const TURN_MS = 20;

/**
 * Drafts the rest in turns with everything else that the host does. Threat: a step of many calls, each with a million
 * characters of small arguments to check.
 */
async function draftInTurns(
  calls: readonly GuestCall[],
  drafts: readonly (Draft | Promise<Draft>)[],
  draft: (call: GuestCall) => Draft | Promise<Draft>,
): Promise<readonly Draft[]> {
  const all = [...drafts];
  // Those that fail are awaited below, with the others.
  for (const one of all) if (one instanceof Promise) one.catch(() => undefined);
  let began = 0;
  for (const call of calls.slice(drafts.length)) {
    if (performance.now() - began > TURN_MS) {
      await nextTurn();
      began = performance.now();
    }
    const one = draft(call);
    if (one instanceof Promise) one.catch(() => undefined);
    all.push(one);
  }
  return Promise.all(all);
}

/** What the calls of one step share. */
interface Step {
  /** What a person declined before this step. */
  readonly declined: ExecutionState['declined'];
  readonly mayNotAsk: MayNotAsk;
  /** Uses of grants. */
  readonly taken: Map<GrantId, number>;
  /** What an approved plan lets through; undefined without one. */
  readonly permits: Permits | undefined;
}

function printed({ logs, emitted }: Printed): Extract<NewEntry, { kind: 'printed' }>[] {
  return logs.length === 0 && emitted.length === 0 ? [] : [{ kind: 'printed', logs: [...logs], emitted: [...emitted] }];
}

const printedBySaved = (steps: readonly SavedStep[]): NewEntry[] =>
  steps.flatMap((step) => printed(step).map((entry) => ({ ...entry, within: step.call })));

function draftOf(
  call: GuestCall,
  state: ExecutionState,
  id: ExecutionId,
  deps: LiveDeps,
  step: Step,
): Draft | Promise<Draft> {
  switch (call.op) {
    case 'sleep':
      return () => [
        {
          kind: 'timer-set',
          call: call.number,
          digest: String(call.ms),
          due: deps.clock.now() + call.ms,
          ...(call.within === undefined ? {} : { within: call.within }),
        },
      ];
    case 'elicit':
      return elicitDraft(call, state, id, deps, step);
    case 'tool': {
      const { session, agent } = state.started;
      const caller = { session, agent, executionId: id, program: programOf(state, call.within) };
      const admission = deps.gate.admit(call, caller, deps.limits);
      if (admission.kind === 'decided' && isRevert(admission.tool) && state.started.purpose?.kind !== 'undo')
        return refusedCall(admission.entry, noSuchTool(admission.entry.path), deps);
      if (admission.kind === 'refused') return refusedDraft(admission, session, deps);
      const admitted = (): Draft | Promise<Draft> =>
        isPlan(state) ? plannedDraft(admission, caller, deps, step) : admittedDraft(admission, caller, deps, step);
      return takesSecrets(admission.tool) ? vettedDraft(admission, caller, deps, admitted) : admitted();
    }
  }
}

const refusedDraft = (refused: Refused, session: string, { gate }: LiveDeps): Draft | Promise<Draft> =>
  refused.words === 'ours'
    ? () => [refused.entry]
    : gate.refusal(refused, session).then(
        (entry): Draft =>
          () => [entry],
      );

type ProgramCaller = Caller & { readonly executionId: ExecutionId };

/** Secret handles are looked up before anybody is asked about the call. */
async function vettedDraft(
  decided: Decided,
  caller: ProgramCaller,
  deps: LiveDeps,
  admitted: () => Draft | Promise<Draft>,
): Promise<Draft> {
  const refused = await deps.gate.refuseSecrets(decided, caller);
  return refused ? () => [refused] : admitted();
}

const admittedDraft = (decided: Decided, caller: ProgramCaller, deps: LiveDeps, step: Step): Draft | Promise<Draft> =>
  decidedDraft(decided) ?? askedDraft(decided, caller, deps, step);

/**
 * Of a plan: only a call that is allowed and that its tool declares safe runs. Any other is decided as in a run, and then
 * kept from running, whatever was decided: a plan has no effect.
 */
async function plannedDraft(decided: Decided, caller: ProgramCaller, deps: LiveDeps, step: Step): Promise<Draft> {
  const { kind } = decided.entry.decision;
  if (kind === 'allow' && !decided.isDestructive) return runDraft(decided);
  const { entry } = kind === 'ask' ? await deps.gate.soften(decided, caller, step.taken) : decided;
  if (entry.decision.kind === 'deny') return () => [entry];
  const refusal = entry.decision.kind === 'ask' ? step.mayNotAsk() : undefined;
  return refusal ? refusedCall(entry, refusal, deps) : () => [{ ...entry, planned: true }];
}

const runDraft =
  ({ entry }: Decided): Draft =>
  () => [entry, { kind: 'invoking', call: entry.call, attempt: 1 }];

/** Undefined for a call that has to ask. */
function decidedDraft(decided: Decided): Draft | undefined {
  const { entry } = decided;
  if (entry.decision.kind === 'allow') return runDraft(decided);
  return entry.decision.kind === 'deny' ? () => [entry] : undefined;
}

/** A preview or middleware takes time, so such a call is asked about later and does not hold up the calls beside it. */
async function askedDraft(asked: Decided, caller: ProgramCaller, deps: LiveDeps, step: Step): Promise<Draft> {
  const softened = await deps.gate.soften(asked, caller, step.taken);
  const decided = decidedDraft(softened);
  if (decided) return decided;
  const permitted = await step.permits?.permit(softened, caller);
  if (permitted) return runDraft(permitted);
  const { entry, tool } = softened;
  const { call, args } = entry;
  const earlier = step.declined.get(callKey(entry));
  const refusal = earlier ? declinedBefore(entry.path, earlier.reason) : step.mayNotAsk();
  if (refusal) return refusedCall(entry, refusal, deps);
  if (tool.preview || deps.middleware.isActive) return () => [entry];
  const request = await deps.gate.question(tool, args, entry.decision, caller.session);
  const { approvals } = entry.decision;
  return (state) => [
    entry,
    askedEntry(
      state,
      caller.executionId,
      { call, asker: 'gate', request, expiresInMs: deps.expiresInMs, approvals },
      deps,
    ),
  ];
}

/** Threat: see `undo/revert-tools.ts`. */
const noSuchTool = (path: string): GuestError =>
  refusalOf(path, 'tool/unknown', 'there is no such tool; a person undoes calls with "toolshed undo"');

function refusedCall(entry: Decided['entry'], error: GuestError, deps: LiveDeps): Draft {
  const { call, path } = entry;
  const digest = digestOfSent(entry, deps.digest);
  return () => [{ kind: 'call-refused', call, path, digest, error, ...callPlace(entry) }];
}

/** Threat: a program that asks for the same thing until somebody gives in. A person who said no is not asked again. */
const declinedBefore = (path: string, reason: string | undefined): GuestError => ({
  name: 'ToolDeniedError',
  code: 'tool/declined',
  message: `Cannot run ${path}: the same call was already declined in this execution${reason === undefined ? '' : ` (${reason})`}, so nobody was asked again; do not repeat it with the same arguments`,
  ...(reason === undefined ? {} : { reason }),
});

function elicitDraft(
  call: Extract<GuestCall, { op: 'elicit' }>,
  { started }: ExecutionState,
  id: ExecutionId,
  deps: LiveDeps,
  step: Step,
): Draft {
  const issued = { call: call.number, digest: deps.digest(canonicalJson(call.request)), ...callPlace(call) };
  const refuse = (error: GuestError): Draft => {
    return () => [{ kind: 'call-refused', path: 'elicit', error, ...issued }];
  };
  const refusal = step.mayNotAsk();
  if (refusal) return refuse(refusal);
  try {
    const { request, expiresInMs } = readElicitRequest(call.request, { kinds: deps.kinds, by: 'program' });
    if (deps.middleware.isActive || isPlan({ started }))
      return () => [{ kind: 'elicit-called', request: canonicalJson(call.request), ...issued }];
    return (state) => [
      { kind: 'elicit-called', ...issued },
      ...askedEntries(
        state,
        id,
        { call: call.number, asker: 'program', request, expiresInMs: expiresInMs ?? deps.expiresInMs },
        deps,
      ),
    ];
  } catch (error) {
    const problem = error instanceof z.ZodError ? issuesText(readIssues(error)) : 'it is not a request';
    // What has the form of a question and cannot be answered is named by its field; an example says nothing more.
    const hasForm =
      error instanceof z.ZodError &&
      error.issues.every(({ code: kind, path }) => kind === 'custom' && path[0] !== 'type');
    const message = `Cannot ask: ${hasForm ? problem : `${problem}; ${askingAdvice(call.request)}`}`;
    return refuse({ name: 'ToolError', code: 'elicitation/invalid', message });
  }
}

/** The digest of the saved program that a call is made in. */
function programOf({ open }: ExecutionState, within: number | undefined): string | undefined {
  const entered = within === undefined ? undefined : open.get(within);
  return entered?.kind === 'entered' ? entered.program.digest : undefined;
}
