/** Who makes a request, as its credential proves; nothing a request says of itself counts. */
export type Principal =
  | { readonly kind: 'nobody' }
  /** Starts programs and reads what belongs to its one session. */
  | { readonly kind: 'agent'; readonly id: string; readonly name: string; readonly session: string }
  /** Answers, and sees everything. */
  | { readonly kind: 'approver'; readonly id: string; readonly name: string; readonly way: 'token' | 'browser' };

/** The one session a principal may see; `undefined` for all of them. */
export const confinedTo = (caller: Principal): string | undefined =>
  caller.kind === 'agent' ? caller.session : undefined;
