import { type Clock, type SecretFacts, SecretHandle, type SecretVault, ToolshedError } from '@toolshed/kernel';
import { pageIn, readOptions, SecretName, SecretValue } from '@toolshed/kernel/runtime';
import { KnownSecretFilter } from '../listing/read-filter.js';
import { readSecretName, readSecretSession } from '../host-api/known-arguments.js';
import type { Secrets } from '../host-api/secrets-api.js';

/** The secret cannot be kept under this name or with this value. */
export class InvalidSecretError extends ToolshedError {
  override readonly name = 'InvalidSecretError';
  override readonly code = 'secret/invalid';

  constructor(problem: string) {
    super(`Cannot keep the secret: ${problem}`);
  }
}

/** What the host itself keeps under a name; for what the host configured, never for a program. */
export async function hostSecret(vault: SecretVault, name: string): Promise<string | undefined> {
  const handle = SecretHandle.safeParse(`secret:${name}`);
  const kept = handle.success ? await vault.get(handle.data) : undefined;
  return kept?.facts.owner === 'shared' ? kept.value : undefined;
}

const isOfSession = ({ owner }: SecretFacts, session: string): boolean =>
  owner !== 'shared' && owner.session === session;

export interface HostSecretsDeps {
  readonly vault: SecretVault;
  readonly clock: Clock;
}

export function createHostSecrets({ vault, clock }: HostSecretsDeps): Secrets {
  return {
    async set(given, value) {
      const name = SecretName.safeParse(given);
      if (!name.success) throw new InvalidSecretError(name.error.issues[0]?.message ?? 'its name is not valid');
      const checked = SecretValue.safeParse(value);
      if (!checked.success) throw new InvalidSecretError(checked.error.issues[0]?.message ?? 'its value is not valid');
      const handle = SecretHandle.parse(`secret:${name.data}`);
      const facts = { handle, owner: 'shared', name: name.data, at: clock.now() } as const;
      await vault.put({ facts, value: checked.data });
      return facts;
    },
    async list(filter = {}) {
      const { session, before, limit } = readOptions('list secrets', KnownSecretFilter, filter);
      const all = await vault.list();
      const meant = session === undefined ? all : all.filter((facts) => isOfSession(facts, session));
      return pageIn(meant, { after: before, limit }, ({ handle }) => handle);
    },
    async remove(nameOrHandle) {
      readSecretName({ nameOrHandle });
      const handle = SecretHandle.safeParse(
        nameOrHandle.startsWith('secret:') ? nameOrHandle : `secret:${nameOrHandle}`,
      );
      return handle.success && (await vault.remove(handle.data));
    },
    async clear(session) {
      readSecretSession({ session });
      const own = (await vault.list()).filter((facts) => isOfSession(facts, session));
      for (const { handle } of own) await vault.remove(handle);
      return own.length;
    },
    keeping: () => vault.keeping(),
  };
}
