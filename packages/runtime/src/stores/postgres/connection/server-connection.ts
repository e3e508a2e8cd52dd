// A connection as the store uses it. `connection-pool.ts` and `own-connection.ts` make them.

import type { Row } from '../../rows/column.js';

export interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}

export interface Connection {
  /** The server's process behind it. */
  readonly backend: Backend;
  run(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** For as long as it takes. */
  runPatiently(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** One or more statements of a library, not prepared, whose rows are read as the driver does by default. */
  runForeign(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Which server's transaction ids are given over a connection; they may repeat where it changes. */
export interface History {
  readonly systemIdentifier: string;
  readonly timeline: number;
}
