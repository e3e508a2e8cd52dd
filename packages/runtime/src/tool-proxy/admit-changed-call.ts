// Whether a call that was allowed may continue with changed arguments: a request that a server redirects, for example.
//
// Threat: a rule about a URL that a program evades by calling another URL, which redirects there. Only the present rules
// decide: a person approved the arguments they were shown, and a grant may have been used up by this call.

import type { GateDecision } from '@toolshed/kernel';
import type { Leave } from '@toolshed/kernel/runtime';

/** What a running call was admitted with. */
export interface AdmittedCall {
  /** Canonical JSON text, with handles in place of secrets. */
  readonly args: string;
  readonly decision: GateDecision;
}

export type Changes = Readonly<Record<string, unknown>>;

/** An argument that is changed to undefined is left out. */
export const changed = (args: string, changes: Changes): unknown =>
  JSON.parse(JSON.stringify({ ...JSON.parse(args), ...changes }));

/** `now` is the decision about the changed call, `admitted` the one about the call that runs. */
export function leaveFor(now: GateDecision, admitted: GateDecision): Leave {
  // The person who approved a plan saw these arguments, too.
  const isApproved = admitted.kind === 'ask' || admitted.because.kind === 'plan';
  const { kind, because } = now;
  if (kind === 'deny' || because.kind === 'grant') return 'no';
  if (kind === 'ask') return isApproved && because.kind === 'destructive' ? 'as-approved' : 'no';
  return isApproved || admitted.because.kind === 'grant' ? 'as-approved' : 'unasked';
}
