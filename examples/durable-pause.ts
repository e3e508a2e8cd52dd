// A pause that outlives its process: one process asks and is killed, another answers. All they share is a file.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, openToolshed } from 'toolshed';
import { z } from 'zod';

const [, , role, file = ''] = process.argv;
if (role === 'ask') await ask();
else if (role === 'answer') await answer();
else runBoth();

function open() {
  const count = defineTool({
    path: 'stock.count',
    description: 'Counts what is in stock',
    input: z.object({}),
    destructive: false,
    handler: () => {
      console.log(`${role}: counts the stock`);
      return 7;
    },
  });
  const order = defineTool({
    path: 'stock.order',
    description: 'Orders more',
    input: z.object({ pieces: z.int() }),
    message: ({ pieces }) => `Order ${pieces} pieces?`,
    handler: (_context, { pieces }) => `${pieces} ordered`,
  });
  return openToolshed({ tools: [count, order], store: { sqlite: file } });
}

async function ask() {
  await using shed = await open();
  const result = await shed.execute(`
    const left = await tools.stock.count({});
    return await tools.stock.order({ pieces: 10 - left });
  `);
  console.log('ask:', result.status);
  process.kill(process.pid, 'SIGKILL');
}

// The program is replayed up to its question. What it called before is in the file, so nothing is counted again.
async function answer() {
  await using shed = await open();
  for (const { elicitationId, message } of await shed.pending()) {
    console.log('answer:', message);
    const done = await shed.resume(elicitationId, true);
    if (done.status === 'completed') console.log('answer:', done.status, done.value);
  }
}

function runBoth() {
  const folder = mkdtempSync(join(tmpdir(), 'durable-pause-'));
  for (const which of ['ask', 'answer']) {
    const args = [import.meta.filename, which, join(folder, 'shed.db')];
    const { signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (signal !== null) console.log(`${which}: killed by ${signal}`);
  }
  rmSync(folder, { recursive: true });
}

// Prints:
//
//   ask: counts the stock
//   ask: paused
//   ask: killed by SIGKILL
//   answer: Order 3 pieces?
//   answer: completed 3 ordered
