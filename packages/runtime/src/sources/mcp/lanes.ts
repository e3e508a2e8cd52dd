// Which connection a call takes. All share one, except where a server could ask one session about another's call: in
// the older era of the protocol a connection that has calls of one session in flight does not take a call of another session, which
// gets a connection of its own for as long as it needs one.

import { ToolError } from '@toolshed/kernel';
import type { Connection, InFlight } from './connection.js';

export interface Lanes {
  /** Puts a call on a connection its session may use now; it is taken from the moment it is chosen. */
  board(call: InFlight): Promise<Seat>;
  close(): Promise<void>;
}

export interface Seat extends Disposable {
  readonly connection: Connection;
}

export interface LanesDeps {
  readonly namespace: string;
  /** The connection that is always kept; throws while there is none. */
  readonly main: () => Connection;
  readonly openAnother: () => Promise<Connection>;
  readonly asksPeople: boolean;
}

const MAX_OTHERS = 7;

export function createLanes({ namespace, main, openAnother, asksPeople }: LanesDeps): Lanes {
  const others = new Map<string, Promise<Connection>>();

  const open = (session: string): Promise<Connection> => {
    const opening = openAnother();
    others.set(session, opening);
    const forget = (): void => {
      if (others.get(session) === opening) others.delete(session);
    };
    opening.then(({ closed }) => closed.then(forget), forget);
    return opening;
  };

  /** Ends those that carry nothing any more. */
  const tidy = async (): Promise<void> => {
    for (const [session, opening] of others) {
      const connection = await opening.catch(() => undefined);
      if (connection?.calls.size !== 0) continue;
      others.delete(session);
      void connection.end('it is no longer needed');
    }
  };

  return {
    async board(call) {
      const { session } = call;
      const shared = main();
      const isFree = [...shared.calls].every((other) => other.session === session);
      if (!asksPeople || shared.era === 'modern' || (isFree && !others.has(session))) return seatOn(shared, call);
      if (!others.has(session)) await tidy();
      if (others.size >= MAX_OTHERS && !others.has(session)) {
        throw new ToolError(
          'source/busy',
          `Cannot call the MCP server "${namespace}": ${MAX_OTHERS + 1} sessions already use it and wait for answers`,
        );
      }
      return seatOn(await (others.get(session) ?? open(session)), call);
    },
    async close() {
      const open = await Promise.allSettled(others.values());
      await Promise.all(
        open.map((one) => (one.status === 'fulfilled' ? one.value.end('the host is closing') : undefined)),
      );
    },
  };
}

function seatOn(connection: Connection, call: InFlight): Seat {
  const tracked = connection.track(call);
  return { connection, [Symbol.dispose]: () => tracked[Symbol.dispose]() };
}
