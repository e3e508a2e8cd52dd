import { AnsweredBy, type ChannelAnswer, GivenAction, type ToolLog } from '@toolshed/kernel';
import { readStrictly } from '@toolshed/kernel/runtime';
import { z } from 'zod';

/** Every known key. Most values are validated where `resume` validates them, and go back to the channel if refused. */
const Given = z.strictObject({
  action: GivenAction,
  content: z.unknown().exactOptional(),
  reason: z.unknown().exactOptional(),
  remember: z.unknown().exactOptional(),
  args: z.unknown().exactOptional(),
  /** The host fills in `channel`, whatever the channel put there. */
  by: z.strictObject({
    ...AnsweredBy.shape,
    /** Only Toolshed answers as the runtime. */
    kind: AnsweredBy.shape.kind.exclude(['runtime']),
    channel: z.unknown().exactOptional(),
  }),
});

/**
 * Reads the reply of a channel, which may be written in JavaScript and return anything. Nothing, also as `null`, leaves the
 * question to the next channel; so does a reply that is not an answer, with a warning.
 *
 * Threat: an answer with a key nobody reads, such as `approved: false` beside `accept`, or other arguments under a
 * misspelt name. Ignoring the key would run what the person did not approve.
 */
export function readChannelAnswer(reply: unknown, channel: string, log: ToolLog): ChannelAnswer | undefined {
  if (reply === undefined || reply === null) return undefined;
  const wrong = (fields: readonly string[]): undefined => {
    log.warn({ channel, wrong: fields }, "a channel's answer cannot be read; trying the next channel");
  };
  try {
    const read = readStrictly(Given, reply);
    if (read.kind === 'valid') return read.value as ChannelAnswer;
    return wrong([...new Set(read.issues.map(({ field }) => field || 'it is not an object'))]);
  } catch {
    // A getter of the channel's own.
    return wrong(['it cannot be read']);
  }
}
