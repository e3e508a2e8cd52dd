import type { ColumnShifts } from './place/column-shifts.js';

/** How one program is run, known when it starts. */
export interface ProgramTerms {
  /** By which rules: see `PROGRAM_RULES`. */
  readonly rules: number;
  /** What its script is called, which no program can know: see `program-stacks.ts`. */
  readonly script: string;
  /** What was changed in its text. */
  readonly shifts: ColumnShifts;
  /** The notes about that, at once and when something is returned; empty if there are none. */
  readonly note: string;
  readonly endNote: string;
  /** The note when nothing is returned. */
  readonly emptyNote: string;
}
