import { ToolshedError } from '../toolshed-error.js';

/** Which entry cannot be read, and why. */
export interface CorruptEntry {
  /** Whose journal it is, where that is known. */
  readonly executionId?: string | undefined;
  /** The kind of an entry that only a newer Toolshed knows; nothing is wrong with the journal then. */
  readonly unknownKind?: string | undefined;
}

/** A journal that no execution could have written, or that this version does not understand. */
export class JournalCorruptError extends ToolshedError {
  override readonly name = 'JournalCorruptError';
  override readonly code = 'journal/corrupt';
  readonly executionId: string | undefined;
  readonly unknownKind: string | undefined;

  constructor(
    readonly seq: number,
    readonly problem: string,
    { executionId, unknownKind }: CorruptEntry = {},
  ) {
    super(`Cannot read journal entry ${seq}${executionId === undefined ? '' : ` of ${executionId}`}: ${problem}`);
    this.executionId = executionId;
    this.unknownKind = unknownKind;
  }

  /** The same, naming the execution. */
  of(executionId: string): JournalCorruptError {
    const { seq, problem, unknownKind } = this;
    return this.executionId === undefined ? new JournalCorruptError(seq, problem, { executionId, unknownKind }) : this;
  }
}
