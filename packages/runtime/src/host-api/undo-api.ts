import type { AnsweredBy } from '@toolshed/kernel';
import type { ExecuteOptions } from './execute-options.js';

/** How an undo is started. */
export interface UndoOptions extends Pick<ExecuteOptions, 'waitForChannels' | 'onStarted' | 'trace'> {
  /** Who asks for it. */
  readonly by?: AnsweredBy;
}
