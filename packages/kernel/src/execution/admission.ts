// What the gate's decision makes of a call: when it is issued, when its tool changed before it started, and when policy
// became stricter before it ran.

import type { EntryOf } from '../journal/entry.js';
import { mustBeOpen, UNASKED } from './draft.js';
import { type Again, type ExecutionState, type OpenCall, questionsOf, type ToolCall } from './execution-state.js';
import { JournalCorruptError } from './journal-corrupt-error.js';

export function admission(issued: ToolCall): OpenCall {
  switch (issued.decision.kind) {
    case 'allow':
      return { kind: 'admitted', issued, args: issued.args };
    case 'ask':
      return { kind: 'asking', issued, elicitation: UNASKED };
    case 'deny':
      return {
        kind: 'refused',
        error: { name: 'ToolDeniedError', code: 'tool/denied', message: deniedMessage(issued) },
      };
  }
}

function deniedMessage({ path, decision }: ToolCall): string {
  switch (decision.because.kind) {
    case 'rule':
      return `Cannot run ${path}: policy denies it (${decision.because.rule})`;
    case 'grant':
      return `Cannot run ${path}: a person has refused such calls`;
    default:
      return `Cannot run ${path}: policy denies it`;
  }
}

/** A call that may have acted can only be denied: asking whether it may run would be too late. */
export function redecide(
  state: ExecutionState,
  { seq, call: number, decision, stale }: EntryOf<'redecided'>,
): OpenCall {
  const call = mustBeOpen(state, seq, number);
  const isOpenQuestion = questionsOf(state, number).some(({ answer }) => answer === undefined);
  const hasTool =
    call.kind !== 'refused' &&
    call.kind !== 'sleeping' &&
    call.kind !== 'planning' &&
    call.kind !== 'planned' &&
    call.issued.kind === 'tool-called';
  const isLoose = decision.kind === 'allow' || (decision.kind === 'ask' && call.kind === 'invoking');
  if (!hasTool || isOpenQuestion || isLoose)
    throw new JournalCorruptError(seq, `call ${number} cannot be decided again`);
  return again(admission({ ...call.issued, decision }), stale ? 'preview' : 'policy');
}

/** Its question, if one was open, was closed before: an answer about the tool as it was no longer counts. */
export function changeTool(state: ExecutionState, entry: EntryOf<'tool-changed'>): OpenCall {
  const call = mustBeOpen(state, entry.seq, entry.call);
  const isOpenQuestion = questionsOf(state, entry.call).some(({ answer }) => answer === undefined);
  const hasStarted = call.kind !== 'asking' && call.kind !== 'admitted' && call.kind !== 'answered';
  if (hasStarted || call.issued.kind !== 'tool-called' || isOpenQuestion)
    throw new JournalCorruptError(entry.seq, `call ${entry.call} cannot be decided again`);
  const { tool, args, decision } = entry;
  return again(admission({ ...call.issued, tool, args, decision }), 'tool-changed');
}

const again = (call: OpenCall, why: Again): OpenCall => (call.kind === 'asking' ? { ...call, again: why } : call);
