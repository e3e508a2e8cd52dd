import { inspect } from 'node:util';
import type { SecretVault } from '@toolshed/kernel';
import { type KeptSecret, newSecretHandle, type SecretOwner, SecretTakenError } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';

export interface VaultPlace extends AsyncDisposable {
  /** Opens the vault of this place; again and again where it lasts. */
  open(): SecretVault;
  readonly lasts: boolean;
}

let now = 1_000;

export const sampleSecret = (value: string, owner: SecretOwner = { session: 'chat-1' }): KeptSecret => ({
  facts: { handle: newSecretHandle(), owner, name: 'openai', at: now++ },
  value,
});

export function secretVaultContract(name: string, newPlace: () => Promise<VaultPlace>): void {
  describe(`${name} keeps the SecretVault contract`, () => {
    verifies('secrets/vault-contract', 'gives back what was put, and nothing for an unknown handle', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      const secret = sampleSecret('hunter2\n"ä');
      await vault.put(secret);
      expect(await vault.get(secret.facts.handle)).toEqual(secret);
      expect(await vault.get(newSecretHandle())).toBeUndefined();
    });

    verifies('secrets/vault-contract', 'lists facts, newest first, and no value', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      expect(await vault.list()).toEqual([]);
      const secrets = [sampleSecret('canary-1'), sampleSecret('canary-2', 'shared'), sampleSecret('canary-3')];
      for (const secret of secrets) await vault.put(secret);
      expect(await vault.list()).toEqual(secrets.map(({ facts }) => facts).toReversed());
      expect(JSON.stringify(await vault.list())).not.toContain('canary');
    });

    verifies('secrets/vault-contract', 'replaces the value of a handle for its owner', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      const secret = sampleSecret('old', 'shared');
      const newer = { facts: { ...secret.facts, at: now++ }, value: 'new' };
      await vault.put(secret);
      await vault.put(sampleSecret('other'));
      await vault.put(newer);
      expect(await vault.get(secret.facts.handle)).toEqual(newer);
      expect((await vault.list()).map(({ at }) => at)[0]).toBe(newer.facts.at);
      expect(await vault.list()).toHaveLength(2);
    });

    verifies('secrets/vault-contract', 'keeps a handle from every other owner', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      const secret = sampleSecret('mine');
      await vault.put(secret);
      for (const owner of ['shared', { session: 'chat-2' }] as const) {
        const taken = vault.put({ facts: { ...secret.facts, owner }, value: 'theirs' });
        await expect(taken).rejects.toThrow(SecretTakenError);
      }
      expect(await vault.get(secret.facts.handle)).toEqual(secret);
    });

    verifies('secrets/vault-contract', 'removes, and says whether there was anything', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      const [kept, removed] = [sampleSecret('kept'), sampleSecret('removed')];
      expect(await vault.remove(removed.facts.handle)).toBe(false);
      await vault.put(kept);
      await vault.put(removed);
      expect(await vault.remove(removed.facts.handle)).toBe(true);
      expect(await vault.remove(removed.facts.handle)).toBe(false);
      expect(await vault.get(removed.facts.handle)).toBeUndefined();
      expect(await vault.list()).toEqual([kept.facts]);
    });

    verifies('secrets/vault-contract', 'loses nothing of many puts at once', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      const secrets = Array.from({ length: 12 }, (_, index) => sampleSecret(`value ${index}`));
      await Promise.all(secrets.map((secret) => vault.put(secret)));
      expect(await vault.list()).toHaveLength(secrets.length);
    });

    verifies('secrets/vault-contract', 'says where it keeps them, and keeps that promise', async () => {
      await using place = await newPlace();
      const secret = sampleSecret('lasting');
      {
        await using vault = place.open();
        expect((await vault.keeping()).lasts).toBe(place.lasts);
        await vault.put(secret);
      }
      await using again = place.open();
      expect(await again.get(secret.facts.handle)).toEqual(place.lasts ? secret : undefined);
    });

    verifies('secrets/vault-contract', 'shows several openings each other’s secrets, where they last', async () => {
      await using place = await newPlace();
      if (!place.lasts) return;
      await using one = place.open();
      await using other = place.open();
      const secrets = Array.from({ length: 6 }, (_, index) => sampleSecret(`value ${index}`));
      await Promise.all(secrets.map((secret, index) => (index % 2 === 0 ? one : other).put(secret)));
      expect(await one.list()).toHaveLength(6);
      expect(await other.list()).toEqual(await one.list());
    });

    verifies('secrets/vault-contract', 'prints nothing of its secrets when it is logged or inspected', async () => {
      await using place = await newPlace();
      await using vault = place.open();
      await vault.put(sampleSecret('canary-printed'));
      await vault.list();
      expect(inspect(vault, { depth: 9, showHidden: true }) + JSON.stringify(vault)).not.toContain('canary');
    });
  });
}
