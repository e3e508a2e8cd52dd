// A secret: the tool gets the value, the program gets a handle, and what the tool gives back is searched for the value.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, openToolshed, secret } from 'toolshed';
import { z } from 'zod';

const login = defineTool({
  path: 'bank.login',
  description: 'Logs in to the bank',
  input: z.object({ key: secret() }),
  destructive: false,
  handler(_context, { key }) {
    console.log('the tool got:', key);
    return { welcome: 'Ada', echo: `you sent ${key}` };
  },
});

// Secrets are sealed in a file of their own. Keep the key somewhere else: in the environment, say.
const folder = mkdtempSync(join(tmpdir(), 'secret-'));
const vault = { file: join(folder, 'vault.json'), key: randomBytes(32).toString('base64') };

await using shed = await openToolshed({ tools: [login], store: 'memory', vault });
const paused = await shed.execute(`
  const { data } = await elicit({ type: 'secret', message: 'Your key for the bank?' });
  console.log('the program got:', data);
  return await tools.bank.login({ key: data });
`);
const done = await shed.resume(paused.executionId, { approved: true, data: 'correct-horse-battery' });

for (const { text } of done.logs) console.log(text);
if (done.status === 'completed') console.log('the program returned:', done.value);

const journal = JSON.stringify(await shed.journal(done.executionId));
console.log('the journal has the value:', journal.includes('correct-horse-battery'));
rmSync(folder, { recursive: true });

// Prints:
//
//   the tool got: correct-horse-battery
//   the program got: secret:V1StGXR8_Z5jdHi6B-myT0
//   the program returned: { welcome: 'Ada', echo: 'you sent [secret]' }
//   the journal has the value: false
