// Which dispatches are one call. A proxy that got no reply, or a client that lost its stream, sends the same request
// again; that must be the same execution and the same question, without the agent having to think of a key.
//
// A request is known by its JSON-RPC id and what it asks for. Ids start again with every connection, so an id alone says
// nothing:
//   D1. On a pipe, and in a session of 2025, an id is used once: the connection, the id and the arguments are the call.
//   D2. 2026-07-28 has no connections. A request with a `traceparent` is known by it: a span is one call. One that brings a
//       sealed state is known by the state. Otherwise the principal, the id and the arguments are the call, as long as it
//       is under way, its reply was not taken, or what it started has not ended. After that, the same request comes from
//       another process of the same client, which numbers its requests from 1 as well, and gets a run of its own. What
//       was started by a process that died is known by the label its executions carry.
//   D3. The same id with other arguments is another call: nobody gets the result of another call.

import { randomUUID } from 'node:crypto';
import type { ExecutionId } from '@toolshed/kernel';
import { deterministicId } from '@toolshed/runtime';

export interface DispatchFacts {
  readonly principal: string;
  readonly id: string | number;
  /** Digest of the tool, its arguments, and whatever else the request brought along. */
  readonly content: string;
  /** The span the request belongs to, if its client says so. */
  readonly trace: string | undefined;
  /** The session of what it would start; undefined for a call that starts nothing. */
  readonly session: string | undefined;
  /** Whether it carries what no other call can: a state that was sealed for one. */
  readonly isSealed: boolean;
}

export interface Dispatch {
  /** The same for every dispatch of one call. */
  readonly key: string;
  /** What an earlier dispatch of it began or answered, where it is known to have come before. */
  readonly earlier: ExecutionId | undefined;
  /** The label by which an execution it starts is found if this process dies; undefined if its key is enough. */
  readonly label: string | undefined;
  /** Call it with the execution that the call began, joined or answers. */
  began(execution: ExecutionId): void;
  /** Call it when the reply was sent, with whether nobody took it. */
  end(isLost: boolean): void;
}

export type DispatchOf = (facts: DispatchFacts) => Promise<Dispatch>;

/** D1, for one connection. */
export function connectionDispatches(): DispatchOf {
  const connection = randomUUID();
  return async ({ id, content }) => known(deterministicId(connection, id, content));
}

const known = (key: string): Dispatch => ({
  key,
  earlier: undefined,
  label: undefined,
  began: () => undefined,
  end: () => undefined,
});

interface Recent {
  readonly key: string;
  readonly since: number;
  readonly isSealed: boolean;
  underWay: number;
  execution: ExecutionId | undefined;
  /** Whether a reply was sent that nobody took, and whether one was taken. */
  isLost: boolean;
  isTaken: boolean;
}

/** How long the same request joins what an earlier one began. */
export const JOINS_MS = 10 * 60 * 1_000;
const MOST_RECENT = 10_000;

export interface StatelessDeps {
  readonly now: () => number;
  /** Whether an execution is not over. */
  isOpen(id: ExecutionId): Promise<boolean>;
  /** The execution that an earlier process began under that label and whose outcome nobody received. */
  findOrphan(session: string, label: string): Promise<OrphanedCall | undefined>;
}

export interface OrphanedCall {
  readonly execution: ExecutionId;
  /** What it was started with: to start it again is to join it. */
  readonly key: string;
}

/** Of requests that come without a connection. */
export function statelessDispatches({ now, isOpen, findOrphan }: StatelessDeps): DispatchOf {
  const recent = new Map<string, Recent>();

  const isRecent = ({ since, underWay }: Recent): boolean => underWay > 0 || since + JOINS_MS >= now();
  const forgetOld = (): void => {
    for (const [name, call] of recent) {
      if (call.underWay > 0) continue;
      if (isRecent(call) && recent.size <= MOST_RECENT) return;
      recent.delete(name);
    }
  };

  const goesOn = async (call: Recent): Promise<boolean> => {
    if (call.underWay > 0) return true;
    if (!isRecent(call)) return false;
    if (call.isSealed || (call.isLost && !call.isTaken)) return true;
    return call.execution !== undefined && (await isOpen(call.execution).catch(() => false));
  };

  /** The earlier one it belongs to, by the time that is known. */
  const find = async (name: string): Promise<Recent | undefined> => {
    const earlier = recent.get(name);
    if (earlier === undefined || (await goesOn(earlier))) return earlier;
    // Another dispatch may have found out the same, and begun the call again.
    if (recent.get(name) === earlier) recent.delete(name);
    return recent.get(name);
  };

  /** Looked for before it is begun: two dispatches that look at once find the same, or begin one. */
  const begin = async (name: string, session: string | undefined, isSealed: boolean): Promise<Recent> => {
    const left = session === undefined || isSealed ? undefined : await findOrphan(session, name);
    const begun = recent.get(name);
    if (begun !== undefined) return begun;
    const key = left?.key ?? `call_${randomUUID()}`;
    const call: Recent = { key, since: now(), isSealed, ...FRESH, execution: left?.execution };
    recent.set(name, call);
    return call;
  };

  return async ({ principal, id, content, trace, isSealed, session }) => {
    if (trace !== undefined && !isSealed) return known(deterministicId(principal, id, [content, trace]));
    forgetOld();
    // D3.
    const name = deterministicId(principal, id, content);
    const call = (await find(name)) ?? (await begin(name, session, isSealed));
    call.underWay += 1;
    return {
      key: call.key,
      earlier: call.execution,
      label: name,
      began(execution) {
        call.execution = execution;
      },
      end(isLost) {
        call.underWay -= 1;
        if (isLost) call.isLost = true;
        else call.isTaken = true;
      },
    };
  };
}

const FRESH = { underWay: 0, execution: undefined, isLost: false, isTaken: false };
