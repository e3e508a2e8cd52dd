// One attack: a program, and all the host may have seen happen once it is over.
// Programs run in a realm with `tools`, `elicit`, `emit`, `sleep`, timers and `console`, in a sandbox or in the naive
// harness alike. What a program says of itself proves nothing; only what the host sees is judged.

export interface ToolCall {
  readonly path: string;
  readonly args: unknown;
}

export interface Attack {
  readonly name: string;
  readonly program: string;
  /** Every call a handler received, in order, with the arguments as they were when it was made. Default: none. */
  readonly calls?: readonly ToolCall[];
  /** Every question put to a person, with the arguments shown. Default: none. */
  readonly asks?: readonly ToolCall[];
  /** The person approves what is asked; otherwise questions stay open. */
  readonly approves?: boolean;
  /** What the program returns, where only one answer is right. */
  readonly returns?: unknown;
  /** The code it fails with. */
  readonly fails?: string;
}

/** All that came out of one run, as the host saw it. */
export interface Evidence {
  /** Everything an agent could read: result, logs, emitted values, journal. */
  readonly said: string;
  readonly calls: readonly ToolCall[];
  readonly asks: readonly ToolCall[];
  /** Names of host intrinsics that have changed. */
  readonly polluted: readonly string[];
  readonly status: string;
  readonly value: unknown;
  readonly code: string | undefined;
}

/** Runs one attack for real. */
export interface Harness extends AsyncDisposable {
  run(attack: Attack): Promise<Evidence>;
}

/** Where the canary is in the environment of the process that hosts the tools. */
export const CANARY_VARIABLE = 'CONFINEMENT_CANARY';
