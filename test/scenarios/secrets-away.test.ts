// A vault in a store that is away for a while: what a handler did meanwhile is not lost.

import { defineTool, type SecretVault, StoreUnavailableError, ToolError } from '@toolshed/kernel';
import { openVault } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { newCanary } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';

class AwayVault {
  isAway = false;
  /** How often it was asked while it was away. */
  missed = 0;
  readonly vault: SecretVault;

  constructor() {
    const inner = openVault('memory');
    const list: SecretVault['list'] = async () => {
      if (!this.isAway) return inner.list();
      this.missed += 1;
      throw new StoreUnavailableError('Cannot read the store: it is away');
    };
    this.vault = { ...inner, list };
  }
}

const openBench = async (away: AwayVault, outcome: () => unknown) =>
  openInThread({
    tools: [
      defineTool({
        path: 'box.remove',
        description: 'remove',
        input: z.object({}),
        destructive: false,
        handler: () => {
          away.isAway = true;
          return outcome();
        },
      }),
    ],
    vault: away.vault,
    store: 'memory',
  });

const REMOVE = `return await tools.box.remove({}).catch(({ message }) => message)`;

describe('what a handler gave back while the store that keeps the secrets was away', () => {
  verifies.each('secrets/away', [
    ['is returned', (canary: string) => `found ${canary}`],
    [
      'is thrown',
      (canary: string) => {
        throw new ToolError('box/stuck', `found ${canary}`);
      },
    ],
  ])('%s once it is back, without its secrets', async (_, make) => {
    const away = new AwayVault();
    const canary = newCanary();
    await using shed = await openBench(away, () => make(canary));
    await shed.secrets.set('api', canary);
    const running = shed.execute(REMOVE);
    await expect.poll(() => away.missed, { timeout: 10_000 }).toBeGreaterThan(1);
    away.isAway = false;
    const result = await running;
    expect(result).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(result)).not.toContain('vault-unreadable');
    const journal = JSON.stringify(await shed.journal(result.executionId));
    expect(journal).toContain('found [secret]');
    expect(journal).not.toContain(canary);
  });
});
