// What the types say of a program that ran and whose value says little, and that none of it keeps a program from starting.

import { defineTool } from '@toolshed/kernel';
import { agentTools, type Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';

const issues = defineTool({
  path: 'github.list',
  description: 'Lists issues',
  input: z.object({}),
  output: z.array(
    z.object({ number: z.int(), state: z.enum(['open', 'closed']), labels: z.array(z.object({ name: z.string() })) }),
  ),
  destructive: false,
  handler: () => [{ number: 1, state: 'open' as const, labels: [{ name: 'bug' }] }],
});
const LIST = 'const issues = await tools.github.list({});\n';

let shed: Toolshed;
beforeAll(async () => {
  shed = await openInThread({ tools: [issues], store: 'memory' });
});
afterAll(() => shed[Symbol.asyncDispose]());

const typeErrorsOf = async (code: string): Promise<string> => {
  const run = agentTools(shed, { session: 's' }).find(({ name }) => name === 'run');
  const { text = '' } = (await run?.execute({ code })) ?? {};
  return String(JSON.parse(text).typeErrors);
};

describe('a value that says little', () => {
  it.each([
    ["return issues.filter((one) => one.state === 'OPEN').length", `one.state is "open" | "closed", and never 'OPEN'`],
    ["return issues.filter((one) => one.number === '1')", "one.number is number, and never '1'"],
    ["return issues.filter((one) => one.labels.includes('bug')).length", "write .some((one) => one.name === 'bug')"],
    ['return issues.items?.length ?? 0', 'issues is a list, and has no "items": use issues itself'],
  ])('is explained by its types: %s', async (code, words) => {
    expect(await typeErrorsOf(LIST + code)).toContain(words);
    const started = await shed.execute(LIST + code, { check: 'error' });
    expect(started.status).toBe('completed');
  });

  it.each([
    "return issues.filter((one) => one.state === 'closed').length",
    'const list = issues.items ?? issues;\nreturn list.filter((one) => one.number > 9)',
    "return issues.filter((one) => one.labels.some(({ name }) => name === 'none')).length",
  ])('is left alone where the program is right: %s', async (code) => {
    expect(await typeErrorsOf(LIST + code)).toBe('undefined');
  });
});
