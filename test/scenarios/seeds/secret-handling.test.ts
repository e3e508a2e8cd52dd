// Seed 000_1a20b74940af46e8.txt, "Secret Handling (Key Use Case)" and "Agent Usage": an agent sets up an API key.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, secret } from '@toolshed/kernel';
import { openToolshed, type Toolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../../support/expect-status.ts';
import { newStoreFolder, type StoreFolder } from '../../support/open-stores.ts';
import { newCanary, tracesOf } from '../../support/secret-shed.ts';
import { verifies } from '../../support/verifies.ts';

/** The workflow of the seed, in a program: ask, then hand what was given to the tool that stores it. */
const SET_UP_KEY = `
  const response = await elicit({
    type: 'secret',
    message: 'Enter your OpenAI API key:',
    description: 'Required for the OpenAI integration. Will not be logged.',
  });
  if (response.action !== 'accept') return 'User cancelled';
  await tools.env.write({ name: 'OPENAI_API_KEY', value: response.data });
  console.log('User provided secret value (not shown)', response.data);
  return response;
`;

const openHost = ({ path, file }: StoreFolder): Promise<Toolshed> =>
  openToolshed({
    tools: [
      defineTool({
        path: 'env.write',
        description: 'Write a variable to the env file',
        input: z.object({ name: z.string(), value: secret() }),
        destructive: true,
        message: ({ name }) => `Write ${name} to .env?`,
        handler: (_context, { name, value }) => writeFileSync(join(path, '.env'), `${name}=${value}\n`),
      }),
    ],
    store: { sqlite: file },
  });

describe('Seed 000 (000_1a20b74940af46e8.txt): secret handling', () => {
  verifies('secrets/handle', 'secrets/never-written');

  it('asks for an API key and stores it, and the conversation holds a handle and never the key', async () => {
    using folder = newStoreFolder();
    await using shed = await openHost(folder);
    const key = newCanary();
    const asked = expectStatus(await shed.execute(SET_UP_KEY), 'paused');
    expect(asked.paused).toMatchObject({
      type: 'secret',
      message: 'Enter your OpenAI API key:',
      request: { sensitive: true, description: 'Required for the OpenAI integration. Will not be logged.' },
    });
    const gated = expectStatus(await shed.resume(asked.executionId, { approved: true, data: key }), 'paused');
    expect(gated.paused.message).toBe('Write OPENAI_API_KEY to .env?');
    const done = expectStatus(await shed.resume(gated.paused.elicitationId, true), 'completed');
    expect(done.value).toMatchObject({ action: 'accept', approved: true, data: expect.stringMatching(/^secret:/) });
    expect(done.logs[0]?.text).toMatch(/^User provided secret value \(not shown\) secret:/);
    expect(readFileSync(join(folder.path, '.env'), 'utf8')).toBe(`OPENAI_API_KEY=${key}\n`);
    expect(tracesOf(key, JSON.stringify([asked, gated, done, await shed.journal(done.executionId)]))).toEqual([]);
  });

  it('lets the person cancel, which is an answer', async () => {
    using folder = newStoreFolder();
    await using shed = await openHost(folder);
    const asked = await shed.execute(SET_UP_KEY);
    expect(expectStatus(await shed.resume(asked.executionId, false), 'completed').value).toBe('User cancelled');
  });
});
