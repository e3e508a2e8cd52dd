import { ToolshedError } from '../toolshed-error.js';

/** A journal that says what no execution could have done. */
export class JournalCorruptError extends ToolshedError {
  override readonly name = 'JournalCorruptError';
  override readonly code = 'journal/corrupt';

  constructor(
    readonly seq: number,
    problem: string,
  ) {
    super(`Cannot read journal entry ${seq}: ${problem}`);
  }
}
