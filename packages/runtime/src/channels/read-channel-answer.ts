import { AnsweredBy, type ChannelAnswer, GivenAction, type ToolLog } from '@toolshed/kernel';
import { z } from 'zod';

const Given = z.looseObject({ action: GivenAction, by: z.looseObject(AnsweredBy.omit({ channel: true }).shape) });

/**
 * What a channel said, which may be written in JavaScript and say anything. Nothing, also as `null`, leaves the question
 * to the next channel; so does what is no answer, with a warning.
 */
export function readChannelAnswer(said: unknown, channel: string, log: ToolLog): ChannelAnswer | undefined {
  if (said === undefined || said === null) return undefined;
  const read = Given.safeParse(said);
  if (read.success) return said as ChannelAnswer;
  const wrong = [...new Set(read.error.issues.map(({ path }) => path.join('.') || 'it is no object'))];
  log.warn({ channel, wrong }, 'a channel gave no answer that can be read; trying the next');
  return undefined;
}
