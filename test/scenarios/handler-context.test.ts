import { defineTool, type ToolContext } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';

async function contextsOf(program: string): Promise<readonly ToolContext[]> {
  const contexts: ToolContext[] = [];
  const look = defineTool({
    path: 'handlers.look',
    description: 'Looks at what it was given',
    input: z.object({}),
    destructive: false,
    handler: (context) => void contexts.push(context),
  });
  await using shed = await openInThread({ tools: [look], store: 'memory', wakes: false });
  await shed.execute(program, { session: 'one' });
  return contexts;
}

describe('what a handler holds', () => {
  it('can be copied, as those who wrap a handler do', async () => {
    const [context] = await contextsOf('await tools.handlers.look({})');
    const copy = context && { ...context };
    expect(copy).toMatchObject({ callNumber: 1, session: 'one', labels: {} });
    expect(copy?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(copy?.idempotencyKey).toBe(context?.idempotencyKey);
    expect(copy?.signal).toBeInstanceOf(AbortSignal);
    expect(copy?.signal).toBe(context?.signal);
    expect(copy?.flowId()).toBe(context?.flowId());
    expect(context && 'signal' in context).toBe(true);
  });

  it('is of one call', async () => {
    const [first, second] = await contextsOf('await tools.handlers.look({}); await tools.handlers.look({})');
    expect(second?.callNumber).toBe(2);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
    expect(second?.signal).not.toBe(first?.signal);
  });
});
