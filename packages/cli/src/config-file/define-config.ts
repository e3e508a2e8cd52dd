import type { ElicitationChannel, ElicitKind, Middleware, Plugin, Reminders, Rule, Tool } from '@toolshed/kernel';
import type {
  Capacity,
  CheckMode,
  Durability,
  FsOptions,
  HttpOptions,
  Limits,
  OsWish,
  Quotas,
  ShellOptions,
  SourceInput,
  SqlOptions,
} from '@toolshed/runtime';
import type { Approvals, HttpLimits, WebhookInput } from '@toolshed/server';
import type { z } from 'zod';

/** The built-in tools of a config. A tool that is not named is not offered. */
export interface ConfigTools {
  /** Files below one folder. `root` is relative to the config; default: the folder in which the execution was started. */
  readonly fs?: Partial<FsOptions>;
  /** Requests to the hosts you list. GET and HEAD run without asking; everything else asks. */
  readonly http?: HttpOptions;
  /** One SQLite database; `file` is relative to the config. Queries run without asking; changes ask. */
  readonly sql?: SqlOptions;
  /** Commands on this machine, started in `cwd`, which is relative to the config. Every command asks. */
  readonly shell?: ShellOptions;
}

/** A store of one machine. */
export interface SqliteConfigStore {
  /** A file, relative to the config. */
  readonly sqlite: string;
}

/** A store that nodes share. */
export interface PostgresConfigStore {
  /** The address of the database: `postgres://toolshed@db.internal/toolshed`. Keep its password out of the config. */
  readonly postgres: string;
  /** The schema that the tables are in. Default: `toolshed`. */
  readonly schema?: string;
}

/** Where a config keeps executions: a SQLite file, relative to the config, or a PostgreSQL database that nodes share. */
export type ConfigStore = SqliteConfigStore | PostgresConfigStore;

/** Whether programs run in an OS sandbox. */
export interface ConfigSandbox {
  /** Whether bubblewrap and seccomp confine a worker: always (`required`), where they work (`auto`), or never (`off`). */
  readonly os: OsWish;
}

/** How agents are served over MCP. */
export interface ConfigMcp {
  /**
   * Who decides for clients that cannot ask a person: the agent may pass on what its person said (`auto`), or a person
   * answers elsewhere (`inbox`). Default: `auto` for `toolshed mcp`, `inbox` for `toolshed serve`.
   */
  readonly approvals?: Approvals;
  /** What one reply takes of the model's context at most, in tokens. Default: 6,000. */
  readonly outputTokens?: number;
}

/**
 * What a `toolshed.config.ts` or `toolshed.config.json` may say. Every key is optional; a key that is not known is an
 * error. `plugins`, `channels`, `middleware` and `kinds` hold functions, so only a config that is a module can have them.
 */
export interface ToolshedConfig {
  /** The JSON Schema that an editor checks a JSON config against: `./node_modules/toolshed/config.schema.json`. */
  readonly $schema?: string;
  /** Built-in tools, and what each may access. Default: `{ fs: {} }`; none on PostgreSQL, where each machine has other files. */
  readonly tools?: ConfigTools;
  /** Tools and plugins of your own, made with `defineTool` and `definePlugin`. Default: none. */
  readonly plugins?: readonly (Tool | Plugin)[];
  /** Files that export tools or plugins, relative to the config. Every tool and plugin they export is offered. Default: none. */
  readonly modules?: readonly string[];
  /** MCP servers, APIs with an OpenAPI document and GraphQL endpoints, whose tools programs may call. Default: none. */
  readonly sources?: readonly SourceInput[];
  /** Which calls run, ask or are denied. The strictest rule that matches decides. Default: destructive calls ask. */
  readonly policy?: readonly z.input<typeof Rule>[];
  /** Names of secrets stored with `toolshed secrets set` that programs may pass to tools, as `secret:<name>`. Default: none. */
  readonly secrets?: readonly string[];
  /** What one execution may use of processor, memory, calls and text. */
  readonly limits?: Partial<Limits>;
  /** What one session, and one agent in it, may have open at once. */
  readonly quotas?: Partial<Quotas>;
  /** How many programs may be live at once, and in how many worker processes. Default: by the memory of the machine. */
  readonly capacity?: Capacity;
  /** Where executions are kept; `--store` and TOOLSHED_STORE override it. Default: a SQLite file in the data folder. */
  readonly store?: ConfigStore;
  /** Nodes with the same name continue each other's executions; TOOLSHED_DEPLOYMENT overrides it. Default: the path of the config. */
  readonly deployment?: string;
  /** Labels of this machine, where several share a database; TOOLSHED_PLACEMENT (`a,b`) overrides it. Default: none. */
  readonly placement?: readonly string[];
  /** Whether programs run in an OS sandbox. Default: where one works. */
  readonly sandbox?: ConfigSandbox;
  /** How agents are served over MCP. */
  readonly mcp?: ConfigMcp;
  /** Ways to reach a person, tried from the highest priority to the lowest. Default: none; questions wait. */
  readonly channels?: readonly ElicitationChannel[];
  /** Functions that wrap every question, outermost first. Default: none. */
  readonly middleware?: readonly Middleware[];
  /** Kinds of questions of your own, made with `createElicit`. Default: none. */
  readonly kinds?: readonly ElicitKind[];
  /** What happens to a question that no channel takes: it waits (`park`, the default), or is answered with `cancel`. */
  readonly whenNobody?: 'park' | 'cancel';
  /** How long a question stays open if its asker sets no time, in milliseconds. Default: forever. */
  readonly questionsExpireInMs?: number;
  /** When people are reminded of a question that is still open, and when others are asked. Default: never. */
  readonly reminders?: Reminders;
  /** How long a grant for a session lasts if it sets no time, in milliseconds. Default: 8 hours. */
  readonly sessionGrantsExpireInMs?: number;
  /** Removes executions that ended this many milliseconds ago; the audit log keeps its lines. Default: none is removed. */
  readonly pruneAfterMs?: number;
  /** How long a paused program stays in memory before only its journal is kept, in milliseconds. Default: 30,000. */
  readonly hibernateAfterMs?: number;
  /**
   * What is on disk before a call runs: everything before a call that is not safe (`effects`, the default), or every
   * call (`every-call`).
   */
  readonly durability?: Durability;
  /**
   * Whether programs are checked against the types of the tools: never (`off`), when they fail (`warn`), or before they
   * start (`error`). Default: those of MCP clients when they fail. Needs the package `@ts-morph/common`.
   */
  readonly check?: CheckMode;
  /** How long a handler may work if its tool sets no time, in milliseconds. Default: 600,000. */
  readonly toolTimeoutMs?: number;
  /** How long a program that has returned waits for calls it did not await, in milliseconds. Default: 10,000. */
  readonly lingerMs?: number;
  /** How many paused programs stay in memory at most. Default: 64. */
  readonly maxWarm?: number;
  /** Limits for the clients of `toolshed serve`. */
  readonly serve?: Partial<HttpLimits>;
  /** Where `toolshed serve` sends a signed notice of each new question. Default: nowhere. */
  readonly webhooks?: readonly WebhookInput[];
}

/**
 * Types a `toolshed.config.ts`, so that your editor completes and explains every key. Returns its argument.
 *
 * @example
 * ```ts
 * export default defineConfig({
 *   tools: { fs: { root: './workspace' } },
 *   policy: [{ pattern: 'fs.delete', verdict: 'deny' }],
 *   limits: { cpuMs: 2_000 },
 * });
 * ```
 */
export const defineConfig = (config: ToolshedConfig): ToolshedConfig => config;
