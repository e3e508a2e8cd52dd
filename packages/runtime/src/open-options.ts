// What a host is opened with: the options as a caller writes them, and how they are read. Every option has its schema
// here, so a wrong one is named before a file, a worker or a source is opened.

import {
  type Clock,
  type ElicitationChannel,
  type ElicitKind,
  type EntryOf,
  type Middleware,
  type Plugin,
  Rule,
  type Tool,
  type ToolLog,
} from '@toolshed/kernel';
import {
  hasMethods,
  inWords,
  isFunction,
  Label,
  LONGEST_MS,
  LONGEST_TIMER_MS,
  passed,
  readMembers,
  Reminders,
} from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { Channels, Kinds, MiddlewareList, QuestionExpiry, WhenNobody } from './channels/asking-options.js';
import type { CheckMode } from './check/type-problem.js';
import type { ReachesPeople } from './ports/people-reach.js';
import type { Durability } from './execution/execution-deps.js';
import { SHORTEST_LEASE_MS } from './execution/residency/owners/owners.js';
import { Quotas } from './execution/questions/quotas.js';
import { stderrLog } from './log/stderr-log.js';
import { Capacity } from './sandbox/capacity.js';
import { Limits } from './sandbox/limits.js';
import type { SandboxOptions } from './sandbox/open-pool.js';
import type { SourceDeps } from './sources/source-host.js';
import { type SourceInput, SourceOptions } from './sources/source-options.js';
import { StoreChoice, type StoreOption } from './stores/open-store.js';
import type { TelemetryOptions } from './telemetry/telemetry-options.js';
import { VaultChoice, type VaultOption } from './vault/open-vault.js';

/**
 * What `openToolshed` takes. Only `tools` and `store` are required.
 *
 * @example
 * ```ts
 * const options: OpenOptions = {
 *   tools: [mail, fsPlugin({ root: './workspace' })],
 *   store: { sqlite: 'toolshed.db' },
 *   policy: [
 *     { pattern: 'fs.read', verdict: 'allow' },
 *     { pattern: 'mail.send', verdict: 'ask', approvals: 2 },
 *   ],
 *   limits: { cpuMs: 2_000, heapMb: 32 },
 * };
 * ```
 */
