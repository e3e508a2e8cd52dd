import { z } from 'zod';
import { TERMINAL_STATUSES } from '../execution/terminal-status.js';
import { ElicitationId, ExecutionId } from '../ids.js';

/** The question a side quest left, and the execution that asks it. */
export const ParentQuestion = z.strictObject({ elicitationId: ElicitationId, executionId: ExecutionId });
export type ParentQuestion = Readonly<z.infer<typeof ParentQuestion>>;

/** The same as a journal has it: journals are stored for ever, and keep the names they were written with. */
export const RecordedParent = z.strictObject({ elicitation: ElicitationId, execution: ExecutionId });
export type RecordedParent = Readonly<z.infer<typeof RecordedParent>>;

export const parentQuestion = ({ elicitation, execution }: RecordedParent): ParentQuestion => ({
  elicitationId: elicitation,
  executionId: execution,
});

/** How a side quest ended. */
export const QuestEnd = z.enum(TERMINAL_STATUSES);
export type QuestEnd = z.infer<typeof QuestEnd>;
