// Two hosts on one store: what one of them answered, the other tells as it is, though its own copy still rests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from '@toolshed/kernel';
import { expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const send = defineTool({
  path: 'mail.send',
  description: 'Send a mail',
  input: z.object({ to: z.string() }),
  destructive: true,
  handler: (_context, { to }) => ({ delivered: to }),
});

verifies(
  'durable/one-answer',
  'an answer that another host took is found by every host that continues the execution',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolshed-elsewhere-'));
    const open = () => openInThread({ tools: [send], store: { sqlite: join(folder, 'shed.db') }, wakes: false });
    {
      await using here = await open();
      await using there = await open();
      for (let n = 0; n < 20; n++) {
        const { executionId } = await here.execute(`return (await tools.mail.send({ to: 'ada ${n}' })).delivered`);
        await there.resume(executionId, true);
        expect(await here.wake(executionId)).toMatchObject({ status: 'completed', value: `ada ${n}` });
      }
    }
    rmSync(folder, { recursive: true });
  },
);
