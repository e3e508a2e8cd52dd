// What a step of the program becomes in the journal: lines it printed, then each call in the order it was issued,
// with the gate's decision beside it.

import {
  canonicalJson,
  type ExecutionId,
  type ExecutionState,
  type GuestError,
  type NewEntry,
  readElicitRequest,
  type Tool,
} from '@toolshed/kernel';
import { z } from 'zod';
import { GuestProtocolError } from '../sandbox/sandbox-errors.js';
import type { GuestCall, StepOutput } from '../tool-proxy/guest-boundary.js';
import type { LiveDeps } from './live-deps.js';
import { askedEntry } from './questions.js';

type Draft = (state: ExecutionState) => readonly NewEntry[];

/** Entries as a function of the state they will be appended to. */
export async function issueCalls(
  output: StepOutput,
  state: ExecutionState,
  id: ExecutionId,
  deps: LiveDeps,
): Promise<Draft> {
  for (const [index, { number }] of output.calls.entries()) {
    if (number !== state.calls + 1 + index) throw new GuestProtocolError(`call ${number} is not the next`);
  }
  let asked = state.asked;
  const drafts = await Promise.all(
    output.calls.map((call) => draftOf(call, state, id, deps, () => ++asked > deps.limits.elicitations)),
  );
  return (now) => [...printed(output), ...drafts.flatMap((draft) => draft(now))];
}

function printed({ logs, emitted }: StepOutput): readonly NewEntry[] {
  return logs.length === 0 && emitted.length === 0 ? [] : [{ kind: 'printed', logs: [...logs], emitted: [...emitted] }];
}

async function draftOf(
  call: GuestCall,
  state: ExecutionState,
  id: ExecutionId,
  deps: LiveDeps,
  isOneTooMany: () => boolean,
): Promise<Draft> {
  switch (call.op) {
    case 'sleep':
      return () => [{ kind: 'timer-set', call: call.number, digest: String(call.ms), due: deps.clock.now() + call.ms }];
    case 'elicit':
      return elicitDraft(call, id, deps, isOneTooMany);
    case 'tool': {
      const { session, agent } = state.started;
      const admission = await deps.gate.admit(call, { session, agent, executionId: id });
      if (admission.kind === 'refused') return () => [admission.entry];
      return toolDraft(admission.entry, admission.tool, id, deps, isOneTooMany);
    }
  }
}

type ToolCalled = Extract<NewEntry, { kind: 'tool-called' }>;

/** What takes time before a person can be asked, a preview or middleware, is done later: the calls beside it go on. */
async function toolDraft(
  entry: ToolCalled,
  tool: Tool,
  id: ExecutionId,
  deps: LiveDeps,
  isOneTooMany: () => boolean,
): Promise<Draft> {
  const { call, args } = entry;
  if (entry.decision.kind === 'allow') return () => [entry, { kind: 'invoking', call, attempt: 1 }];
  if (entry.decision.kind === 'deny') return () => [entry];
  if (isOneTooMany()) {
    const { path, digest } = entry;
    return () => [{ kind: 'call-refused', call, path, digest, error: tooManyQuestions(deps.limits.elicitations) }];
  }
  if (tool.preview || deps.around.isActive) return () => [entry];
  const request = await deps.gate.question(tool, args);
  return (state) => [
    entry,
    askedEntry(state, id, { call, asker: 'gate', request, expiresInMs: deps.expiresInMs }, deps),
  ];
}

function elicitDraft(
  call: Extract<GuestCall, { op: 'elicit' }>,
  id: ExecutionId,
  deps: LiveDeps,
  isOneTooMany: () => boolean,
): Draft {
  const issued = { call: call.number, digest: deps.digest(canonicalJson(call.request)), ...positionOf(call) };
  const refuse = (error: GuestError): Draft => {
    return () => [{ kind: 'call-refused', path: 'elicit', error, ...issued }];
  };
  if (isOneTooMany()) return refuse(tooManyQuestions(deps.limits.elicitations));
  try {
    const { request, expiresInMs } = readElicitRequest(call.request);
    if (deps.around.isActive) return () => [{ kind: 'elicit-called', request: canonicalJson(call.request), ...issued }];
    return (state) => [
      { kind: 'elicit-called', ...issued },
      askedEntry(
        state,
        id,
        { call: call.number, asker: 'program', request, expiresInMs: expiresInMs ?? deps.expiresInMs },
        deps,
      ),
    ];
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not a request';
    return refuse({ name: 'ToolError', code: 'elicitation/invalid', message: `Cannot ask: ${problem}` });
  }
}

const positionOf = ({ line, column }: GuestCall): { line?: number; column?: number } =>
  line === undefined || column === undefined ? {} : { line, column };

const tooManyQuestions = (limit: number): GuestError => ({
  name: 'LimitError',
  code: 'limit/elicitations',
  message: `Cannot ask more than ${limit} questions`,
});
