// The host that the wrong programs are run by: a few tools as models meet them.

import { defineTool, ToolError } from '@toolshed/kernel';
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

const write = defineTool({
  path: 'fs.write',
  description: 'Writes a file',
  input: z.object({ path: z.string(), text: z.string() }),
  ...safe,
  handler: (_context, { path }) => ({ path }),
});
const get = defineTool({
  path: 'github.get-issue',
  description: 'Reads one issue',
  input: z.object({ number: z.int() }),
  ...safe,
  handler: (_context, { number }) => {
    if (number > 100) throw new ToolError('openapi/404', 'Cannot get the issue: 404 Not Found');
    return { status: 200, headers: {}, body: { number, title: 'One', user: { login: 'ada' } } };
  },
});
const close = defineTool({
  path: 'github.close-issue',
  description: 'Closes an issue',
  input: z.object({ number: z.int() }),
  destructive: true,
  handler: (_context, { number }) => ({ number, state: 'closed' }),
});
/** Lists in pages that never end. */
const pages = defineTool({
  path: 'github.pages',
  description: 'Lists in pages',
  input: z.object({ page: z.int().default(1) }),
  ...safe,
  handler: (_context, { page }) => ({ body: [page], page: { list: [], next: { page: page + 1 } } }),
});

export const openWrongProgramsShed = (): Promise<Toolshed> =>
  openInThread({
    tools: [list, echo, issues, write, get, close, pages],
    policy: [{ pattern: 'github.close-issue', verdict: 'allow' }],
    limits: { calls: 600 },
    store: 'memory',
  });

/** The exact text a model gets, but for the id, which is another each time. */
export async function replyTo(shed: Toolshed, code: string): Promise<string> {
  const run = agentTools(shed, { session: 'wrong' }).find(({ name }) => name === 'run');
  if (run === undefined) throw new Error('there is no tool "run"');
  const { text } = await run.execute({ code });
  return text.replaceAll(/exec_[\w-]+/g, 'exec_1');
}
