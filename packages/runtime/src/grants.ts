import {
  type Clock,
  type ExecutionId,
  Grant,
  type GrantStore,
  newGrantId,
  PathPattern,
  ToolshedError,
} from '@toolshed/kernel';
import type { GrantRequest, Grants, ResumeAnswer } from './toolshed.js';

export class InvalidGrantError extends ToolshedError {
  override readonly name = 'InvalidGrantError';
  override readonly code = 'grant/invalid';

  constructor(readonly pattern: string) {
    super(`Cannot grant "${pattern}": use a tool's path, or whole segments with "*" for one and a final "**" for more`);
  }
}

export interface HostGrants extends Grants {
  /** Keeps the approval of one question for what its answer said. */
  remember(
    where: { readonly session: string; readonly id: ExecutionId },
    path: string | undefined,
    answer: ResumeAnswer,
  ): Promise<void>;
}

export interface GrantsDeps {
  readonly store: GrantStore;
  readonly clock: Clock;
  /** The digest of a tool as it is defined now. */
  readonly definitionOf: (path: string) => string | undefined;
}

export function createGrants({ store, clock, definitionOf }: GrantsDeps): HostGrants {
  const add = async ({ pattern, scope, expiresInMs, uses, by }: GrantRequest): Promise<Grant> => {
    const parsed = PathPattern.safeParse(pattern);
    if (!parsed.success) throw new InvalidGrantError(pattern);
    const now = clock.now();
    // A tool that changes its meaning must be approved again; only a grant for ever can live to see that.
    const tool = scope === 'always' ? definitionOf(pattern) : undefined;
    const grant = Grant.parse({
      id: newGrantId(),
      pattern: parsed.data,
      grantedBy: by ?? 'host',
      grantedAt: now,
      ...(expiresInMs === undefined ? {} : { expiresAt: now + expiresInMs }),
      ...(uses === undefined ? {} : { usesLeft: uses }),
      ...(tool === undefined ? {} : { tool }),
      ...scopeOf(scope),
    });
    await store.add(grant);
    return grant;
  };

  return {
    add,
    list: () => store.list(),
    revoke: (id, by = 'host') => store.revoke(id, by),
    async clear(session) {
      const own = (await store.list()).filter((grant) => grant.scope === 'session' && grant.session === session);
      for (const { id } of own) await store.revoke(id, 'host');
      return own.length;
    },
    async remember({ session, id }, path, { remember, by }) {
      if (remember === undefined || path === undefined) return;
      const scope = remember === 'session' ? { session } : remember === 'execution' ? { execution: id } : remember;
      await add({ pattern: path, scope, ...(by === undefined ? {} : { by: by.principal }) });
    },
  };
}

function scopeOf(scope: GrantRequest['scope']): object {
  if (scope === 'always') return { scope };
  return 'session' in scope
    ? { scope: 'session', session: scope.session }
    : { scope: 'execution', execution: scope.execution };
}
