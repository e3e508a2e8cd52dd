import type { ShownOrigin } from './tool-origin.js';

const KIND_WORDS = {
  mcp: 'MCP server',
  openapi: 'OpenAPI',
  graphql: 'GraphQL',
  program: 'saved program,',
} as const satisfies Record<ShownOrigin['kind'], string>;

/** One line for a person. It is not escaped: its parts come from a config and from the source. */
export function describeOrigin({ kind, server, name, account }: ShownOrigin): string {
  const who = account === undefined ? '' : `, as ${account}`;
  return `"${name}" of ${KIND_WORDS[kind]} ${server}${who}`;
}
