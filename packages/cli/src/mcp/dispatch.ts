// Which dispatches are one call. A proxy that got no reply, or a client that lost its stream, sends the same request
// again; that must be the same execution and the same question, without the agent having to think of a key.
//
// A request is known by its JSON-RPC id and what it asks for. Ids start again with every connection, so an id alone says
// nothing:
//   D1. On a pipe, and in a session of 2025, an id is used once: the connection, the id and the arguments are the call.
//   D2. 2026-07-28 has no connections. A request with a `traceparent` is known by it: a span is one call. Without, the
//       principal, the id and the arguments are the call while it is under way or has a question open, and shortly after
//       its reply, as long as a reply can be lost. Later the same id is that of another process of the same client.
//   D3. The same id with other arguments is another call: nobody is given the result of something else.

import { randomUUID } from 'node:crypto';
import { deterministicId } from '@toolshed/runtime';

export interface DispatchFacts {
  readonly principal: string;
  readonly id: string | number;
  /** Digest of the tool, its arguments, and whatever else the request brought along. */
  readonly content: string;
  /** The span the request belongs to, if its client says so. */
  readonly trace: string | undefined;
}

export interface Dispatch {
  /** The same for every dispatch of one call. */
  readonly key: string;
  /** Whether it is known to have come before. */
  readonly isRepeat: boolean;
  /** To be said when it was replied to: whether what it began goes on. */
  end(isOpen: boolean): void;
}

export type DispatchOf = (facts: DispatchFacts) => Dispatch;

/** Of one connection. */
export function connectionDispatches(): DispatchOf {
  const connection = randomUUID();
  return ({ id, content }) => once(deterministicId(connection, id, content));
}

const once = (key: string): Dispatch => ({ key, isRepeat: false, end: () => undefined });

interface Recent {
  readonly key: string;
  readonly since: number;
  underWay: number;
  until: number;
}

/** How long a reply may be lost on its way. */
const LOST_MS = 10_000;
/** How long the same request joins a question that is open. */
const OPEN_MS = 10 * 60 * 1_000;
const MOST_RECENT = 10_000;

/** Of requests that come without a connection. */
export function statelessDispatches(now: () => number): DispatchOf {
  const recent = new Map<string, Recent>();

  const forgetOld = (): void => {
    for (const [name, { underWay, until }] of recent) {
      if (underWay === 0 && (until < now() || recent.size > MOST_RECENT)) recent.delete(name);
    }
  };

  return ({ principal, id, content, trace }) => {
    if (trace !== undefined) return once(deterministicId(principal, id, [content, trace]));
    forgetOld();
    const name = deterministicId(principal, id, content);
    const known = recent.get(name);
    const call: Recent = known ?? {
      key: deterministicId(name, randomUUID(), null),
      since: now(),
      underWay: 0,
      until: 0,
    };
    recent.set(name, call);
    call.underWay += 1;
    return {
      key: call.key,
      isRepeat: known !== undefined,
      end(isOpen) {
        call.underWay -= 1;
        call.until = isOpen ? call.since + OPEN_MS : now() + LOST_MS;
      },
    };
  };
}
