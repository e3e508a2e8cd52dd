// Previews that no longer hold: what a person saw is not what the call would do now, so their approval is void and they
// are asked again. Made again when an approval is taken, and before a call starts that another host let through.
//
// Invariants
//   P1. A refusal needs no preview. An approval of what changed runs nothing.
//   P2. It is asked again under another id, so that no answer to the first card reaches the second.
//   P3. It ends: a preview that is another each time is asked about so often, says so, and is then approved as it is.
//       That a preview cannot be made is one answer, whatever it says.
//
// Not covered: what changes between this look and the handler's start. Only the tool itself can close that gap.

import type { Answer, ElicitationRequest, ExecutionId, PreviewContext, PreviewResult } from '@toolshed/kernel';
import { canonicalJson, type ExecutionState, type RecordedQuestion, questionsOf } from '@toolshed/kernel/runtime';
import type { CallGate } from '../../tool-proxy/call-gate.js';
import { currentTool, type ToolsHere } from './same-tool.js';

export interface StalePreviewsDeps extends ToolsHere {
  readonly gate: Pick<CallGate, 'preview'>;
}

/** How often a call is asked about again because its preview changed. */
const MAX_CHANGES = 3;

/** Whether the preview of a call, as its question shows it, is another by now. Only where this host has the tool. */
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

/** The question of a call that was approved by a person, whose preview that is. */
export const approvedQuestion = (state: ExecutionState, call: number): RecordedQuestion | undefined => {
  const last = questionsOf(state, call).findLast(({ asker }) => asker === 'gate');
  return last?.answer?.action === 'accept' && last.answer.by.kind !== 'runtime' ? last : undefined;
};

export const contextOf = (
  executionId: ExecutionId,
  { started: { session, agent, labels } }: ExecutionState,
  signal: AbortSignal,
): PreviewContext => ({ executionId, session, agent, labels, signal });

/** The question that replaces one whose preview changed: what it was, and that it is to be looked at again. */
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
const ALWAYS = 'It was another each time it was looked at: to approve it is to approve the call, whatever it does.';

/** As the tool made it, whatever middleware shows. */
const previewOf = ({ request, original = request }: RecordedQuestion): PreviewResult | undefined => original.preview;

/** A call whose question was never replaced has one. */
const changesOf = (state: ExecutionState, call: number): number =>
  questionsOf(state, call).filter(({ asker }) => asker === 'gate').length - 1;

function isSame(before: PreviewResult, now: PreviewResult | undefined): boolean {
  if (now === undefined) return false;
  return before.kind === 'failed' ? now.kind === 'failed' : canonicalJson(before) === canonicalJson(now);
}

/** What closes the question that was approved too late. */
export const SUPERSEDED: Answer = {
  action: 'cancel',
  reason: 'what it would do has changed since it was asked; it is asked again',
  by: { principal: 'toolshed', kind: 'runtime', channel: 'gate' },
};
