import { extname } from 'node:path';
import { InvalidOptionsError, type Plugin, Rule, type Tool } from '@toolshed/kernel';
import {
  inWords,
  Label,
  LONGEST_MS,
  LONGEST_TIMER_MS,
  passed,
  readOptions,
  Reminders,
  SecretName,
} from '@toolshed/kernel/runtime';
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
import { OutputTokens } from '@toolshed/runtime/agent';
import { z } from 'zod';
import { HttpLimits, Webhook } from '@toolshed/server/command';
import { UsageError } from '../command/usage-error.js';
import type { ConfigTools, ToolshedConfig } from './define-config.js';
import { placesIn } from './key-places.js';
import { isPlugin, isTool } from './tool-modules.js';

/** All a config file may say; `ToolshedConfig` explains each key. An unknown key is an error: a misspelt limit is no limit. */
export const Config = z.strictObject({
  $schema: z.string().optional(),
  tools: z
    .strictObject({
      fs: FsOptions.partial({ root: true }).optional(),
      http: HttpOptions.optional(),
      sql: SqlOptions.optional(),
      shell: ShellOptions.optional(),
    } satisfies Record<keyof ConfigTools, z.ZodType>)
    .optional(),
  plugins: inWords(
    z.array(
      passed<Tool | Plugin>(
        'a tool made with defineTool, or a plugin made with definePlugin',
        (value) => isTool(value) || isPlugin(value),
      ),
    ),
    'a list of tools and plugins',
  ).default([]),
  modules: z.array(z.string()).default([]),
  sources: z.array(SourceOptions).default([]),
  policy: z.array(Rule).default([]),
  secrets: z.array(SecretName).default([]),
  limits: Limits.optional(),
  quotas: Quotas.optional(),
  capacity: Capacity.optional(),
  store: z
    .union([
      z.strictObject({ sqlite: z.string() }),
      z.strictObject({ postgres: z.string(), schema: z.string().exactOptional() }),
    ])
    .optional(),
  deployment: z.string().min(1).max(100).optional(),
  placement: z.array(Label).optional(),
  sandbox: z.strictObject({ os: z.enum(['required', 'auto', 'off']) }).optional(),
  mcp: z
    .strictObject({ approvals: z.enum(['auto', 'inbox']).exactOptional(), outputTokens: OutputTokens.exactOptional() })
    .optional(),
  channels: Channels.default([]),
  middleware: MiddlewareList.default([]),
  kinds: Kinds.default([]),
  whenNobody: WhenNobody.optional(),
  questionsExpireInMs: QuestionExpiry.optional(),
  reminders: Reminders.optional(),
  sessionGrantsExpireInMs: QuestionExpiry.optional(),
  pruneAfterMs: z.int().nonnegative().max(LONGEST_MS).optional(),
  hibernateAfterMs: z.int().nonnegative().optional(),
  durability: z.enum(['effects', 'every-call']).optional(),
  check: z.enum(['off', 'warn', 'error']).optional(),
  toolTimeoutMs: z.int().positive().max(LONGEST_TIMER_MS).optional(),
  lingerMs: z.int().nonnegative().max(LONGEST_TIMER_MS).optional(),
  maxWarm: z.int().nonnegative().optional(),
  serve: HttpLimits.prefault({}),
  webhooks: z.array(Webhook).default([]),
} satisfies Record<keyof ToolshedConfig, z.ZodType>);
export type Config = Readonly<z.infer<typeof Config>>;

export const isConfigKey = (name: string): boolean => name in Config.shape;

/** Keys with functions in them, and what to do about one in a config that is data. */
const FUNCTION_KEYS: ReadonlyMap<string, string> = new Map([
  ['plugins', 'name the files that export them in "modules", or write a toolshed.config.ts'],
  ...['channels', 'middleware', 'kinds'].map(
    (key) => [key, 'they are functions: write a toolshed.config.ts instead'] as const,
  ),
]);

/**
 * Validates the content of a config file. The error names the file, every wrong key, what it may be, and where the key
 * is in the text it was written in.
 */
export function checkConfig(file: string, raw: unknown, textOf: () => string = () => ''): Config {
  try {
    return readOptions(`use the config "${file}"`, Config, raw);
  } catch (error) {
    if (!(error instanceof InvalidOptionsError)) throw error;
    const placeOf = placesIn(textOf());
    const issues = error.issues.map(({ field, message }) => {
      const place = placeOf(field);
      const advice = extname(file) === '.json' ? FUNCTION_KEYS.get(field.split('.')[0] ?? '') : undefined;
      const where = place === undefined ? '' : ` (line ${place.line} column ${place.column})`;
      return { field, message: `${message}${where}${advice === undefined ? '' : `; ${advice}`}` };
    });
    throw new UsageError('config/invalid', new InvalidOptionsError(`use the config "${file}"`, issues).message);
  }
}
