// Calls whose tool changed while they waited. A person was asked about, or approved, the tool as it was; so the question
// or the approval is void, and the call is decided again by the tool as it is now.
//
// Invariants
//   K1. A call that a person had to approve is not let through by a new definition: the stricter decision holds.
//   K2. Arguments that the changed tool rejects, or that it parses to others without anybody being asked, do not reach
//       it.

import type { Answer, ExecutionId, GateDecision, Tool } from '@toolshed/kernel';
import {
  advanceAll,
  type Caller,
  canonicalJson,
  type ExecutionState,
  type GuestError,
  type NewEntry,
  type OpenCall,
  type Rulebook,
  questionsOf,
  stricter,
  type ToolCall,
} from '@toolshed/kernel/runtime';
import { currentTool, type ToolsHere } from './same-tool.js';
import { place } from '../../journal/place-entry.js';

export interface ChangedToolsDeps extends ToolsHere {
  readonly rulebook: Rulebook;
}

type Unstarted = Extract<OpenCall, { kind: 'asking' | 'admitted' }> & { readonly issued: ToolCall };

export const isUnstarted = (open: OpenCall): open is Unstarted =>
  open.kind === 'admitted' || (open.kind === 'asking' && open.issued.kind === 'tool-called');

/** Closes the questions, and decides again about the calls, whose tools have changed. */
export function changedToolEntries(
  id: ExecutionId,
  state: ExecutionState,
  deps: ChangedToolsDeps,
): readonly NewEntry[] {
  const entries: NewEntry[] = [];
  for (const [call, open] of state.open) {
    if (!isUnstarted(open)) continue;
    const current = currentTool(open.issued, deps);
    if (current.kind !== 'changed') continue;
    const text = open.kind === 'admitted' ? open.args : open.issued.args;
    const { session, agent } = state.started;
    const again = decideAgain(open.issued, current.tool, text, { session, agent, executionId: id }, deps);
    if (again === undefined) continue;
    const { args, decision } = again;
    for (const { elicitation, answer } of questionsOf(state, call))
      if (answer === undefined) entries.push({ kind: 'answered', elicitation, call, answer: SUPERSEDED });
    entries.push({ kind: 'tool-changed', call, tool: deps.definitionOf(current.tool), args, decision });
  }
  return entries;
}

/**
 * The entries of an answer. If the answer approves a call whose tool has changed, the call is decided again first, and
 * the approval finds its question closed. A denial holds whatever the tool is now.
 */
export function afterChangedTools(
  id: ExecutionId,
  state: ExecutionState,
  make: (state: ExecutionState) => readonly NewEntry[],
  deps: ChangedToolsDeps,
): readonly NewEntry[] {
  const made = make(state);
  const isStale = [...approvedIn(made)].some((call) => {
    const open = state.open.get(call);
    return open && isUnstarted(open) && currentTool(open.issued, deps).kind === 'changed';
  });
  if (!isStale) return made;
  const changed = changedToolEntries(id, state, deps);
  const { at } = state.started;
  const next = advanceAll(
    state,
    changed.map((entry, index) => place(entry, state.length + index, at)),
  );
  return [...changed, ...make(next)];
}

const approvedIn = (entries: readonly NewEntry[]): ReadonlySet<number> =>
  new Set(
    entries.flatMap((entry) => {
      const isApproval = entry.kind === 'answered' ? entry.answer.action === 'accept' : entry.kind === 'approval-given';
      return isApproval && 'call' in entry ? [entry.call] : [];
    }),
  );

interface DecidedAgain {
  readonly args: string;
  readonly decision: GateDecision;
}

/** Undefined if the changed tool rejects these arguments, or throws (K2). */
function decideAgain(
  issued: ToolCall,
  tool: Tool,
  text: string,
  caller: Caller,
  deps: ChangedToolsDeps,
): DecidedAgain | undefined {
  try {
    const parsed = tool.input.parse(JSON.parse(text));
    if (parsed.kind === 'invalid') return undefined;
    return { args: canonicalJson(parsed.value), decision: decisionOn(issued, tool, parsed.value, caller, deps) };
  } catch {
    return undefined;
  }
}

function decisionOn(
  { path, decision: before, args: approved }: ToolCall,
  tool: Tool,
  args: unknown,
  caller: Caller,
  { rulebook, definitionOf }: ChangedToolsDeps,
): GateDecision {
  const isDestructive = tool.isDestructive(args);
  const now = rulebook.decide({ path, isDestructive, caller, args, tool: definitionOf(tool) });
  const mustAsk = before.kind === 'ask' || canonicalJson(args) !== approved;
  // K1, and K2 where it parses them to others.
  const decision = mustAsk ? stricter(now, { kind: 'ask', because: before.because }) : now;
  const approvals = Math.max(before.approvals ?? 1, now.approvals ?? 1);
  return decision.kind === 'ask' && approvals > 1 ? { ...decision, approvals } : decision;
}

/** For the person who is asked again. */
export const CHANGED_NOTE =
  'The tool has changed since this call was made: its schema, its description or where it comes from. ' +
  'What was asked or approved before no longer counts.';

/** For the program, where the call cannot run with the tool as it is now. */
export const toolChanged = (path: string): GuestError => ({
  name: 'ToolError',
  code: 'tool/changed',
  message: `Cannot continue ${path}: the tool has changed since the call was made; look at it and call it again`,
});

const SUPERSEDED: Answer = {
  action: 'cancel',
  reason: 'the tool has changed since it was asked; it is asked again',
  by: { principal: 'toolshed', kind: 'runtime', channel: 'gate' },
};
