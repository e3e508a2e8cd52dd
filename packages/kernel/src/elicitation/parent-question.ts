import { z } from 'zod';
import { ElicitationId, ExecutionId } from '../ids.js';

/** The question a side quest left, and the execution that asks it. */
export const ParentQuestion = z.strictObject({ elicitation: ElicitationId, execution: ExecutionId });
export type ParentQuestion = Readonly<z.infer<typeof ParentQuestion>>;

/** How a side quest ended. */
export const QuestEnd = z.enum(['completed', 'failed', 'cancelled']);
export type QuestEnd = z.infer<typeof QuestEnd>;