export interface OpenOptions extends SandboxOptions {
  /** The tools programs may call, and plugins with more of them. */
  readonly tools: readonly (Tool | Plugin)[];
  /** Where more tools come from: MCP servers and APIs with an OpenAPI document. */
  readonly sources?: readonly SourceInput[];
  /** What sources may use of the host. */
  readonly sourceDeps?: SourceDeps;
  /** Where journals, questions, grants and the audit log are kept. */
  readonly store: StoreOption;
  /** Kinds of questions of the host's own, beside those that are always there. */
  readonly kinds?: readonly ElicitKind[];
  /** Where secrets are kept. Default: in memory; with a store that nodes share, in the store, which then needs a key. */
  readonly vault?: VaultOption;
  /** Names of the host's secrets that programs may hand to tools, as `secret:<name>`. Default: none. */
  readonly sharedSecrets?: readonly string[];
  /** Which calls run, ask or are denied. The strictest rule that matches decides; default: destructive calls ask. */
  readonly policy?: readonly z.input<typeof Rule>[];
  /** How long a paused program stays in memory before only its journal is kept. */
  readonly hibernateAfterMs?: number;
  /** How long a handler may work if its tool sets no `timeoutMs`. Default: ten minutes. */
  readonly toolTimeoutMs?: number;
  /** How long a program that has returned waits for handlers it did not await. Default: ten seconds. */
  readonly lingerMs?: number;
  /**
   * What is on disk before a call runs. `"effects"`: everything before a call that is not safe, a question, an answer or
   * a result; safe calls do not wait for the disk, so after a crash one that ran may have left no record.
   * `"every-call"`: every call. Default: `"effects"`.
   */
  readonly durability?: Durability;
  /** How many paused programs stay in memory at most. */
  readonly maxWarm?: number;
  /** Limits of executions started from now on; each keeps the limits it was started with. */
  readonly limits?: Partial<Limits>;
  /**
   * Whether programs are checked against the types of the tools, overriding their caller's choice; needs the package
   * `@ts-morph/common`. Default: the caller's choice; agents' programs are checked when they fail.
   */
  readonly check?: CheckMode;
  /** What one session, and one agent in it, may have open at once. */
  readonly quotas?: Partial<Quotas>;
  /** How long this host lets the recorded part of an execution take to be replayed; a minute, and more for long ones. */
  readonly replayMs?: number;
  /** How long a question stays open if its asker sets no time. Default: forever. */
  readonly questionsExpireInMs?: number;
  /** When channels are reminded of a question that is still open, and others are asked. Default: never. */
  readonly reminders?: Reminders;
  /** How long a grant for a session lasts if it sets no time. Default: 8 hours. */
  readonly sessionGrantsExpireInMs?: number;
  /** Removes executions that ended this long ago; the audit log keeps its lines. Default: none is removed. */
  readonly pruneAfterMs?: number;
  /** Lets principals of kind `agent` answer. Default: false, so that the agent that asks does not approve. */
  readonly agentsMayAnswer?: boolean;
  /** Whether this process wakes executions that time or a crash left waiting; a function chooses which. */
  readonly wakes?: boolean | ((started: EntryOf<'started'>) => boolean);
  /**
   * How long a host that no longer renews its lease keeps what it drives, if nobody can tell whether its process
   * lives. Default: 15 s; 10 s in a store that several machines share, so that another one has taken over within 15 s.
   */
  readonly ownerLeaseMs?: number;
  /**
   * Labels of this host, such as `machine-7` or `eu`, where several machines share a store: it drives only executions
   * that need none but these, and offers only tools that are placed at one of them, or nowhere in particular.
   */
  readonly placement?: readonly string[];
  /** Whether a worker is started at once, so that the first program does not wait for it. */
  readonly prepares?: boolean;
  /** Ways to reach a person, tried from the highest priority to the lowest. */
  readonly channels?: readonly ElicitationChannel[];
  /** What happens to a question that no channel takes: it waits (`park`, the default), or is answered with `cancel`. */
  readonly whenNobody?: 'park' | 'cancel';
  /**
   * Whether somebody can be asked without a channel: by a caller that is shown a pause and calls `resume`, by a terminal, or by an inbox
   * (`later`). Questions whose asker does not want to wait when nobody can be reached (`whenNobody`) then wait. Default: false.
   */
  readonly reachesPeople?: ReachesPeople;
  /** Wraps every question, outermost first. */
  readonly middleware?: readonly Middleware[];
  /** What traces carry, where an OpenTelemetry SDK is registered before the host opens. Without one nothing is traced. */
  readonly telemetry?: TelemetryOptions;
  /** Where the host's own lines go. Default: warnings and errors to stderr. */
  readonly log?: ToolLog;
  /** The source of time; default: the system's. */
  readonly clock?: Clock;
}

const CheckModes = z.enum(['off', 'warn', 'error']);
const Ms = z.int().nonnegative().max(LONGEST_MS);
const TimerMs = z.int().positive().max(LONGEST_TIMER_MS);
const orFunction = <T extends z.ZodType>(schema: T, what: string, words: string) =>
  inWords(z.union([schema, passed<(given: never) => unknown>(what, isFunction)]), words);

const isTool = hasMethods('run', 'isDestructive');
const isPlugin = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'plugin' && 'tools' in value;

const SourceParts = z.strictObject({
  secrets: passed('a function (name) => value', isFunction).exactOptional(),
  environment: passed('a function (name) => value', isFunction).exactOptional(),
  consent: passed('a function (request, signal) => boolean', isFunction).exactOptional(),
  credentials: passed('an object with load and save', hasMethods('load', 'save')).exactOptional(),
  resolve: passed('a function (hostname) => addresses', isFunction).exactOptional(),
} satisfies Record<keyof SourceDeps, z.ZodType>);

