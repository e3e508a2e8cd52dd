/** Longer texts are not sent. */
export const MAX_BROADCAST_BYTES = 7_900;

/**
 * Short texts from each node to all others, for what is of use only now.
 *
 * - A text reaches every node that hears at the time, or is lost: nothing is kept, and nobody learns which.
 * - Texts of one node arrive in the order in which it sent them. A node hears itself as well.
 * - `say` never throws and waits for nobody. A text of more than `MAX_BROADCAST_BYTES` bytes is lost.
 */
export interface Broadcast {
  /** Sends a text to all nodes. */
  say(text: string): void;
  /** Calls back with each text that any node sends from now on. */
  hear(listener: (text: string) => void): Disposable;
}
