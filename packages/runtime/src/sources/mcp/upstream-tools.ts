// What an MCP server lists, as tools of ours.

import type { JsonSchema, Tool, ToolContext, ToolKeywords, ToolLog, ToolPath } from '@toolshed/kernel';
import { referred } from '@toolshed/kernel/runtime';
import { schemaWords } from '../../catalog/search/schema-words.js';
import { assignPaths } from '../assign-paths.js';
import { plainText } from '../hostile-text.js';
import type { SourceIdentity } from '../source-identity.js';
import type { McpSourceOptions } from '../source-options.js';
import { type Arguments, sourceTool } from '../source-tool.js';
import { isDestructive } from '../tool-effect.js';
import type { Connection, UpstreamTool } from './connection.js';
import { resultSchema } from './read-result.js';

export interface UpstreamToolsDeps {
  readonly options: McpSourceOptions;
  readonly identity: SourceIdentity;
  readonly log: ToolLog;
  readonly era: () => Connection['era'] | undefined;
  readonly call: (tool: UpstreamTool, path: ToolPath, context: ToolContext, args: Arguments) => Promise<unknown>;
}

const MAX_TOOLS = 2_000;
const MAX_DESCRIPTION = 4_000;
const MAX_SCHEMA = 262_144;

export function toTools(listed: readonly UpstreamTool[], deps: UpstreamToolsDeps): readonly Tool[] {
  const { namespace } = deps.options;
  const usable = listed.slice(0, MAX_TOOLS).filter((tool) => isModest(tool));
  const [...unique] = new Map(usable.map((tool) => [tool.name, tool])).values();
  if (unique.length < listed.length)
    deps.log.warn(
      { source: namespace, left: listed.length - unique.length },
      'some tools were left out: too many, too large or duplicates',
    );
  const named = unique.map((tool) => ({ name: tool.name, wanted: [tool.name], tool }));
  return [...assignPaths(namespace, named)].map(([path, { tool }]) => toTool(path, tool, deps));
}

function isModest(tool: UpstreamTool): boolean {
  try {
    return JSON.stringify(tool).length <= MAX_SCHEMA;
  } catch {
    // Nested so deeply that it cannot be written.
    return false;
  }
}

function toTool(path: ToolPath, tool: UpstreamTool, { options, identity, era, call }: UpstreamToolsDeps): Tool {
  const { namespace, trusted } = options;
  const { readOnlyHint = false, idempotentHint = false } = trusted ? (tool.annotations ?? {}) : {};
  const destroys = isDestructive(path, !readOnlyHint, options);
  return sourceTool({
    path,
    description: plainText(tool.description ?? tool.title ?? tool.name, MAX_DESCRIPTION),
    origin: () => identity.originOf(tool.name),
    input: () => asDocument(tool.inputSchema),
    output: () => resultSchema(tool.outputSchema === undefined ? undefined : asDocument(tool.outputSchema)),
    keywords: () => keywordsOf(tool, options),
    isDestructive: destroys,
    isIdempotent: idempotentHint,
    // Reading twice is harmless. In the newer era a server asks by answering, so a call that only asked can be sent
    // again, if the server is one we trust to ask before it acts.
    asksMidway: () => destroys && !(trusted && era() === 'modern'),
    message: () => `Call "${plainText(tool.name, 128)}" of the MCP server "${namespace}"?`,
    handler: (context, args) => call(tool, path, context, args),
  });
}

/** The hint is trusted here from any server: it affects search order, not what asks. */
function keywordsOf({ inputSchema, annotations }: UpstreamTool, { synonyms }: McpSourceOptions): ToolKeywords {
  const schema = asDocument(inputSchema);
  return {
    ...schemaWords(schema, (reference) => referred(schema, reference)),
    does: annotations?.readOnlyHint === true ? 'read' : undefined,
    synonyms,
  };
}

/** A copy: the listed one belongs to the SDK. */
const asDocument = (schema: object): JsonSchema => {
  const { $schema: _, ...document } = JSON.parse(JSON.stringify(schema));
  return document;
};
