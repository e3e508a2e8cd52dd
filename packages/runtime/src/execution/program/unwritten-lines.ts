// What a program has printed and its journal does not have yet.
//
// A step reports at its end all that it printed, and that is what is journaled. A step that is killed reports nothing; then
// the lines that arrived while it ran are used instead.
//
// Invariants
//   U1. Lines are identified by their number alone: a program that is run again prints the same lines in the same order,
//       so what the journal has is never written twice.
//   U2. The lines of a sandbox that was lost count until the program, run again, has printed as many.

import type { ExecutionState, NewEntry } from '@toolshed/kernel/runtime';
import type { Printed } from '../../tool-proxy/guest-boundary.js';

type Counts = ExecutionState['printed'];

export interface UnwrittenLines {
  /** A step begins after the program has printed so much; a replay begins after nothing. */
  begin(after: Counts): void;
  /** A step ended, or was killed, and this is what it printed. */
  add(printed: Printed): void;
  /** The sandbox is lost; what it printed is not. */
  lose(): void;
  /** Nothing that the sandbox reported is to be used. */
  forget(): void;
  /** The lines the journal lacks, including those of the step under way. */
  entries(written: Counts, soFar: Printed): readonly NewEntry[];
}

interface Lines extends Printed {
  /** How much was printed before them. */
  readonly after: Counts;
}

const NONE: Lines = { after: { logs: 0, emitted: 0 }, logs: [], emitted: [] };

export function createUnwrittenLines(): UnwrittenLines {
  let lines = NONE;
  let lost = NONE;
  return {
    begin(after) {
      lines = { ...NONE, after };
    },
    add(printed) {
      if (!isEmpty(printed)) lines = joined(lines, printed);
    },
    lose() {
      if (countOf(lines) > countOf(lost)) lost = lines;
      lines = NONE;
    },
    forget() {
      lines = NONE;
      lost = NONE;
    },
    entries(written, soFar) {
      const now = joined(lines, soFar);
      // U1 and U2.
      const { logs, emitted } = beyond(written, countOf(now) >= countOf(lost) ? now : lost);
      return isEmpty({ logs, emitted }) ? [] : [{ kind: 'printed', logs: [...logs], emitted: [...emitted] }];
    },
  };
}

const isEmpty = ({ logs, emitted }: Printed): boolean => logs.length + emitted.length === 0;

/** Since the program's start. Logs and values are printed in one order, so one list is the longer of two in both. */
const countOf = ({ after, logs, emitted }: Lines): number => after.logs + after.emitted + logs.length + emitted.length;

const joined = ({ after, logs, emitted }: Lines, more: Printed): Lines => ({
  after,
  logs: [...logs, ...more.logs],
  emitted: [...emitted, ...more.emitted],
});

const beyond = (written: Counts, { after, logs, emitted }: Lines): Printed => ({
  logs: logs.slice(Math.max(0, written.logs - after.logs)),
  emitted: emitted.slice(Math.max(0, written.emitted - after.emitted)),
});
