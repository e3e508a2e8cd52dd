// Turns a step of the program into entries: the lines it printed, then each call in the order it was issued, with the
// gate's decision beside it (D1 in `drive-execution.ts`; invariant 1 of ARCHITECTURE.md). Decides through the call gate; asks nobody and runs nothing.

import type { ExecutionId, GrantId } from '@toolshed/kernel';
import {
  type Caller,
  canonicalJson,
  digestOfSent,
  type ExecutionState,
  type GuestError,
  issuesText,
  type NewEntry,
  readElicitRequest,
  readIssues,
} from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { GuestProtocolError } from '../../sandbox/sandbox-errors.js';
import type { Decided, Refused } from '../../tool-proxy/call-gate.js';
import type { GuestCall, StepOutput } from '../../tool-proxy/guest-boundary.js';
import { takesSecrets } from '../../tool-proxy/secret-arguments.js';
import type { LiveDeps } from '../execution-deps.js';
import { overQuota, questionsSoFar, tooManyQuestions } from '../questions/quotas.js';
import { askedEntries, askedEntry } from '../questions/ask-question.js';

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
    return asked > deps.limits.elicitations
      ? tooManyQuestions(deps.limits)
      : overQuota(deps.questionQuota.take(id, state.started));
  };
  const step: Step = { mayNotAsk, taken: new Map() };
  const drafts = output.calls.map((call) => draftOf(call, state, id, deps, step));
  const whole = (made: readonly Draft[]): Draft => {
    return (now) => {
      const entries = printed(output);
      for (const draft of made) entries.push(...draft(now));
      return entries;
    };
  };
  return drafts.every((draft) => typeof draft === 'function') ? whole(drafts) : Promise.all(drafts).then(whole);
}

/** What the calls of one step share. */
interface Step {
  readonly mayNotAsk: MayNotAsk;
  /** Uses of grants. */
  readonly taken: Map<GrantId, number>;
}

function printed({ logs, emitted }: StepOutput): NewEntry[] {
  return logs.length === 0 && emitted.length === 0 ? [] : [{ kind: 'printed', logs: [...logs], emitted: [...emitted] }];
}

function draftOf(
  call: GuestCall,
  state: ExecutionState,
  id: ExecutionId,
  deps: LiveDeps,
  step: Step,
): Draft | Promise<Draft> {
  switch (call.op) {
    case 'sleep':
      return () => [{ kind: 'timer-set', call: call.number, digest: String(call.ms), due: deps.clock.now() + call.ms }];
    case 'elicit':
      return elicitDraft(call, id, deps, step);
    case 'tool': {
      const { session, agent } = state.started;
      const caller = { session, agent, executionId: id };
      const admission = deps.gate.admit(call, caller, deps.limits);
      if (admission.kind === 'refused') return refusedDraft(admission, session, deps);
      return takesSecrets(admission.tool)
        ? vettedDraft(admission, caller, deps, step)
        : admittedDraft(admission, caller, deps, step);
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
async function vettedDraft(decided: Decided, caller: ProgramCaller, deps: LiveDeps, step: Step): Promise<Draft> {
  const refused = await deps.gate.refuseSecrets(decided, caller);
  return refused ? () => [refused] : admittedDraft(decided, caller, deps, step);
}

const admittedDraft = (decided: Decided, caller: ProgramCaller, deps: LiveDeps, step: Step): Draft | Promise<Draft> =>
  decidedDraft(decided) ?? askedDraft(decided, caller, deps, step);

/** Undefined for a call that must ask. */
function decidedDraft({ entry }: Decided): Draft | undefined {
  const { call, decision } = entry;
  if (decision.kind === 'allow') return () => [entry, { kind: 'invoking', call, attempt: 1 }];
  return decision.kind === 'deny' ? () => [entry] : undefined;
}

/** A preview or middleware takes time, so such a call is asked about later and does not hold up the calls beside it. */
async function askedDraft(asked: Decided, caller: ProgramCaller, deps: LiveDeps, step: Step): Promise<Draft> {
  const softened = await deps.gate.soften(asked, caller, step.taken);
  const decided = decidedDraft(softened);
  if (decided) return decided;
  const { entry, tool } = softened;
  const { call, args } = entry;
  const refusal = step.mayNotAsk();
  if (refusal) {
    const { path } = entry;
    const digest = digestOfSent(entry, deps.digest);
    return () => [{ kind: 'call-refused', call, path, digest, error: refusal }];
  }
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

function elicitDraft(call: Extract<GuestCall, { op: 'elicit' }>, id: ExecutionId, deps: LiveDeps, step: Step): Draft {
  const issued = { call: call.number, digest: deps.digest(canonicalJson(call.request)), ...positionOf(call) };
  const refuse = (error: GuestError): Draft => {
    return () => [{ kind: 'call-refused', path: 'elicit', error, ...issued }];
  };
  const refusal = step.mayNotAsk();
  if (refusal) return refuse(refusal);
  try {
    const { request, expiresInMs } = readElicitRequest(call.request, { kinds: deps.kinds, by: 'program' });
    if (deps.middleware.isActive)
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
    return refuse({ name: 'ToolError', code: 'elicitation/invalid', message: `Cannot ask: ${problem}` });
  }
}

const positionOf = ({ line, column }: GuestCall): { line?: number; column?: number } =>
  line === undefined || column === undefined ? {} : { line, column };