/** Listed in the order in which a newcomer meets them. */
const Options = z
  .strictObject({
    tools: inWords(
      z.array(
        passed<Tool | Plugin>(
          'a tool made with defineTool, or a plugin made with definePlugin, fsPlugin, httpPlugin, shellPlugin or sqlPlugin',
          (value) => isTool(value) || isPlugin(value),
        ),
      ),
      'a list of tools and plugins',
    ),
    store: StoreChoice,
    sources: inWords(z.array(SourceOptions), 'a list of MCP servers and OpenAPI documents').default([]),
    sourceDeps: SourceParts.exactOptional(),
    policy: inWords(z.array(Rule), 'a list of rules such as { pattern: "mail.*", verdict: "ask" }').default([]),
    vault: VaultChoice.exactOptional(),
    sharedSecrets: inWords(z.array(z.string()), 'a list of names of secrets').default([]),
    channels: inWords(Channels, 'a list of channels').default([]),
    middleware: inWords(MiddlewareList, 'a list of functions (question, next) => answer').default([]),
    kinds: inWords(Kinds, 'a list of kinds made with createElicit').default([]),
    whenNobody: WhenNobody.default('park'),
    reachesPeople: orFunction(
      z.union([z.boolean(), z.literal('later')]),
      'a function',
      'true, false, "later" or a function of the question',
    ).default(false),
    questionsExpireInMs: QuestionExpiry.exactOptional(),
    reminders: Reminders.default({}),
    sessionGrantsExpireInMs: QuestionExpiry.exactOptional(),
    pruneAfterMs: Ms.exactOptional(),
    agentsMayAnswer: z.boolean().default(false),
    limits: Limits.prefault({}),
    check: CheckModes.exactOptional(),
    quotas: Quotas.prefault({}),
    capacity: Capacity.prefault({}),
    isolation: z.enum(['process', 'thread']).exactOptional(),
    trusted: z.boolean().exactOptional(),
    sandbox: z.strictObject({ os: z.enum(['required', 'auto', 'off']) }).exactOptional(),
    workerFile: inWords(
      z.union([z.string().min(1), z.instanceof(URL)]),
      'the path or the URL of a file',
    ).exactOptional(),
    trustDomain: z.enum(['execution', 'session', 'shared']).default('session'),
    hibernateAfterMs: Ms.max(LONGEST_TIMER_MS).default(30_000),
    durability: z.enum(['effects', 'every-call']).default('effects'),
    maxWarm: z.int().nonnegative().default(64),
    toolTimeoutMs: TimerMs.default(600_000),
    lingerMs: Ms.max(LONGEST_TIMER_MS).default(10_000),
    replayMs: Ms.default(60_000),
    ownerLeaseMs: z.int().min(SHORTEST_LEASE_MS).max(LONGEST_TIMER_MS).exactOptional(),
    wakes: orFunction(z.boolean(), 'a function', 'true, false or a function of the execution’s start').default(true),
    placement: inWords(z.array(Label), 'a list of labels such as "machine-7"').default([]),
    prepares: z.boolean().default(true),
    telemetry: z.strictObject({ arguments: z.boolean().default(false) }).prefault({}),
    log: passed<ToolLog>(
      'an object with debug, info, warn and error',
      hasMethods('debug', 'info', 'warn', 'error'),
    ).default(stderrLog),
    clock: passed<Clock>('an object with now()', hasMethods('now')).optional(),
  } satisfies Record<keyof OpenOptions, z.ZodType>)
  .refine(
    ({ channels, reminders }) => reminders.escalateAfterMs !== undefined || !channels.some((one) => one.escalation),
    { path: ['channels'], error: 'one has "escalation", and would never be asked: set "reminders.escalateAfterMs"' },
  );

/** The options with their defaults. */
export interface ReadOptions
  extends Omit<z.output<typeof Options>, 'sourceDeps' | 'wakes' | 'reachesPeople'>,
    Required<Pick<OpenOptions, 'wakes' | 'reachesPeople'>>,
    Pick<OpenOptions, 'sourceDeps'> {}

/** Throws InvalidOptionsError, which names every option that is wrong and what it may be. */
export const readOpenOptions = (given: OpenOptions): ReadOptions =>
  // Sound because functions are passed on as they were given, and the caller's type says what they take.
  readMembers('open the toolshed', Options, given) as ReadOptions;
