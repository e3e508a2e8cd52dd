/** Longer texts are not sent. */
export const MAX_BROADCAST_BYTES = 7_900;

/**
 * Short messages from each node to all others, which nobody needs later.
 *
 * - A text reaches every node that is subscribed at the time, or is lost: nothing is kept, and nobody learns which.
 * - Texts of one node arrive in the order in which it sent them. A node receives its own as well.
 * - `say` never throws and waits for nobody. A text of more than `MAX_BROADCAST_BYTES` bytes is lost.
 */
export interface Broadcast {
  /** Sends a text to all nodes. */
  say(text: string): void;
  /** Calls back with each text that any node sends from now on. */
  subscribe(listener: (text: string) => void): Disposable;
}
