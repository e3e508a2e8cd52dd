import type { EntryView } from '@toolshed/server';
import { isTerminalStatus } from '@toolshed/kernel/runtime';

/** An entry of a journal as the stream sends it; without one where it cannot be read. */
export interface StreamEvent {
  readonly executionId: string;
  readonly entry?: EntryView;
}

/** Whether it is the last entry of its execution, whose questions end with it. */
export const isEnd = ({ kind }: EntryView): boolean => isTerminalStatus(kind);
