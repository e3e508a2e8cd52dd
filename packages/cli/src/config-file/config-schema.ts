import { extname } from 'node:path';
import { InvalidOptionsError, Rule } from '@toolshed/kernel';
import { Label, LONGEST_MS, LONGEST_TIMER_MS, readOptions, SecretName } from '@toolshed/kernel/runtime';
import {
  Capacity,
  Channels,
  FsOptions,
  HttpOptions,
  Kinds,
  Limits,
  MiddlewareList,
  QuestionExpiry,
  Quotas,
  ShellOptions,
  SourceOptions,
  SqlOptions,
  WhenNobody,
} from '@toolshed/runtime';
import { z } from 'zod';
import { HttpLimits, Webhook } from '@toolshed/server/command';
import { UsageError } from '../command/usage-error.js';

/** All a config file may say. A key it does not know is an error, so that a misspelt limit is not no limit. */
export const Config = z.strictObject({
  /** Built-in tools and what each may access. Default: `fs`, in the folder of the execution. */
  tools: z
    .strictObject({
      fs: FsOptions.partial({ root: true }).optional(),
      http: HttpOptions.optional(),
      sql: SqlOptions.optional(),
      shell: ShellOptions.optional(),
    })
    .default({ fs: {} }),
  /** Modules that export tools or plugins, relative to the config. */
  modules: z.array(z.string()).default([]),
  /** MCP servers and APIs with an OpenAPI document; files are relative to the config. */
  sources: z.array(SourceOptions).default([]),
  policy: z.array(Rule).default([]),
  /** Names of secrets of `toolshed secrets set` that programs may hand to tools, as `secret:<name>`. */
  secrets: z.array(SecretName).default([]),
  limits: Limits.optional(),
  /** What one session, and one agent in it, may have open at once. */
  quotas: Quotas.optional(),
  /** How many programs may be live at once, and in how many processes. */
  capacity: Capacity.optional(),
  /** A file relative to the config, or a database; `--store` and TOOLSHED_STORE come before it. */
  store: z
    .union([
      z.strictObject({ sqlite: z.string() }),
      z.strictObject({ postgres: z.string(), schema: z.string().exactOptional() }),
    ])
    .optional(),
  /** Nodes with this name continue each other's executions, wherever their configs are; TOOLSHED_DEPLOYMENT comes before it. */
  deployment: z.string().min(1).max(100).optional(),
  /** Labels of this machine, where several share a database; TOOLSHED_PLACEMENT (a,b) comes before it. */
  placement: z.array(Label).optional(),
  sandbox: z.strictObject({ os: z.enum(['required', 'auto', 'off']) }).optional(),
  mcp: z.strictObject({ approvals: z.enum(['auto', 'inbox']) }).optional(),
  /** Ways to reach a person. They, middleware and kinds are functions, so only a config that is a module can have them. */
  channels: Channels.default([]),
  /** Wraps every question, outermost first. */
  middleware: MiddlewareList.default([]),
  /** Kinds of questions of the host's own, made with `createElicit`. */
  kinds: Kinds.default([]),
  /** What becomes of a question no channel takes. */
  whenNobody: WhenNobody.optional(),
  /** How long a question stays open where its asker does not say. */
  questionsExpireInMs: QuestionExpiry.optional(),
  /** How long a grant for a session lasts where it does not say. */
  sessionGrantsExpireInMs: QuestionExpiry.optional(),
  /** Removes executions that ended so long ago; the audit log keeps its lines. */
  pruneAfterMs: z.int().nonnegative().max(LONGEST_MS).optional(),
  hibernateAfterMs: z.int().nonnegative().optional(),
  /** What is on disk before a call runs; see `openToolshed`. */
  durability: z.enum(['effects', 'every-call']).optional(),
  toolTimeoutMs: z.int().positive().max(LONGEST_TIMER_MS).optional(),
  lingerMs: z.int().nonnegative().max(LONGEST_TIMER_MS).optional(),
  /** What limits clients of `toolshed serve`. */
  serve: HttpLimits.prefault({}),
  /** Where `toolshed serve` sends a notice of each new question. */
  webhooks: z.array(Webhook).default([]),
  maxWarm: z.int().nonnegative().optional(),
});
export type Config = Readonly<z.infer<typeof Config>>;

export const isConfigKey = (name: string): boolean => name in Config.shape;

const FUNCTIONS: ReadonlySet<string> = new Set(['channels', 'middleware', 'kinds']);

/** Validates the content of a config file. The error names the file, every wrong key and what it may be. */
export function checkConfig(file: string, raw: unknown): Config {
  try {
    return readOptions(`use the config "${file}"`, Config, raw);
  } catch (error) {
    if (!(error instanceof InvalidOptionsError)) throw error;
    const isData =
      extname(file) === '.json' && error.issues.some(({ field }) => FUNCTIONS.has(field.split('.')[0] ?? ''));
    const advice = `${[...FUNCTIONS].join(', ')} are functions: write them in toolshed.config.ts instead`;
    throw new UsageError('config/invalid', isData ? `${error.message}\n  ${advice}` : error.message);
  }
}
