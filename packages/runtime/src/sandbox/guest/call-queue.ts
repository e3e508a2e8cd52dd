// Calls that are issued when earlier ones have their outcomes. A list of links, not an array: the program can reach the
// prototype of arrays.

export interface CallQueue<T> {
  readonly length: number;
  add(call: T, args: string): void;
  /** The one that waited longest; undefined where none waits. */
  take(): { readonly call: T; readonly args: string } | undefined;
}

export function createCallQueue<T>(): CallQueue<T> {
  interface Queued {
    readonly call: T;
    readonly args: string;
    next: Queued | undefined;
  }
  let first: Queued | undefined;
  let last: Queued | undefined;
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(call, args) {
      const one: Queued = { call, args, next: undefined };
      if (last === undefined) first = one;
      else last.next = one;
      last = one;
      length++;
    },
    take() {
      const taken = first;
      if (taken === undefined) return undefined;
      first = taken.next;
      if (first === undefined) last = undefined;
      length--;
      return taken;
    },
  };
}
