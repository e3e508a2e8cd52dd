// Previews that no longer hold: what a person saw is not what the call would do now, so their approval is void and they
// are asked again. The preview is made again when an approval is submitted, and before a call starts that another host
// admitted.
//
// Invariants
//   P1. A denial needs no preview. An approval of what changed runs nothing.
//   P2. The question is asked again under another id, so that no answer to the first card reaches the second.
//   P3. Asking again ends: a preview that differs each time is asked about `MAX_CHANGES` times, the question says so, and
//       its approval then counts. All failures to make a preview count as the same preview.
//
// Not covered: what changes between this check and the handler's start. Only the tool itself can close that gap.

import type { Answer, ElicitationRequest, ExecutionId, PreviewContext, PreviewResult } from '@toolshed/kernel';
import { canonicalJson, type ExecutionState, type RecordedQuestion, questionsOf } from '@toolshed/kernel/runtime';
import type { CallGate } from '../../../tool-proxy/call-gate.js';
import { currentTool, type ToolsHere } from './same-tool.js';

export interface StalePreviewsDeps extends ToolsHere {
  readonly gate: Pick<CallGate, 'preview'>;
}

/** How often a call is asked about again because its preview changed (P3). */
const MAX_CHANGES = 3;

/** Whether the preview that a question shows differs from the present one. False if this host lacks the tool. */
export async function isStale(
  id: ExecutionId,
  state: ExecutionState,
  question: RecordedQuestion,
  signal: AbortSignal,
  deps: StalePreviewsDeps,
): Promise<boolean> {
  const shown = previewOf(question);
  const about = state.open.get(question.call);
  if (shown === undefined || changesOf(state, question.call) >= MAX_CHANGES) return false;
  if (about?.kind !== 'asking' && about?.kind !== 'admitted') return false;
  if (about.issued.kind !== 'tool-called') return false;
  const current = currentTool(about.issued, deps);
  if (current.kind !== 'same') return false;
  const made = await deps.gate.preview(current.tool, about.issued.args, contextOf(id, state, signal));
  return !isSame(shown, made);
}

/** The gate's question about a call, if a person approved it. */
export const approvedQuestion = (state: ExecutionState, call: number): RecordedQuestion | undefined => {
  const last = questionsOf(state, call).findLast(({ asker }) => asker === 'gate');
  return last?.answer?.action === 'accept' && last.answer.by.kind !== 'runtime' ? last : undefined;
};

export const contextOf = (
  executionId: ExecutionId,
  { started: { session, agent, labels } }: ExecutionState,
  signal: AbortSignal,
): PreviewContext => ({ executionId, session, agent, labels, signal });

/** The question that replaces one whose preview changed (P2): with the earlier preview, and a note that it changed. */
export function askedAgain(state: ExecutionState, call: number, asked: ElicitationRequest): ElicitationRequest {
  const last = questionsOf(state, call).findLast(({ asker }) => asker === 'gate');
  const before = last && previewOf(last);
  if (asked.type !== 'approval') return asked;
  const isOften = changesOf(state, call) + 1 >= MAX_CHANGES;
  const note = isOften ? `${CHANGED} ${ALWAYS}` : CHANGED;
  const description = [note, asked.description].filter(Boolean).join(' ');
  const isOther = before !== undefined && !isSame(before, asked.preview);
  return { ...asked, description, ...(isOther ? { previewBefore: before } : {}) };
}

const CHANGED = 'What this would do has changed since it was asked. What was approved before no longer counts.';
const ALWAYS = 'The preview was different each time: approving it approves the call, whatever it does.';

/** As the tool made it, not as middleware shows it. */
const previewOf = ({ request, original = request }: RecordedQuestion): PreviewResult | undefined => original.preview;

/** How often the question of a call was replaced. */
const changesOf = (state: ExecutionState, call: number): number =>
  questionsOf(state, call).filter(({ asker }) => asker === 'gate').length - 1;

function isSame(before: PreviewResult, now: PreviewResult | undefined): boolean {
  if (now === undefined) return false;
  return before.kind === 'failed' ? now.kind === 'failed' : canonicalJson(before) === canonicalJson(now);
}

/** Closes the question that was approved too late (P1). */
export const SUPERSEDED: Answer = {
  action: 'cancel',
  reason: 'what it would do has changed since it was asked; it is asked again',
  by: { principal: 'toolshed', kind: 'runtime', channel: 'gate' },
};
