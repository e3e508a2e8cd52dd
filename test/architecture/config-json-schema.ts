// The JSON Schema of toolshed.config.json: made of the schema that configs are checked with, and explained by the
// comments that an editor shows for the same keys in toolshed.config.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GraphqlSourceOptions,
  McpSourceOptions,
  OpenApiSourceOptions,
  StdioServer,
  HttpServer,
} from '@toolshed/runtime/internal/sources/source-options';
import { Config } from 'toolshed/internal/config-file/config-schema';
import { z } from 'zod';
import { root } from './sources.ts';

interface Schema {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
}

const SOURCES = 'packages/runtime/src/sources/source-options.ts';

/** The file and the names that explain the keys of an object, by the path of the object; `[]` is each item of a list. */
const EXPLAINED: Readonly<Record<string, readonly [file: string, ...names: string[]]>> = {
  '': ['packages/cli/src/config-file/define-config.ts', 'ToolshedConfig'],
  tools: ['packages/cli/src/config-file/define-config.ts', 'ConfigTools'],
  'tools.fs': ['packages/runtime/src/tools/fs/fs-plugin.ts', 'FsOptions'],
  'tools.http': ['packages/runtime/src/tools/http/http-plugin.ts', 'HttpOptions'],
  'tools.sql': ['packages/runtime/src/tools/sql/sql-plugin.ts', 'SqlOptions'],
  'tools.shell': ['packages/runtime/src/tools/shell/shell-plugin.ts', 'ShellOptions'],
  'policy[]': ['packages/kernel/src/policy/rule.ts', 'Rule'],
  limits: ['packages/runtime/src/sandbox/limits.ts', 'Limits'],
  quotas: ['packages/runtime/src/execution/questions/quotas.ts', 'Quotas'],
  store: ['packages/cli/src/config-file/define-config.ts', 'SqliteConfigStore', 'PostgresConfigStore'],
  sandbox: ['packages/cli/src/config-file/define-config.ts', 'ConfigSandbox'],
  mcp: ['packages/cli/src/config-file/define-config.ts', 'ConfigMcp'],
  reminders: ['packages/kernel/src/elicitation/reminders.ts', 'Reminders'],
  capacity: ['packages/runtime/src/sandbox/capacity.ts', 'Capacity'],
  serve: ['packages/server/src/http/access/http-limits.ts', 'HttpLimits'],
  'webhooks[]': ['packages/server/src/http/webhooks/webhook.ts', 'Webhook'],
  'sources[]': [SOURCES, 'common', 'McpSourceOptions', 'OpenApiSourceOptions', 'GraphqlSourceOptions'],
  'sources[].mcp': [SOURCES, 'StdioServer', 'HttpServer'],
  'sources[].mcp.oauth': [SOURCES, 'OAuthOptions'],
};

/** Only a module can have them. */
const FUNCTIONS = ['plugins', 'channels', 'middleware', 'kinds'];

/** Keys that no comment explains, for the test that there are none. */
export interface ConfigSchema {
  readonly schema: Schema;
  readonly unexplained: readonly string[];
}

export function configJsonSchema(): ConfigSchema {
  const { $schema, ...schema } = jsonSchemaOf(Config);
  for (const key of FUNCTIONS) delete schema.properties?.[key];
  const source = {
    anyOf: [McpSourceOptions, OpenApiSourceOptions, GraphqlSourceOptions].map((one) => inner(jsonSchemaOf(one))),
  };
  const mcp = source.anyOf[0]?.properties;
  if (mcp?.['mcp']) mcp['mcp'] = { anyOf: [jsonSchemaOf(StdioServer), jsonSchemaOf(HttpServer)].map(inner) };
  const sources = schema.properties?.['sources'];
  if (sources) sources.items = source;
  const unexplained = explain(schema, '');
  return {
    schema: { $schema, title: 'toolshed.config.json', description: 'The config of Toolshed.', ...schema },
    unexplained,
  };
}

const inner = ({ $schema: _, ...schema }: Schema): Schema => schema;

function jsonSchemaOf(schema: z.ZodType): Schema {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
      if (jsonSchema.type !== 'integer' || jsonSchema.exclusiveMinimum !== 0) return;
      delete jsonSchema.exclusiveMinimum;
      jsonSchema.minimum = 1;
    },
  });
  return JSON.parse(JSON.stringify(made));
}

/** Gives each key its comment; returns those that have none. */
function explain(schema: Schema, path: string): readonly string[] {
  const within = (schema.anyOf ?? []).flatMap((one) => explain(one, path));
  if (schema.items) within.push(...explain(schema.items, `${path}[]`));
  const comments = commentsAt(path);
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const own = path === '' ? key : `${path}.${key}`;
    const comment = comments.get(key);
    if (comment !== undefined)
      schema.properties = { ...schema.properties, [key]: { description: comment, ...property } };
    // The keys of a small union say what they are where the union is explained.
    else if (path in EXPLAINED) within.push(own);
    within.push(...explain(schema.properties?.[key] ?? property, own));
  }
  return within;
}

function commentsAt(path: string): ReadonlyMap<string, string> {
  const [file, ...names] = EXPLAINED[path] ?? [];
  if (file === undefined) return new Map();
  const text = readFileSync(join(root, file), 'utf8');
  return new Map(names.flatMap((name) => commentsIn(statement(text, name))));
}

/** A declaration from its name to the first line that closes it. */
function statement(text: string, name: string): string {
  const [found] =
    new RegExp(`^(?:export )?(?:const|interface) ${name}\\b[\\s\\S]*?^(?:\\}|\\)| {2}\\}\\))`, 'm').exec(text) ?? [];
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

const COMMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+(?:readonly )?([\w$]+)\??:/g;

const commentsIn = (code: string): readonly (readonly [string, string])[] =>
  [...code.matchAll(COMMENTED)].map(([, comment = '', key = '']) => [
    key,
    comment
      .replaceAll(/\n\s*\*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]);
