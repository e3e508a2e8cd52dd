import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { defineTool } from '@toolshed/kernel';
import { openVault } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { newCanary, newFiles, openSecretShed, secretTools, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';

describe('two hosts of one store and one vault', () => {
  verifies(
    ['secrets/handle', 'secrets/never-written'],
    'let one answer with a secret what the other is running',
    async () => {
      using folder = newStoreFolder();
      const vault = { file: join(folder.path, 'vault.json'), key: randomBytes(32).toString('hex') };
      const release = Promise.withResolvers<string>();
      const wait = defineTool({
        path: 'slow.wait',
        description: 'Takes its time',
        input: z.object({}),
        destructive: false,
        handler: () => release.promise,
      });
      await using driver = await openSecretShed({
        folder: folder.path,
        vault,
        tools: [...secretTools([], newFiles()), wait],
      });
      await using other = await openSecretShed({ folder: folder.path, vault });
      const canary = newCanary();
      const asked = untilEntry(driver.shed, 'asked');
      const returned = untilEntry(driver.shed, 'returned', 2);
      const running = driver.shed.execute(`
      const slow = tools.slow.wait();
      const { data } = await elicit({ type: 'secret', message: 'Your key?' });
      return [await tools.leak.plain({ key: data }), await slow];`);
      const { executionId } = await asked;
      const answered = other.shed.resume(executionId, { approved: true, data: canary });
      await returned;
      release.resolve('late');
      const done = expectStatus(await running, 'completed');
      expect(done.value).toEqual(['you said [secret]', 'late']);
      expect((await answered).status).toBe('completed');
      expect(tracesOf(canary, await driver.said(done))).toEqual([]);
      expect(tracesOf(canary, await other.said(done))).toEqual([]);
    },
  );

  verifies(
    ['secrets/handle', 'secrets/never-written'],
    'keep the one secret that became the answer, when both answer at once',
    async () => {
      using folder = newStoreFolder();
      const vault = { file: join(folder.path, 'vault.json'), key: randomBytes(32).toString('hex') };
      await using one = await openSecretShed({ folder: folder.path, vault, hibernateAfterMs: 0 });
      await using other = await openSecretShed({ folder: folder.path, vault, hibernateAfterMs: 0 });
      const asked = expectStatus(
        await one.shed.execute(`
        const { data } = await elicit({ type: 'secret', message: 'Your key?' });
        return await tools.api.login({ key: data });`),
        'paused',
      );
      const { elicitationId } = asked.paused;
      const values = [newCanary(), newCanary()];
      await Promise.allSettled(
        [one, other].map(({ shed }, index) => shed.resume(elicitationId, { approved: true, data: values[index] })),
      );
      const gated = expectStatus(await one.shed.wake(asked.executionId), 'paused');
      await using kept = openVault(vault);
      const [facts, ...others] = await kept.list();
      expect(others).toEqual([]);
      expect(gated.paused.args).toEqual({ key: facts?.handle });
      const secret = facts && (await kept.get(facts.handle));
      expect(values).toContain(secret?.value);
    },
  );
});
