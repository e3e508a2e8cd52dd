import { ToolshedError } from '../toolshed-error.js';

/** Which entry cannot be read, and why. */
export interface CorruptEntry {
  /** Whose journal it is, where that is known. */
  readonly execution?: string | undefined;
  /** The kind of an entry that only a newer Toolshed knows; nothing is wrong with the journal then. */
  readonly unknownKind?: string | undefined;
}

/** A journal that says what no execution could have done, or what this version does not understand. */
export class JournalCorruptError extends ToolshedError {
  override readonly name = 'JournalCorruptError';
  override readonly code = 'journal/corrupt';
  readonly execution: string | undefined;
  readonly unknownKind: string | undefined;

  constructor(
    readonly seq: number,
    readonly problem: string,
    { execution, unknownKind }: CorruptEntry = {},
  ) {
    super(`Cannot read journal entry ${seq}${execution === undefined ? '' : ` of ${execution}`}: ${problem}`);
    this.execution = execution;
    this.unknownKind = unknownKind;
  }

  /** The same, naming the execution. */
  of(execution: string): JournalCorruptError {
    const { seq, problem, unknownKind } = this;
    return this.execution === undefined ? new JournalCorruptError(seq, problem, { execution, unknownKind }) : this;
  }
}
