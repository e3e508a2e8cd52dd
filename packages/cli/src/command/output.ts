// Where a command's output goes. Commands never touch a stream; with --json only the final document is written.

import type { Paint } from '@toolshed/server/present';

export interface Output {
  /** A person is at both ends and may be asked. */
  readonly isInteractive: boolean;
  /** Somebody typed this command in a terminal, wherever its output goes. */
  readonly isAttended: boolean;
  /** Columns to lay text out for. */
  readonly width: number;
  readonly paint: Paint;
  /** Lines for a person; nothing with --json. */
  say(...lines: readonly string[]): void;
  /** Prints at once, also with --json (as one line of JSON), for a command that keeps running. */
  announce(document: object, lines: readonly string[]): void;
  /** Shows that work is under way, in a terminal only, until it is done or the person presses Ctrl-C. */
  during<T>(what: string | (() => string), work: Promise<T>): Promise<T | 'interrupted'>;
}
