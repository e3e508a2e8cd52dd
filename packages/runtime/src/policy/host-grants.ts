// Grants as a host gives, lists and revokes them (`shed.grants`), and the grants that answers with `remember` become.
// Binds each of them to the definitions of the tools it covers; what a grant then decides is in the kernel (`policy/`).

import {
  type AnsweredBy,
  ArgumentCondition,
  type Clock,
  type ExecutionId,
  Grant,
  type GrantEffect,
  type GrantStore,
  type Remember,
  type ToolCatalog,
  ToolshedError,
} from '@toolshed/kernel';
import { canonicalJson, matchesPattern, newGrantId, pageIn, readOptions, PathPattern } from '@toolshed/kernel/runtime';
import { KnownGrantRequest } from '../host-api/known-options.js';
import { readCleared, readRevoked } from '../host-api/known-arguments.js';
import { KnownGrantFilter } from '../listing/read-filter.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import type { GrantRequest, Grants } from '../host-api/grants-api.js';

/** The grant would not do what it seems to do. */
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
  /** Keeps the answer to one question for the scope it names. */
  remember(answer: MemorableAnswer): Promise<void>;
  /** Throws what `remember` would throw, before anything is written. */
  assertMemorable(answer: MemorableAnswer): void;
}

/** An answer to a question of the gate, and the scope it is remembered for. */
export interface MemorableAnswer {
  readonly session: string;
  readonly execution: ExecutionId;
  readonly path: string;
  /** The digest of the tool as it was when the person was asked. */
  readonly tool: string;
  /** The arguments that were approved or refused. */
  readonly args: unknown;
  readonly effect: GrantEffect;
  readonly remember: Remember;
  readonly by: AnsweredBy;
}

interface BoundRequest extends GrantRequest {
  /** What it is bound to, if not to what is there now. */
  readonly tool?: string;
}

export interface GrantsDeps {
  readonly store: GrantStore;
  readonly clock: Clock;
  readonly catalog: Pick<ToolCatalog, 'find' | 'tools'>;
  readonly definitionOf: DefinitionOf;
  /** How long a grant for a session lasts that names no end. Default: a working day. */
  readonly sessionGrantsExpireInMs?: number | undefined;
}

/** A session may be used for years; what is remembered for it lasts a working day. */
export const WORKING_DAY_MS = 8 * 60 * 60 * 1_000;

const HOST = 'host';

export function createGrants({ store, clock, catalog, definitionOf, sessionGrantsExpireInMs }: GrantsDeps): HostGrants {
  const lifetimeOf = ({ scope, expiresInMs }: GrantRequest): number | undefined =>
    expiresInMs ?? (isForSession(scope) ? (sessionGrantsExpireInMs ?? WORKING_DAY_MS) : undefined);

  const read = (request: BoundRequest): Grant => {
    const { scope, effect = 'allow', uses, when, program, by = HOST } = request;
    const pattern = PathPattern.safeParse(request.pattern);
    if (!pattern.success) throw new InvalidGrantError(request.pattern);
    if (by.trim() === '') throw new InvalidGrantError(request.pattern, 'it does not say who gives it');
    const condition = ArgumentCondition.optional().safeParse(when);
    if (!condition.success) throw new InvalidGrantError(request.pattern, condition.error.issues[0]?.message);
    if (scope === 'once' && uses !== undefined && uses !== 1)
      throw new InvalidGrantError(request.pattern, 'once is one use');
    if (effect === 'deny' && (scope === 'once' || uses !== undefined))
      throw new InvalidGrantError(request.pattern, 'a refusal has no number of uses; give it an expiry instead');
    const lifetime = lifetimeOf(request);
    const now = clock.now();
    const grant = Grant.safeParse({
      id: newGrantId(now),
      effect,
      pattern: pattern.data,
      grantedBy: by,
      grantedAt: now,
      ...(lifetime === undefined ? {} : { expiresAt: now + lifetime }),
      ...(uses === undefined ? {} : { usesLeft: uses }),
      ...(when === undefined ? {} : { when: condition.data }),
      ...(program === undefined ? {} : { program }),
      ...(effect === 'deny' ? {} : request.tool === undefined ? binding(pattern.data) : { tool: request.tool }),
      ...scopeOf(scope),
    });
    if (!grant.success) throw new InvalidGrantError(request.pattern, grant.error.issues[0]?.message);
    return grant.data;
  };

  const add = async (request: BoundRequest): Promise<Grant> => {
    const grant = read(request);
    await store.add(grant);
    return grant;
  };

  /** A tool that changes its meaning must be approved again, and so must one that was added later. */
  const binding = (pattern: PathPattern): Pick<Grant, 'tool' | 'tools'> => {
    const only = catalog.find(pattern);
    if (only !== undefined) return { tool: definitionOf(only) };
    const covered = catalog.tools.filter(({ path }) => matchesPattern(pattern, path));
    if (covered.length === 0) throw new InvalidGrantError(pattern, 'it covers no tool');
    return { tools: Object.fromEntries(covered.map((tool) => [tool.path, definitionOf(tool)])) };
  };

  return {
    async add(request) {
      return add(readOptions('grant', KnownGrantRequest, request));
    },
    async list(filter = {}) {
      const { session, before, limit } = readOptions('list grants', KnownGrantFilter, filter);
      const all = await store.list();
      const meant = session === undefined ? all : all.filter((grant) => isOfSession(grant, session));
      return pageIn(meant, { after: before, limit }, ({ id }) => id);
    },
    async revoke(id, by = HOST) {
      readRevoked({ id, by });
      return await store.revoke(id, by);
    },
    async clear(session, by = HOST) {
      readCleared({ session, by });
      const own = (await store.list()).filter((grant) => isOfSession(grant, session));
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

const isOfSession = (grant: Grant, session: string): boolean => grant.scope === 'session' && grant.session === session;

const isForSession = (scope: GrantRequest['scope']): boolean => typeof scope !== 'string' && 'session' in scope;

/** Undefined where nothing is to be remembered. */
function requestOf(answer: MemorableAnswer): BoundRequest | undefined {
  const { session, execution, path, tool, effect, by } = answer;
  const remember: Exclude<Remember, string> =
    typeof answer.remember === 'string' ? { scope: answer.remember } : answer.remember;
  const { scope, when, sameArguments, ...facts } = remember;
  if (scope === 'once') return undefined;
  const where = scope === 'session' ? { session } : scope === 'execution' ? { executionId: execution } : scope;
  const conditions = [...(sameArguments ? [exactly(answer.args)] : []), ...(when === undefined ? [] : [when])];
  const [first, ...rest] = conditions;
  const condition = rest.length === 0 ? first : { all: conditions };
  const only = condition === undefined ? {} : { when: condition };
  return { pattern: path, tool, effect, scope: where, by: by.principal, ...facts, ...only };
}

const exactly = (args: unknown): ArgumentCondition => ({ equals: JSON.parse(canonicalJson(args)) });

function scopeOf(scope: GrantRequest['scope']): object {
  if (scope === 'once') return { scope, usesLeft: 1 };
  if (scope === 'always') return { scope };
  return 'session' in scope
    ? { scope: 'session', session: scope.session }
    : { scope: 'execution', executionId: scope.executionId };
}
