// What an approved plan lets through: each call that a person was shown, once. Anything else is asked about or denied as
// in any run.
//
// Threats
//   A program that behaves differently in its plan: time, counters, a stand-in that it recognises. A permit is for one path,
//   one tool as it was defined, and one text of arguments; nothing else the program did in its plan counts.
//   A saved program that changed since: a permit for a call inside of one is for that very text of it.
//   A world, or a tool, that changed since: a permit is for the question as it was shown, with its message, its preview and
//   whether the call can be undone; if any of it differs now, the call asks. A preview that could not be made showed nothing
//   that could be compared, so that call asks as well.
//   A plan that was cancelled, before its run began or after: from then on it lets nothing through.
//   A permit used twice: the fold of the journal refuses it (the kernel's `execution/plan.ts`).

import type { ElicitationRequest, ExecutionId } from '@toolshed/kernel';
import {
  type Caller,
  canonicalJson,
  type Digest,
  type ExecutionState,
  type Permit,
  type Purpose,
} from '@toolshed/kernel/runtime';
import type { Decided } from '../../tool-proxy/call-gate.js';
import type { LiveDeps } from '../execution-deps.js';

type Approved = Extract<Purpose, { kind: 'approved-plan' }>;

export interface Permits {
  /** The call as the plan lets it through; undefined if it does not, so that it asks. */
  permit(asked: Decided, caller: Caller & { readonly executionId: ExecutionId }): Promise<Decided | undefined>;
}

/** For the calls of one step: what one of them takes is not there for the next. */
export function permitsOf(
  { started, usedPermits }: ExecutionState,
  { gate, digest, clock, isCancelled }: Pick<LiveDeps, 'gate' | 'digest' | 'clock' | 'isCancelled'>,
): Permits | undefined {
  const { purpose, labels } = started;
  if (purpose?.kind !== 'approved-plan') return undefined;
  const taken = new Set<number>();
  const isFree = (index: number): boolean => !usedPermits.has(index) && !taken.has(index);

  const isAsShown = async ({ entry, tool }: Decided, { shown }: Permit, caller: PlanCaller): Promise<boolean> => {
    const { session, agent, executionId } = caller;
    const context = { executionId, session, agent, labels, signal: new AbortController().signal };
    const request = await gate.question(tool, entry.args, entry.decision, session, context);
    return shown !== undefined && shownDigest(request, digest) === shown;
  };

  return {
    async permit(asked, caller) {
      const { entry } = asked;
      const { approvals, unreadable } = entry.decision;
      // Several people have to approve it, or somebody may have refused it: one approval is not enough.
      if (approvals !== undefined || unreadable !== undefined || clock.now() >= purpose.expiresAt) return undefined;
      const found = indexOf(purpose)
        .get(keyOf({ ...entry, args: digest(entry.args), program: caller.program }))
        ?.find(isFree);
      const permit = found === undefined ? undefined : purpose.permits[found];
      if (found === undefined || permit === undefined) return undefined;
      taken.add(found);
      const isShown = await isAsShown(asked, permit, caller);
      // Last of all: what is cancelled while the preview is made counts.
      if (!isShown || (await isCancelled(purpose.plan))) {
        taken.delete(found);
        return undefined;
      }
      const because = { kind: 'plan', plan: purpose.plan, permit: found } as const;
      return { ...asked, entry: { ...entry, decision: { kind: 'allow', because } } };
    },
  };
}

type PlanCaller = Caller & { readonly executionId: ExecutionId };

/** Undefined where it shows too little to be compared with a later one: its preview could not be made. */
export const shownDigest = (request: ElicitationRequest, digest: Digest): string | undefined =>
  request.preview?.kind === 'failed' ? undefined : digest(canonicalJson(request));

const keyOf = ({
  path,
  args,
  tool,
  program = '',
}: Pick<Permit, 'path' | 'args' | 'tool'> & { program?: string | undefined }): string =>
  `${path} ${tool} ${args} ${program}`;

/** Made once for each run: a plan may have thousands of calls. */
const INDEXES = new WeakMap<Approved, ReadonlyMap<string, readonly number[]>>();

function indexOf(purpose: Approved): ReadonlyMap<string, readonly number[]> {
  const known = INDEXES.get(purpose);
  if (known) return known;
  const index = new Map<string, number[]>();
  for (const [place, permit] of purpose.permits.entries()) {
    const key = keyOf(permit);
    const same = index.get(key);
    if (same) same.push(place);
    else index.set(key, [place]);
  }
  INDEXES.set(purpose, index);
  return index;
}
