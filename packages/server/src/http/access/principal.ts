// Who makes a request, as its credential proves. What a request claims about itself does not count.
//
// Threat: a host's `authenticate` that returns something other than it should, such as the name of a user, an unknown
// role, or an agent whose session was not found. What is not understood must see nothing, so a principal is parsed before
// any decision relies on it, and each decision names the kinds it lets through.

import { z } from 'zod';

/** Who makes a request, and with that what it may do. */
export type Principal =
  | { readonly kind: 'nobody' }
  /** Starts programs, and reads what belongs to its one session. */
  | { readonly kind: 'agent'; readonly id: string; readonly name: string; readonly session: string }
  /** Completes flows whose ids it knows; sees nothing. */
  | { readonly kind: 'flow'; readonly id: string; readonly name: string; readonly flow?: string | undefined }
  /** Reads metrics; sees nothing else. */
  | { readonly kind: 'metrics'; readonly id: string; readonly name: string }
  /** Answers questions, and sees everything. `way`: a token, or a browser that signed in. */
  | { readonly kind: 'approver'; readonly id: string; readonly name: string; readonly way: 'token' | 'browser' };

const Text = z.string().min(1);
const named = { id: Text, name: Text };

/** A principal as the host's own `authenticate` gives it. Strict: `flows` instead of `flow` would open all of them. */
export const KnownPrincipal: z.ZodType<Principal> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nobody') }),
  z.strictObject({ kind: z.literal('agent'), ...named, session: Text }),
  z.strictObject({ kind: z.literal('flow'), ...named, flow: Text.optional() }),
  z.strictObject({ kind: z.literal('metrics'), ...named }),
  z.strictObject({ kind: z.literal('approver'), ...named, way: z.enum(['token', 'browser']) }),
]);

/** The one session a principal may see; `undefined`, which is all of them, for an approver alone. */
export function confinedTo(caller: Principal): string | undefined {
  if (caller.kind === 'approver') return undefined;
  if (caller.kind === 'agent' && typeof caller.session === 'string') return caller.session;
  throw new TypeError('a route admitted a principal that may see nothing');
}

/** Whether a principal may complete this flow. */
export function mayComplete(caller: Principal, flow: string): boolean {
  if (caller.kind !== 'flow') return caller.kind === 'approver';
  if (caller.flow === undefined) return true;
  return caller.flow.endsWith('*') ? flow.startsWith(caller.flow.slice(0, -1)) : flow === caller.flow;
}
