// Secrets: the page's workflow for an API key, in a program.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, secret } from '@toolshed/kernel';
import { openFileVault } from '@toolshed/runtime/internal/vault/file-vault';
import { keyringKey } from '@toolshed/runtime/internal/vault/vault-key';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../../../support/expect-status.ts';
import { newMemoryKeyring } from '../../../support/keyrings.ts';
import { newStoreFolder } from '../../../support/open-stores.ts';
import { newCanary, tracesOf } from '../../../support/secret-shed.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';

const SET_UP_KEY = `
  const response = await elicit({ type: 'secret', prompt: 'Enter your OpenAI API key:' });
  if (response.action !== 'accept') return 'User cancelled';
  await tools.env.write({ name: 'OPENAI_API_KEY', value: response.data });
  console.log('User provided secret value (not shown)', response.data);
  return response;
`;

describe('a secret', () => {
  verifies(
    ['secrets/handle', 'secrets/never-written'],
    'is asked for, stored by a tool, and known to the agent as a handle',
    async () => {
      using folder = newStoreFolder();
      const file = join(folder.path, 'vault.json');
      await using vault = openFileVault({ file, key: keyringKey(newMemoryKeyring()) });
      const write = defineTool({
        path: 'env.write',
        description: 'Write a variable to the env file',
        input: z.object({ name: z.string(), value: secret() }),
        destructive: true,
        message: ({ name }) => `Write ${name} to .env?`,
        handler: (_context, { name, value }) => writeFileSync(join(folder.path, '.env'), `${name}=${value}\n`),
      });
      await using shed = await openInThread({ tools: [write], store: { sqlite: folder.file }, vault });
      const key = newCanary();
      const asked = expectStatus(await shed.execute(SET_UP_KEY), 'paused');
      const gated = expectStatus(await shed.resume(asked.executionId, { approved: true, data: key }), 'paused');
      const handed = { name: 'OPENAI_API_KEY', value: expect.stringMatching(/^secret:/) };
      shows('secret/handed-on', gated.paused).toMatchObject({ message: 'Write OPENAI_API_KEY to .env?', args: handed });
      const done = expectStatus(await shed.resume(gated.paused.elicitationId, true), 'completed');
      shows('secret/via-response', done.value).toMatchObject({ data: expect.stringMatching(/^secret:/) });
      shows('secret/not-shown', done.logs[0]?.text).toMatch(/^User provided secret value \(not shown\) secret:/);
      const env = readFileSync(join(folder.path, '.env'), 'utf8');
      shows('secret/workflow', env).toBe(`OPENAI_API_KEY=${key}\n`);
      shows('secret/stored', done.calls.at(-1)).toMatchObject({ path: 'env.write', outcome: 'returned' });
      const read = JSON.stringify([asked, gated, done, await shed.journal(done.executionId)]);
      shows('secret/not-in-context', tracesOf(key, read)).toEqual([]);
      shows('parts/keyring', JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ key: { kind: 'keyring' } });
      shows('open/keyring', await shed.secrets.list()).toHaveLength(1);

      const again = await shed.execute(SET_UP_KEY);
      expect(await shed.resume(again.executionId, false)).toMatchObject({ value: 'User cancelled' });
    },
  );
});
