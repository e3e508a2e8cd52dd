import {
  type AnsweredBy,
  ArgumentCondition,
  canonicalJson,
  type Clock,
  type ExecutionId,
  Grant,
  type GrantEffect,
  type GrantStore,
  matchesPattern,
  newGrantId,
  PathPattern,
  type Remember,
  type ToolPath,
  ToolshedError,
} from '@toolshed/kernel';
import type { GrantRequest, Grants } from './toolshed.js';

export class InvalidGrantError extends ToolshedError {
  override readonly name = 'InvalidGrantError';
  override readonly code = 'grant/invalid';

  constructor(
    readonly pattern: string,
    problem: string = 'use a tool\'s path, or whole segments with "*" for one and a final "**" for more',
  ) {
    super(`Cannot grant "${pattern}": ${problem}`);
  }
}

export interface HostGrants extends Grants {
  /** Keeps the answer to one question for as far as it says. */
  remember(answer: MemorableAnswer): Promise<void>;
  /** Throws what `remember` would throw, before anything is written. */
  assertMemorable(answer: MemorableAnswer): void;
}

/** What somebody said to a question of the gate, and how far they want it to reach. */
export interface MemorableAnswer {
  readonly session: string;
  readonly execution: ExecutionId;
  readonly path: string;
  /** The arguments that were approved or refused. */
  readonly args: unknown;
  readonly effect: GrantEffect;
  readonly remember: Remember;
  readonly by: AnsweredBy;
}

export interface GrantsDeps {
  readonly store: GrantStore;
  readonly clock: Clock;
  /** Every tool there is, with the digest of its definition. */
  readonly definitions: () => readonly { readonly path: ToolPath; readonly digest: string }[];
  /** How long a grant for a session lasts unless it says. */
  readonly sessionGrantsExpireInMs?: number | undefined;
}

/** A session may be used for years; what is remembered for it lasts a working day. */
const WORKING_DAY_MS = 8 * 60 * 60 * 1_000;

const HOST = 'host';

export function createGrants({ store, clock, definitions, sessionGrantsExpireInMs }: GrantsDeps): HostGrants {
  const lifetimeOf = ({ scope, expiresInMs }: GrantRequest): number | undefined =>
    expiresInMs ?? (isForSession(scope) ? (sessionGrantsExpireInMs ?? WORKING_DAY_MS) : undefined);

  const read = (request: GrantRequest): Grant => {
    const { scope, effect = 'allow', uses, when, by = HOST } = request;
    const pattern = PathPattern.safeParse(request.pattern);
    if (!pattern.success) throw new InvalidGrantError(request.pattern);
    const condition = ArgumentCondition.optional().safeParse(when);
    if (!condition.success) throw new InvalidGrantError(request.pattern, condition.error.issues[0]?.message);
    if (scope === 'once' && uses !== undefined && uses !== 1)
      throw new InvalidGrantError(request.pattern, 'once is one use');
    if (effect === 'deny' && (scope === 'once' || uses !== undefined))
      throw new InvalidGrantError(request.pattern, 'a refusal has no number of uses; give it an expiry instead');
    const lifetime = lifetimeOf(request);
    const now = clock.now();
    const grant = Grant.safeParse({
      id: newGrantId(),
      effect,
      pattern: pattern.data,
      grantedBy: by,
      grantedAt: now,
      ...(lifetime === undefined ? {} : { expiresAt: now + lifetime }),
      ...(uses === undefined ? {} : { usesLeft: uses }),
      ...(when === undefined ? {} : { when: condition.data }),
      ...(effect === 'deny' ? {} : binding(pattern.data, scope)),
      ...scopeOf(scope),
    });
    if (!grant.success) throw new InvalidGrantError(request.pattern, grant.error.issues[0]?.message);
    return grant.data;
  };

  const add = async (request: GrantRequest): Promise<Grant> => {
    const grant = read(request);
    await store.add(grant);
    return grant;
  };

  /**
   * A tool that changes its meaning must be approved again, and so must one that only came later; a grant that ends
   * with an execution or a session hardly lives to see either.
   */
  const binding = (pattern: PathPattern, scope: GrantRequest['scope']): Pick<Grant, 'tool' | 'tools'> => {
    if (typeof scope !== 'string') return {};
    const covered = definitions().filter(({ path }) => matchesPattern(pattern, path));
    const [only] = covered;
    if (only === undefined) throw new InvalidGrantError(pattern, 'no tool is there that it would cover');
    if (only.path === String(pattern)) return { tool: only.digest };
    return { tools: Object.fromEntries(covered.map(({ path, digest }) => [path, digest])) };
  };

  return {
    add,
    list: () => store.list(),
    revoke: (id, by = HOST) => store.revoke(id, by),
    async clear(session, by = HOST) {
      const own = (await store.list()).filter((grant) => grant.scope === 'session' && grant.session === session);
      for (const { id } of own) await store.revoke(id, by);
      return own.length;
    },
    async remember(answer) {
      const request = requestOf(answer);
      if (request) await add(request);
    },
    assertMemorable(answer) {
      const request = requestOf(answer);
      if (request) read(request);
    },
  };
}

const isForSession = (scope: GrantRequest['scope']): boolean => typeof scope !== 'string' && 'session' in scope;

/** Undefined where nothing is to be remembered. */
function requestOf(answer: MemorableAnswer): GrantRequest | undefined {
  const { session, execution, path, effect, by } = answer;
  const remember: Exclude<Remember, string> =
    typeof answer.remember === 'string' ? { scope: answer.remember } : answer.remember;
  const { scope, when, sameArguments, ...facts } = remember;
  if (scope === 'once') return undefined;
  const where = scope === 'session' ? { session } : scope === 'execution' ? { execution } : scope;
  const conditions = [...(sameArguments ? [exactly(answer.args)] : []), ...(when === undefined ? [] : [when])];
  const [first, ...rest] = conditions;
  const condition = rest.length === 0 ? first : { all: conditions };
  const only = condition === undefined ? {} : { when: condition };
  return { pattern: path, effect, scope: where, by: by.principal, ...facts, ...only };
}

const exactly = (args: unknown): ArgumentCondition => ({ equals: JSON.parse(canonicalJson(args)) });

function scopeOf(scope: GrantRequest['scope']): object {
  if (scope === 'once') return { scope, usesLeft: 1 };
  if (scope === 'always') return { scope };
  return 'session' in scope
    ? { scope: 'session', session: scope.session }
    : { scope: 'execution', execution: scope.execution };
}
