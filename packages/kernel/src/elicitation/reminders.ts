import { z } from 'zod';
import { LONGEST_MS } from '../ports/clock.js';

/** When people are reminded of a question that is still open, and when others are asked. */
export interface Reminders {
  /** How long after it was asked people are reminded, in milliseconds; a list for several reminders. */
  readonly afterMs?: number | readonly number[];
  /** How long after it was asked channels and webhooks with `escalation: true` are asked as well, in milliseconds. */
  readonly escalateAfterMs?: number;
}

const Wait = z.int().positive().max(LONGEST_MS);
const MOST = 10;

/** Schema of the `reminders` option. */
export const Reminders: z.ZodType<Reminders> = z.strictObject({
  afterMs: z.union([Wait, z.array(Wait).min(1).max(MOST)]).exactOptional(),
  escalateAfterMs: Wait.exactOptional(),
} satisfies Record<keyof Reminders, z.ZodType>);

/** The waits before each reminder, shortest first. */
export const reminderWaits = ({ afterMs = [] }: Reminders): readonly number[] =>
  [...new Set([afterMs].flat())].sort((a, b) => a - b);
