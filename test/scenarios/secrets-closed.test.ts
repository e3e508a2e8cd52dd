// What keeps secrets in is there before anything can leave, and where it cannot be there nothing leaves.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '@toolshed/kernel';
import { openVault } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { newStoreFolder } from '../support/open-stores.ts';
import { newCanary, openSecretShed, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';

const NOTHING = z.object({});

/** A tool that finds a value somewhere and says it everywhere, before it returns. */
const talkative = (value: string) =>
  defineTool({
    path: 'notes.read',
    description: 'Read the notes',
    input: NOTHING,
    destructive: false,
    handler: (context) => {
      context.log.info({ found: value }, `read ${value}`);
      context.progress(1, 1, `found ${value}`);
      return 'done';
    },
  });

const boasting = (value: string) =>
  defineTool({
    path: 'notes.drop',
    description: 'Remove the notes',
    input: NOTHING,
    destructive: true,
    preview: () => ({ kind: 'text', text: value }),
    handler: () => 'done',
  });

describe('the first thing a process says', () => {
  verifies.each('secrets/closed', [
    ['a handler', 'return await tools.notes.read({})', 'completed'],
    ['a preview', 'return await tools.notes.drop({})', 'paused'],
  ])('the output of %s contains no secret, though the process has handed none out', async (_, program, status) => {
    using folder = newStoreFolder();
    const canary = newCanary();
    const vault = { file: join(folder.path, 'vault.json'), key: randomBytes(32).toString('hex') };
    {
      await using earlier = await openSecretShed({ vault });
      await earlier.shed.secrets.set('api', canary);
    }
    await using host = await openSecretShed({ vault, tools: [talkative(canary), boasting(canary)] });
    const result = await host.shed.execute(program);
    expect(result.status).toBe(status);
    const said = await host.said(result);
    expect(said).toContain('[secret]');
    expect(tracesOf(canary, said)).toEqual([]);
  });
});

describe('a vault that cannot be read', () => {
  verifies.each('secrets/closed', [
    ['has another key', undefined],
    ['is damaged', '{"toolshed-vault":1}'],
  ])('a vault that %s lets no tool run, and says what to do', async (_, content) => {
    using folder = newStoreFolder();
    const canary = newCanary();
    const file = join(folder.path, 'vault.json');
    const key = (): string => randomBytes(32).toString('hex');
    {
      await using vault = openVault({ file, key: key() });
      await using earlier = await openSecretShed({ vault });
      await earlier.shed.secrets.set('api', canary);
    }
    if (content !== undefined) writeFileSync(file, content);
    await using host = await openSecretShed({ vault: { file, key: key() }, tools: [talkative(canary)] });
    const result = await host.shed.execute('return await tools.notes.read({})');
    expect(result).toMatchObject({ status: 'failed', error: { code: 'secret/vault-unreadable' } });
    expect(result).toMatchObject({
      error: { message: expect.stringContaining('has to unlock it, restore it or name') },
    });
    expect(tracesOf(canary, await host.said(result))).toEqual([]);
  });

  verifies('secrets/closed', 'withholds what a handler gave back when it could no longer be read', async () => {
    using folder = newStoreFolder();
    const canary = newCanary();
    const vault = { file: join(folder.path, 'vault.json'), key: randomBytes(32).toString('hex') };
    const spoil = (outcome: 'returns' | 'throws') =>
      defineTool({
        path: `vault.${outcome}`,
        description: 'Break the vault',
        input: NOTHING,
        destructive: false,
        handler: () => {
          writeFileSync(vault.file, 'no vault any more');
          if (outcome === 'throws') throw new Error(canary);
          return canary;
        },
      });
    for (const outcome of ['returns', 'throws'] as const) {
      writeFileSync(vault.file, '');
      await using host = await openSecretShed({
        vault: { file: join(folder.path, `${outcome}.json`), key: vault.key },
        tools: [spoil(outcome)],
      });
      await host.shed.secrets.set('api', canary);
      const file = join(folder.path, `${outcome}.json`);
      const tool = `tools.vault.${outcome}({})`;
      Object.assign(vault, { file });
      const result = await host.shed.execute(`return await ${tool}`);
      expect(result).toMatchObject({ status: 'failed', error: { code: 'secret/vault-unreadable' } });
      expect(tracesOf(canary, await host.said(result))).toEqual([]);
    }
  });
});

describe('questions a handler asks at once', () => {
  const many = defineTool({
    path: 'people.ask',
    description: 'Ask six things at once',
    input: NOTHING,
    destructive: false,
    handler: async (context) => {
      const asked = Array.from({ length: 6 }, (_, index) =>
        context.elicit({ type: 'text', message: `Question ${index}` }),
      );
      await context.elicit({ type: 'choice', message: 'No options', options: [] }).catch(() => undefined);
      return (await Promise.all(asked)).map(({ data }) => data);
    },
  });

  verifies(
    'secrets/closed',
    'each get their own answer, with a vault in a file that another writes to all the while',
    async () => {
      using folder = newStoreFolder();
      const vault = { file: join(folder.path, 'vault.json'), key: randomBytes(32).toString('hex') };
      await using other = openVault(vault);
      await using host = await openSecretShed({ vault, tools: [many] });
      let isOver = false;
      const writing = (async () => {
        await using rival = await openSecretShed({ vault: other });
        for (let count = 0; !isOver; count += 1) await rival.shed.secrets.set(`key-${count % 5}`, newCanary());
      })();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const paused = await host.shed.execute('return await tools.people.ask({})');
          if (paused.status !== 'paused') return paused;
          const answers = paused.pending.map(({ elicitationId, message }) => [
            elicitationId,
            { approved: true, data: message.replace('Question', 'Answer') },
          ]);
          return host.shed.resume(paused.executionId, { answers: Object.fromEntries(answers) });
        }),
      );
      isOver = true;
      await writing;
      const wanted = Array.from({ length: 6 }, (_, index) => `Answer ${index}`);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'completed', value: wanted });
    },
  );
});
