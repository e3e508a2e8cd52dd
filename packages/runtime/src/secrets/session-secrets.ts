// Who may have which value, and which values must not come out again.
//
// Invariants
//   S1. A handle from a program is valid only in the session it was given to, or if it names a shared
//       secret the host lists. Unknown, foreign and lost handles get the same error, so that nobody can tell which it is.
//   S2. Once a value was handed out or seen in the vault, it is taken out of all that leaves a tool in that session,
//       as long as this process lives, even if the secret was replaced or removed since.
//   S3. A program cannot shadow a secret of the host: where a name is given, the host's comes first.
//   S4. A vault that cannot be read may hold anything: what would have to be searched for its secrets is refused, not
//       let through.
//   S5. A vault in a store that is unavailable does not count as unreadable: a handler's result waits for it, since its
//       outcome cannot be journaled before the store is back either.
//   S6. A secret that can never be opened, since its row was changed, fails the call that gives its handle: a call that
//       waited for it would wait for ever. The host's log says which secret it is; the program does not learn why.

import {
  type SecretFacts,
  SecretHandle,
  type SecretVault,
  StoreUnavailableError,
  ToolError,
  type ToolLog,
} from '@toolshed/kernel';
import type { KeptSecret } from '@toolshed/kernel/runtime';
import { DamagedSecretError } from '../vault/damaged-secret-error.js';
import { createRedactor, NO_SECRETS, type Redactor } from './redactor.js';

export interface SessionSecrets {
  /** Whether a program of this session may give this handle to a tool; rejects with `secret/vault-unreadable`. */
  mayUse(session: string, handle: string): Promise<boolean>;
  /** The value behind a handle a program gave; rejects with `secret/unavailable`. */
  value(session: string, handle: string): Promise<string>;
  /** The same for a handler, which may also name a secret of the host or of the session. */
  valueFor(session: string, nameOrHandle: string): Promise<string>;
  /** Takes out what is known so far. */
  known(session: string): Redactor;
  /** Takes out also what the vault has got since, from whichever process; rejects with `secret/vault-unreadable`. */
  current(session: string): Promise<Redactor>;
  /** The same, once the store is back, if the vault is in a store that is unavailable (S5). */
  whenReachable(session: string): Promise<Redactor>;
  /** Nothing waits for a store any more. */
  close(): void;
}

export interface SessionSecretsDeps {
  readonly vault: SecretVault;
  /** What the vault holds, as far as results have to be searched for it. */
  readonly listed: () => Promise<readonly SecretFacts[]>;
  /** Names of shared secrets that programs may use. */
  readonly shared: ReadonlySet<string>;
  readonly log: ToolLog;
}

interface Known {
  readonly values: Set<string>;
  /** Those of the vault that were looked at, by handle and time. */
  readonly seen: Set<string>;
  redactor: Redactor | undefined;
}

const FIRST_RETRY_MS = 20;
const LAST_RETRY_MS = 1_000;

export function createSessionSecrets({ vault, listed: listVault, shared, log }: SessionSecretsDeps): SessionSecrets {
  const bySession = new Map<string, Known>();
  const knownOf = (session: string): Known => {
    const known = bySession.get(session) ?? { values: new Set(), seen: new Set(), redactor: undefined };
    bySession.set(session, known);
    return known;
  };

  /** S2. */
  const note = (session: string, { facts, value }: KeptSecret): void => {
    const known = knownOf(session);
    known.seen.add(`${facts.handle} ${facts.at}`);
    if (facts.isInQuestion || known.values.has(value)) return;
    known.values.add(value);
    known.redactor = undefined;
  };

  /** S6. */
  const refuseDamaged = (error: unknown): never => {
    if (!(error instanceof DamagedSecretError)) throw error;
    log.error({ err: error }, 'opening a secret failed; calls that use it are refused');
    throw damaged();
  };

  const find = async (session: string, text: string): Promise<KeptSecret | undefined> => {
    const handle = SecretHandle.safeParse(text);
    const secret = handle.success ? await vault.get(handle.data).catch(refuseDamaged) : undefined;
    if (secret === undefined) return undefined;
    const { owner, name } = secret.facts;
    // S1.
    const isAllowed = owner === 'shared' ? name !== undefined && shared.has(name) : owner.session === session;
    return isAllowed ? secret : undefined;
  };

  const findNamed = async (session: string, name: string): Promise<KeptSecret | undefined> => {
    const named = (await vault.list()).filter((facts) => facts.name === name);
    // S3.
    const facts =
      named.find(({ owner }) => owner === 'shared') ??
      named.find(({ owner }) => owner !== 'shared' && owner.session === session);
    return facts && (await vault.get(facts.handle));
  };

  const handOut = (session: string, secret: KeptSecret | undefined, wanted: string): string => {
    if (secret === undefined) throw unavailable(wanted);
    note(session, secret);
    return secret.value;
  };

  const known = (session: string): Redactor => {
    const of = bySession.get(session);
    if (of === undefined) return NO_SECRETS;
    of.redactor ??= createRedactor([...of.values]);
    return of.redactor;
  };

  const look = async (session: string, listed: readonly SecretFacts[]): Promise<void> => {
    for (const { handle, owner, at } of listed) {
      const isOurs = owner === 'shared' || owner.session === session;
      if (!isOurs || bySession.get(session)?.seen.has(`${handle} ${at}`)) continue;
      const secret = await vault.get(handle);
      if (secret) note(session, secret);
    }
  };

  const search = async (session: string): Promise<Redactor> => {
    const listed = await listVault();
    if (listed.length > 0) await look(session, listed);
    return known(session);
  };

  /** S4. */
  const refuse = (error: unknown): never => {
    log.error({ err: error }, 'reading the vault failed; tools are refused until it can be read');
    throw unreadable();
  };

  const closed = Promise.withResolvers<void>();
  let isClosed = false;

  return {
    mayUse: async (session, handle) => (await find(session, handle)) !== undefined,
    value: async (session, handle) => handOut(session, await find(session, handle), handle),
    async valueFor(session, wanted) {
      const isHandle = wanted.startsWith('secret:');
      const secret = isHandle ? await find(session, wanted) : await findNamed(session, wanted);
      return handOut(session, secret, wanted);
    },
    known,
    current: (session) => search(session).catch(refuse),
    async whenReachable(session) {
      for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
        try {
          return await search(session);
        } catch (error) {
          if (isClosed || !(error instanceof StoreUnavailableError)) return refuse(error);
        }
        await Promise.race([closed.promise, pause(wait)]);
      }
    },
    close() {
      isClosed = true;
      closed.resolve();
    },
  };
}

/** Does not keep the process alive. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const unreadable = (): ToolError =>
  new ToolError(
    'secret/vault-unreadable',
    "Cannot keep secrets out of what tools return: the host's vault cannot be read; the host has to unlock it, " +
      'restore it or name another',
  );

const damaged = (): ToolError =>
  new ToolError(
    'secret/vault-unreadable',
    "Cannot use the secret: the host's vault cannot open it; the host has to set it again or remove it",
  );

const unavailable = (wanted: string): ToolError =>
  new ToolError(
    'secret/unavailable',
    `Cannot use the secret "${wanted.slice(0, 80)}": this session has none of that name; ask for it again with elicit({ type: 'secret', … })`,
  );
