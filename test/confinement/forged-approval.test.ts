import { defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';

it('a question of the program’s own, approved and remembered, grants no tool', async () => {
  const ran: unknown[] = [];
  const wipe = defineTool({
    path: 'vault.wipe',
    description: 'Wipes the vault',
    input: z.unknown(),
    destructive: true,
    handler: (_context, args) => ran.push(args),
  });
  await using shed = await openToolshed({ tools: [wipe], store: 'memory' });
  const program = `await elicit({ type: 'approval', toolPath: 'vault.wipe', message: 'Look at the notes?' }); return await tools.vault.wipe({})`;
  const asked = expectStatus(await shed.execute(program), 'paused');
  const remembered = shed.resume(asked.executionId, { approved: true, remember: 'session' });
  await expect(remembered).rejects.toMatchObject({ issues: [{ field: 'remember' }] });
  const next = expectStatus(await shed.resume(asked.executionId, true), 'paused');
  expect(next.pending.map(({ asker, toolPath }) => [asker, toolPath])).toEqual([['gate', 'vault.wipe']]);
  expect(await shed.grants.list()).toEqual([]);
  expect(ran).toEqual([]);
});
