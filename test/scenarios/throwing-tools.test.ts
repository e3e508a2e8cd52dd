import { defineTool, type ToolLog } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const throwing = (): never => {
  throw new TypeError('a fault of the tool');
};

describe('a tool whose own code throws', () => {
  verifies.each('schemas/throwing', [
    ['a refinement', z.object({ u: z.string().refine((text) => new URL(text)) })],
    ['a refinement that answers later', z.object({ u: z.string().refine(async () => true) })],
    ['an overwrite', z.object({ u: z.string().overwrite(throwing) })],
  ])('an error in %s refuses the call, asks nobody, and is reported', async (_what, input) => {
    const warnings: object[] = [];
    const quiet = (): void => undefined;
    const log: ToolLog = { debug: quiet, info: quiet, error: quiet, warn: (facts) => void warnings.push(facts) };
    let runs = 0;
    const tool = defineTool({ path: 'web.open', description: 'Opens a page', input, handler: () => runs++ });
    await using shed = await openInThread({ tools: [tool], store: 'memory', log });
    const program = `try { await tools.web.open({ u: 'no address' }) } catch (error) { return [error.code, error.message] }`;
    const { value } = expectStatus(await shed.execute(program), 'completed');
    expect(value).toEqual(['tool/check-failed', expect.stringContaining('web.open')]);
    expect(JSON.stringify(value)).not.toContain('a fault of the tool');
    expect(warnings).toMatchObject([{ tool: 'web.open', err: expect.any(Error) }]);
    expect([runs, await shed.pending()]).toEqual([0, []]);
  });

  verifies('schemas/throwing', 'a schema that throws refuses an edit, and leaves the question open', async () => {
    let runs = 0;
    const input = z.object({ u: z.string().refine((text) => new URL(text)) });
    const tool = defineTool({ path: 'web.open', description: 'Opens a page', input, handler: () => ++runs });
    await using shed = await openInThread({ tools: [tool], store: 'memory' });
    const program = `return await tools.web.open({ u: 'https://example.org' })`;
    const { executionId, paused } = expectStatus(await shed.execute(program), 'paused');
    const before = await shed.journal(executionId);
    const edit = shed.resume(paused.elicitationId, { approved: true, args: { u: 'no address' } });
    await expect(edit).rejects.toMatchObject({
      code: 'answer/edit-refused',
      message: expect.stringContaining('web.open failed to check them'),
    });
    expect([runs, await shed.journal(executionId)]).toEqual([0, before]);
    expect(expectStatus(await shed.resume(paused.elicitationId, true), 'completed').value).toBe(1);
  });

  verifies(
    'schemas/throwing',
    'a tool whose `destructive` throws is asked about, with a default message if it has none',
    async () => {
      const tool = defineTool({
        path: 'web.drop',
        description: 'Drops a page',
        input: z.object({}),
        destructive: throwing,
        message: throwing,
        preview: throwing,
        handler: () => 'dropped',
      });
      await using shed = await openInThread({ tools: [tool], store: 'memory' });
      const paused = expectStatus(await shed.execute('return await tools.web.drop({})'), 'paused');
      expect(paused.paused).toMatchObject({ message: 'Run web.drop?' });
      expect(expectStatus(await shed.resume(paused.executionId, true), 'completed').value).toBe('dropped');
    },
  );
});
