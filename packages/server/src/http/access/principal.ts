/** Who makes a request, as its credential proves. What a request says about itself does not count. */
export type Principal =
  | { readonly kind: 'nobody' }
  /** Starts programs, and reads what belongs to its one session. */
  | { readonly kind: 'agent'; readonly id: string; readonly name: string; readonly session: string }
  /** Completes flows whose ids it knows; sees nothing. */
  | { readonly kind: 'flow'; readonly id: string; readonly name: string; readonly flow?: string | undefined }
  /** Answers questions, and sees everything. `way`: a token, or a browser that signed in. */
  | { readonly kind: 'approver'; readonly id: string; readonly name: string; readonly way: 'token' | 'browser' };

/** The one session a principal may see; `undefined` for all of them. */
export function confinedTo(caller: Principal): string | undefined {
  if (caller.kind === 'flow' || caller.kind === 'nobody')
    throw new TypeError('a route admitted a principal that may see nothing');
  return caller.kind === 'agent' ? caller.session : undefined;
}

/** Whether a principal may complete this flow. */
export function mayComplete(caller: Principal, flow: string): boolean {
  if (caller.kind !== 'flow') return caller.kind === 'approver';
  if (caller.flow === undefined) return true;
  return caller.flow.endsWith('*') ? flow.startsWith(caller.flow.slice(0, -1)) : flow === caller.flow;
}
