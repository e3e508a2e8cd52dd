import { StoreUnavailableError } from '@toolshed/kernel';
import { expect, it } from 'vitest';
import { createMemoryVault } from '../vault/memory-vault.js';
import { createSessionSecrets } from './session-secrets.js';

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const secretsOver = (list: () => Promise<never>) =>
  createSessionSecrets({ vault: createMemoryVault(), listed: list, shared: new Set(), log: QUIET });

it('refuses what waits for a vault whose store is away once the host has closed', async () => {
  let asked = 0;
  const secrets = secretsOver(() => {
    asked += 1;
    return Promise.reject(new StoreUnavailableError('Cannot read the store: it is away'));
  });
  const waiting = secrets.whenReachable('s');
  await expect.poll(() => asked).toBeGreaterThan(1);
  secrets.close();
  await expect(waiting).rejects.toMatchObject({ code: 'secret/vault-unreadable' });
});

it('does not wait for a vault that is damaged', async () => {
  const secrets = secretsOver(() => Promise.reject(new Error('Cannot read the vault: it is damaged')));
  await expect(secrets.whenReachable('s')).rejects.toMatchObject({ code: 'secret/vault-unreadable' });
});
