// Enters a saved program for a call, or refuses to. How deeply saved programs nest, how many run at once and how many run in
// all are bounded, because each has an isolate of its own although all of them are one execution.

import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import type { SavedText } from '../../ports/saved-text.js';
import { PROGRAM_RULES } from '../../sandbox/program-rules.js';
import { refusalOf } from '../../tool-proxy/invoke-tool.js';
import type { InvokingCall } from './attempts.js';

/** Threat: programs that call each other without end, or a thousand at a time. */
const DEEPEST = 8;
const MOST_AT_ONCE = 8;
const MOST_IN_ALL = 200;

/** The entry that a call of a saved program becomes, if there is room for it. */
export const enterEntry = ({ issued: { call }, args }: InvokingCall, saved: SavedText): NewEntry => ({
  kind: 'program-entered',
  call,
  version: saved.version,
  digest: saved.digest,
  source: saved.source,
  input: args,
  rules: PROGRAM_RULES,
});

/** These entries, with a refusal in place of each program that there is no room for. */
export function withinRoom(state: ExecutionState, entries: readonly NewEntry[]): readonly NewEntry[] {
  let entering = 0;
  return entries.map((entry) => {
    if (entry.kind !== 'program-entered') return entry;
    const { call } = entry;
    const problem = whyNot(state, call, entering);
    if (problem === undefined) entering++;
    const open = state.open.get(call);
    const path = open?.kind === 'invoking' ? open.issued.path : 'the saved program';
    return problem === undefined ? entry : { kind: 'threw', call, error: refusalOf(path, 'limit/programs', problem) };
  });
}

function whyNot({ within, tally, programs }: ExecutionState, call: number, entering: number): string | undefined {
  let depth = 1;
  for (let outer = within.get(call); outer !== undefined; outer = within.get(outer)) depth++;
  if (depth > DEEPEST) return `saved programs may call each other at most ${DEEPEST} deep`;
  if (tally.entered + entering >= MOST_AT_ONCE)
    return `${MOST_AT_ONCE} saved programs already run in this execution; wait for one of them`;
  if (programs + entering >= MOST_IN_ALL)
    return `${MOST_IN_ALL} saved programs ran in this execution; continue in another one`;
  return undefined;
}
