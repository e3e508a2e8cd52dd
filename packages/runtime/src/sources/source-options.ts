// What a host's config says about its sources. A key that is not known is an error, so that a misspelt `trusted` or
// `destructive` is not silently ignored.

import { inWords, joinSegments, Label, readStrictly, PathPattern } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { HostRule } from '../tools/http/allowed-hosts.js';

/** A text, or the name of one that only the host knows: in its vault, or in its environment. */
export const ConfigValue = inWords(
  z.union([
    z.string(),
    z.strictObject({ secret: z.string().min(1), prefix: z.string().optional() }),
    z.strictObject({ env: z.string().min(1) }),
  ]),
  'a text, { secret: name } or { env: name }',
);
export type ConfigValue = Readonly<z.infer<typeof ConfigValue>>;

const ConfigValues = z.record(z.string(), ConfigValue);

const common = {
  /** The first segment of every path of the source. */
  namespace: z
    .string()
    .refine((text) => joinSegments([text]) !== undefined, 'must be one segment of a path, such as "github"'),
  /** Patterns of tools that are safe, whatever the source declares. */
  safe: z.array(PathPattern).optional(),
  /** Patterns of tools that are destructive, whatever the source declares; wins over `safe`. */
  destructive: z.array(PathPattern).optional(),
  /** Words that mean the same for this source, for those who search: `[['droplet', 'server', 'vm']]`. */
  synonyms: z
    .array(z.array(z.string().min(1).max(64)).min(2).max(20))
    .max(200)
    .optional(),
  /** How long a call may take, in milliseconds; waiting for a person does not count. */
  timeoutMs: z.int().positive().max(3_600_000).default(60_000),
};

export const OAuthOptions = z.strictObject({
  /** What to ask the server for, such as `repo read:user`. */
  scope: z.string().optional(),
  /** The client's id, for servers that do not register clients by themselves. */
  clientId: z.string().optional(),
  /** The client's secret, where it has one. */
  clientSecret: ConfigValue.optional(),
  /** The port on this machine that the browser comes back to. Default: any that is free. */
  redirectPort: z.int().min(0).max(65_535).default(0),
  /** Where the browser comes back to instead, if nodes share the store: `https://<your toolshed serve>/v1/oauth/callback`. */
  redirectUrl: inWords(z.url({ protocol: /^https?$/ }), 'a URL with http or https').optional(),
});
export type OAuthOptions = Readonly<z.infer<typeof OAuthOptions>>;

export const StdioServer = z.strictObject({
  /** The program that is started. */
  command: z.string().min(1),
  /** Its arguments. */
  args: z.array(z.string()).default([]),
  /**
   * Its environment, beside `PATH`, `HOME`, the locale, temporary folders, proxies and certificates of the host. Nothing
   * else of the host's environment is passed on.
   */
  env: ConfigValues.default({}),
  /** The folder it is started in, relative to the config. */
  cwd: z.string().optional(),
});
export type StdioServer = Readonly<z.infer<typeof StdioServer>>;

export const HttpServer = z.strictObject({
  /** The address of the server. */
  url: inWords(z.url({ protocol: /^https?$/ }), 'a URL with http or https'),
  /** Sent with every request. */
  headers: ConfigValues.default({}),
  /** Signs a person in with OAuth when the server asks for it. */
  oauth: OAuthOptions.optional(),
});
export type HttpServer = Readonly<z.infer<typeof HttpServer>>;

/** An MCP server whose tools programs may call. */
export const McpSourceOptions = z.strictObject({
  /** The server: `{ command, args }` starts one here, `{ url }` reaches one over HTTP. */
  mcp: byKey('url', HttpServer, StdioServer),
  /** Whether the hints of the server about its own tools count: `readOnlyHint` and `idempotentHint`. */
  trusted: z.boolean().default(false),
  /** Whether the server may ask people. */
  questions: z.boolean().default(true),
  /** The label of the hosts that start this server, where several machines share a store; or `anywhere`. */
  placement: Label.optional(),
  ...common,
});
export type McpSourceOptions = Readonly<z.infer<typeof McpSourceOptions>>;

const Credential = z.union([ConfigValue, z.strictObject({ username: ConfigValue, password: ConfigValue })]);
export type Credential = Readonly<z.infer<typeof Credential>>;

/** An OpenAPI document whose operations programs may call. */
export const OpenApiSourceOptions = z.strictObject({
  /** A file or a URL. */
  openapi: inWords(z.string().min(1), 'a file or a URL'),
  /** The address of the API, if it is not the one in the document. */
  server: inWords(z.url({ protocol: /^https?$/ }), 'a URL with http or https').optional(),
  /** Values of the variables in the document's server. */
  variables: z.record(z.string(), z.string()).default({}),
  /** Credentials, by the names the document gives its security schemes. */
  auth: z.record(z.string(), Credential).default({}),
  /** Sent with every request. */
  headers: ConfigValues.default({}),
  /** Other hosts that redirects may lead to. */
  hosts: z.array(HostRule).default([]),
  /** Whether the API may be on this machine or its network. A `server` given here always may. */
  allowPrivate: z.boolean().default(false),
  /** The largest answer that is read, in bytes. */
  maxBytes: z.int().positive().max(67_108_864).default(4_194_304),
  ...common,
});
export type OpenApiSourceOptions = Readonly<z.infer<typeof OpenApiSourceOptions>>;

/** A GraphQL endpoint whose queries and mutations programs may call. */
export const GraphqlSourceOptions = z.strictObject({
  /** The address of the endpoint. */
  graphql: inWords(z.url({ protocol: /^https?$/ }), 'a URL with http or https'),
  /** A file with the schema, for an endpoint that does not reveal it; in a config relative to it. */
  schema: z.string().min(1).optional(),
  /** Sent with every request. */
  headers: ConfigValues.default({}),
  /** How many levels of objects a result has where the program does not select. */
  depth: z.int().min(1).max(5).default(2),
  /** The largest answer that is read, in bytes. */
  maxBytes: z.int().positive().max(67_108_864).default(4_194_304),
  ...common,
});
export type GraphqlSourceOptions = Readonly<z.infer<typeof GraphqlSourceOptions>>;

/** Schema of one source: an MCP server, a GraphQL endpoint, or an API with an OpenAPI document. */
export const SourceOptions = byKey(
  'mcp',
  McpSourceOptions,
  byKey('graphql', GraphqlSourceOptions, OpenApiSourceOptions),
);
export type SourceOptions = McpSourceOptions | GraphqlSourceOptions | OpenApiSourceOptions;
/** A source as a config writes it. */
export type SourceInput =
  | z.input<typeof McpSourceOptions>
  | z.input<typeof GraphqlSourceOptions>
  | z.input<typeof OpenApiSourceOptions>;

/** One shape or the other, told apart by a key, so that a problem is named where it is: a union says only "invalid". */
function byKey<A extends z.ZodType, B extends z.ZodType>(key: string, withKey: A, without: B) {
  return z.custom<z.input<A> | z.input<B>>().transform((raw, context): z.output<A> | z.output<B> => {
    const schema = isObject(raw) && key in raw ? withKey : without;
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    const read = readStrictly<unknown>(schema, raw);
    for (const { field, message } of read.kind === 'invalid' ? read.issues : [])
      context.addIssue({ code: 'custom', path: field === '' ? [] : field.split('.'), message });
    return z.NEVER;
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
