import {
  type AnsweredBy,
  ArgumentCondition,
  type Clock,
  type ExecutionId,
  Grant,
  type GrantStore,
  matchesPattern,
  newGrantId,
  PathPattern,
  type ToolPath,
  ToolshedError,
} from '@toolshed/kernel';
import type { GrantRequest, Grants, Remember } from './toolshed.js';

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
  /** Keeps the approval of one question for what its answer said. */
  remember: RememberApproval<Promise<void>>;
  /** Throws what `remember` would throw, before anything is written. */
  assertMemorable: RememberApproval<void>;
}

export type RememberApproval<T> = (
  where: { readonly session: string; readonly id: ExecutionId },
  path: string | undefined,
  remember: Remember,
  by: AnsweredBy,
) => T;

export interface GrantsDeps {
  readonly store: GrantStore;
  readonly clock: Clock;
  /** Every tool there is, with the digest of its definition. */
  readonly definitions: () => readonly { readonly path: ToolPath; readonly digest: string }[];
}

const HOST = 'host';

export function createGrants({ store, clock, definitions }: GrantsDeps): HostGrants {
  const read = (request: GrantRequest): Grant => {
    const { scope, expiresInMs, uses, when, by = HOST } = request;
    const pattern = PathPattern.safeParse(request.pattern);
    if (!pattern.success) throw new InvalidGrantError(request.pattern);
    const condition = ArgumentCondition.optional().safeParse(when);
    if (!condition.success) throw new InvalidGrantError(request.pattern, condition.error.issues[0]?.message);
    if (scope === 'once' && uses !== undefined && uses !== 1)
      throw new InvalidGrantError(request.pattern, 'once is one use');
    const now = clock.now();
    const grant = Grant.safeParse({
      id: newGrantId(),
      pattern: pattern.data,
      grantedBy: by,
      grantedAt: now,
      ...(expiresInMs === undefined ? {} : { expiresAt: now + expiresInMs }),
      ...(uses === undefined ? {} : { usesLeft: uses }),
      ...(when === undefined ? {} : { when: condition.data }),
      ...binding(pattern.data, scope),
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
    async remember(...approval) {
      const request = requestOf(...approval);
      if (request) await add(request);
    },
    assertMemorable(...approval) {
      const request = requestOf(...approval);
      if (request) read(request);
    },
  };
}

/** Undefined where nothing is to be remembered. */
const requestOf: RememberApproval<GrantRequest | undefined> = ({ session, id }, path, remember, by) => {
  const { scope, ...facts } = typeof remember === 'string' ? { scope: remember } : remember;
  if (path === undefined || scope === 'once') return undefined;
  const where = scope === 'session' ? { session } : scope === 'execution' ? { execution: id } : scope;
  return { pattern: path, scope: where, by: by.principal, ...facts };
};

function scopeOf(scope: GrantRequest['scope']): object {
  if (scope === 'once') return { scope, usesLeft: 1 };
  if (scope === 'always') return { scope };
  return 'session' in scope
    ? { scope: 'session', session: scope.session }
    : { scope: 'execution', execution: scope.execution };
}
