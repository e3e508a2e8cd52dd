import { defineTool, type ToolContext, type PendingElicitation } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { expectStatus } from './expect-status.ts';
import { openInThread } from './open-in-thread.ts';

/** A host with one safe tool, `app.run`, whose handler is given. */
export const openAskingShed = (
  handler: (context: ToolContext) => unknown,
  options: Partial<OpenOptions> = {},
): Promise<Toolshed> =>
  openInThread({
    tools: [
      defineTool({
        path: 'app.run',
        description: 'Runs the app',
        input: z.unknown(),
        destructive: false,
        handler,
      }),
    ],
    store: 'memory',
    ...options,
  });

export const CALL = 'return await tools.app.run({})';

/** Starts the program and gives its first question. */
export async function firstQuestion(shed: Toolshed, program = CALL): Promise<PendingElicitation> {
  return expectStatus(await shed.execute(program), 'paused').paused;
}
