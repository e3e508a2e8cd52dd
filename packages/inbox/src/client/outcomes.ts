// What became of the calls this browser approved. The event stream reports it, so that nobody has to look it up.

import type { PendingElicitation } from '@toolshed/kernel';
import { signal } from '@preact/signals';
import { isEnd, type StreamEvent } from './stream-event.ts';

export interface Followed {
  readonly elicitationId: string;
  readonly executionId: string;
  readonly call: number;
  readonly message: string;
  readonly asker: PendingElicitation['asker'];
  readonly canUndo: boolean;
  /** Whether the server has the answer: nothing is claimed before. */
  readonly isRecorded: boolean;
  readonly state:
    | { readonly kind: 'running'; readonly since: number }
    | { readonly kind: 'done'; readonly ms: number }
    | { readonly kind: 'failed'; readonly message: string };
}

/** The latest last. */
export const followed = signal<readonly Followed[]>([]);

const SHOWN_MS = 8_000;
const MOST = 4;

/** Follows the call of an approved question until it has ended, and a little longer. */
export function follow({ elicitationId, executionId, call, message, asker, request }: PendingElicitation): void {
  const canUndo = request.type === 'approval' && request.canUndo === true;
  const state = { kind: 'running', since: Date.now() } as const;
  const one: Followed = { elicitationId, executionId, call, message, asker, canUndo, isRecorded: false, state };
  followed.value = [...followed.value, one].slice(-MOST);
}

/** The answer is recorded. */
export function confirm(elicitationId: string): void {
  followed.value = followed.value.map((one) =>
    one.elicitationId === elicitationId ? { ...one, isRecorded: true } : one,
  );
}

export function unfollow(elicitationId: string): void {
  followed.value = followed.value.filter((one) => one.elicitationId !== elicitationId);
}

export function followOutcomes({ executionId, entry }: StreamEvent): void {
  if (entry === undefined || followed.value.length === 0) return;
  const end = (isMeant: (one: Followed) => boolean, state: (since: number) => Followed['state']): void => {
    followed.value = followed.value.map((one) => {
      if (one.executionId !== executionId || one.state.kind !== 'running' || !isMeant(one)) return one;
      setTimeout(() => unfollow(one.elicitationId), SHOWN_MS);
      return { ...one, state: state(one.state.since) };
    });
  };
  if (entry.kind === 'returned')
    end(
      ({ call }) => call === entry.call,
      (since) => ({ kind: 'done', ms: Math.max(0, Date.now() - since) }),
    );
  else if (entry.kind === 'threw')
    end(
      ({ call }) => call === entry.call,
      () => ({ kind: 'failed', message: entry.error.message }),
    );
  else if (isEnd(entry))
    end(
      () => true,
      () => ({ kind: 'failed', message: `the execution is ${entry.kind}` }),
    );
}
