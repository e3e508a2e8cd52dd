// What driving an execution needs of the rest of the host. `wiring/wire-executions.ts` makes it once; the loop, its calls, questions
// and answers take from it what they use.

import type { Clock, ExecutionId, Tool, ToolCatalog, ToolLog } from '@toolshed/kernel';
import type { Digest, KindCatalog, Rulebook } from '@toolshed/kernel/runtime';
import type { LabelElsewhere } from '../catalog/placed-tools.js';
import type { AppliedMiddleware } from '../ports/applied-middleware.js';
import type { HostFacts } from '../ports/host-facts.js';
import type { Reachable } from '../ports/people-reach.js';
import type { SavedText } from '../ports/saved-text.js';
import type { Tracing } from '../ports/tracing.js';
import type { Limits } from '../sandbox/limits.js';
import type { SandboxPool, Tenant } from '../sandbox/sandbox.js';
import type { SessionSecrets } from '../secrets/session-secrets.js';
import type { CallGate } from '../tool-proxy/call-gate.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import type { ProgressEvent } from '../host-api/host-events.js';
import type { LateOutcomes } from './calls/handler/late-outcomes.js';
import type { QuestionQuota } from './questions/quotas.js';

/**
 * What is on disk before a call runs. `effects`: whatever precedes a call that is not safe, a question, an answer or a
 * result. `every-call`: every call.
 */
export type Durability = 'effects' | 'every-call';

/** What every live execution of a host shares. */
export interface LiveDeps {
  readonly pool: SandboxPool;
  readonly gate: CallGate;
  readonly rulebook: Rulebook;
  /** The host's middleware, which every question and its answer passes through. */
  readonly middleware: AppliedMiddleware;
  /** Whether anybody can be asked. */
  readonly reachable: Reachable;
  readonly catalog: ToolCatalog;
  /** The program that a tool stands for; undefined for a tool with a handler. */
  readonly savedProgram: (tool: Tool) => SavedText | undefined;
  /** Whether an execution was cancelled, in whichever process. */
  readonly isCancelled: (id: ExecutionId) => Promise<boolean>;
  /** Learns of programs that were saved or deleted a moment ago, at another host. */
  readonly lookForPrograms: () => Promise<void>;
  /** Where a tool is that this host knows and does not have. */
  readonly labelElsewhere: LabelElsewhere;
  /** The first segments of the paths of its tools. */
  readonly namespaces: () => readonly string[];
  /** The kinds of questions that can be asked by name. */
  readonly kinds: KindCatalog;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly definitionOf: DefinitionOf;
  /** The host's, or that of one execution while it is driven. */
  readonly limits: Limits;
  readonly questionQuota: QuestionQuota;
  /** How long recorded history may take to be replayed, beside what is added for each entry. */
  readonly replayMs: number;
  readonly log: ToolLog;
  /** What it does is reported here. */
  readonly facts: HostFacts;
  /** Undefined where nobody traces. */
  readonly tracing: Tracing | undefined;
  readonly secrets: SessionSecrets;
  /** Journals the outcomes of attempts that their execution no longer waits for. */
  readonly lateOutcomes: LateOutcomes;
  /** How long a handler may run; default of tools that set no limit. */
  readonly toolTimeoutMs: number;
  /** How long a program that has returned waits for handlers it did not await. */
  readonly lingerMs: number;
  /** Whether safe calls may run before they are on disk. */
  readonly durability: Durability;
  readonly onProgress: (event: ProgressEvent) => void;
  /** A timer or an expiry further away than this is not waited for in memory. */
  readonly idleAfterMs: number;
  /** How long a question stays open; default of askers that set no limit. */
  readonly expiresInMs: number | undefined;
  readonly tenantOf: (session: string, executionId: string) => Tenant;
}
