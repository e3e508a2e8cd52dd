// A node of its own process, whose handler says what its signal is in the very tick in which it wakes up. Its parent
// stops the process meanwhile. Arguments: the address of the database, the schema.

import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { z } from 'zod';

const [url = '', schema = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const act = defineTool({
  path: 'box.act',
  description: 'act',
  input: z.object({}),
  destructive: true,
  async handler({ signal }) {
    say('entered');
    await pause(1_000);
    say(`aborted ${signal.aborted}`);
    signal.throwIfAborted();
    say('acted');
  },
});

await using shed = await openToolshed({
  tools: [act],
  store: { postgres: url, schema },
  policy: [{ pattern: 'box.act', verdict: 'allow' }],
  isolation: 'thread',
  trusted: true,
  ownerLeaseMs: 1_000,
});
await shed.execute('return await tools.box.act({})').catch(() => undefined);
say('over');
process.exit(0);
