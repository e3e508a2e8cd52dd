// Which failure codes of a program are Toolshed's own (S4 in `program-session.ts`).
//
// Threat: a program, or a compromised worker, that fails with one of Toolshed's codes, so that a client believes that the gate
// refused or a limit was reached. The isolate keeps Toolshed's codes and the program's apart; the host checks again here.

import type { JournalEntry } from '@toolshed/kernel';
import { isEnd } from '@toolshed/kernel/runtime';
import { isGuestCode, type ProgramOutcome, programCode } from '../../tool-proxy/guest-boundary.js';

export interface ProgramCodes {
  /** Records that the program got the failures in these entries; some may not be in the journal yet. */
  give(entries: readonly JournalEntry[]): void;
  /** The outcome, with a code that the program was never given marked as its own. */
  mark(outcome: ProgramOutcome): ProgramOutcome;
}

export function createProgramCodes(journal: { readonly entries: readonly JournalEntry[] }): ProgramCodes {
  const given = new Set<string | undefined>();
  const isGiven = (code: string): boolean => given.has(code) || journal.entries.some((entry) => codeIn(entry) === code);
  return {
    give(entries) {
      for (const entry of entries) given.add(codeIn(entry));
    },
    mark(outcome) {
      if (outcome.kind === 'returned') return outcome;
      const { code } = outcome.error;
      if (isGuestCode(code) || code.startsWith('program/') || isGiven(code)) return outcome;
      return { ...outcome, error: { ...outcome.error, code: programCode(code) } };
    },
  };
}

const codeIn = (entry: JournalEntry): string | undefined =>
  'error' in entry && !isEnd(entry) ? entry.error.code : undefined;
