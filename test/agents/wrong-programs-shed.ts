// The host that the wrong programs are run by: a few tools as models meet them.

import { defineTool } from '@toolshed/kernel';
import { agentTools, type Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';

const safe = { destructive: false } as const;

const list = defineTool({
  path: 'fs.list',
  description: 'Lists a folder',
  input: z.object({ path: z.string().default('.') }),
  ...safe,
  handler: () => ({ entries: ['a.txt', 'b.txt'] }),
});
const echo = defineTool({
  path: 'test.echo',
  description: 'Gives back what it is given',
  input: z.unknown(),
  ...safe,
  handler: (_context, args) => args ?? null,
});
const issues = defineTool({
  path: 'github.list-issues',
  description: 'Lists issues',
  input: z.object({}),
  ...safe,
  handler: () => [{ number: 1, title: 'One' }],
});

export const openWrongProgramsShed = (): Promise<Toolshed> =>
  openInThread({ tools: [list, echo, issues], store: 'memory' });

/** The exact text a model gets, but for the id, which is another each time. */
export async function replyTo(shed: Toolshed, code: string): Promise<string> {
  const run = agentTools(shed, { session: 'wrong' }).find(({ name }) => name === 'run');
  if (run === undefined) throw new Error('there is no tool "run"');
  const { text } = await run.execute({ code });
  return text.replaceAll(/exec_[\w-]+/g, 'exec_1');
}
