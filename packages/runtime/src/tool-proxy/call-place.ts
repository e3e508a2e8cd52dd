/** Where a program made a call. */
export interface CallPlace {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The call that entered the saved program which makes it; undefined for the program of the execution. */
  readonly within?: number | undefined;
}

/** The facts of an entry that say so, as far as they are known. */
export const callPlace = ({
  line,
  column,
  within,
}: CallPlace): { line?: number; column?: number; within?: number } => ({
  ...(line === undefined || column === undefined ? {} : { line, column }),
  ...(within === undefined ? {} : { within }),
});
