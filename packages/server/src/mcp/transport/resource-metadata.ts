// OAuth protected-resource metadata, and the refusals that point to it, so that standard MCP authorization can be used.

import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';

export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** `authorizationServers` issue tokens that are accepted here, for clients that can get one by themselves. */
export const metadataResponse = (endpoint: URL, authorizationServers: readonly string[] = []): Response =>
  Response.json({
    resource: endpoint.href,
    resource_name: 'Toolshed',
    bearer_methods_supported: ['header'],
    ...(authorizationServers.length === 0 ? {} : { authorization_servers: authorizationServers }),
  });

export const unauthorizedResponse = (endpoint: URL, description = 'Send a token: Authorization: Bearer …'): Response =>
  refusal(401, 'invalid_token', description, endpoint);

/** The principal that approves must not be the one that runs programs. */
export const notAnAgentResponse = (endpoint: URL, kind: keyof typeof TOKENS): Response =>
  refusal(403, 'insufficient_scope', `Cannot run programs with ${TOKENS[kind]}: make one of --kind agent`, endpoint);

const TOKENS = {
  approver: "an approver's token",
  flow: 'a token that completes flows',
  metrics: 'a token for metrics',
} as const;

function refusal(status: 401 | 403, error: string, description: string, endpoint: URL): Response {
  const metadata = getOAuthProtectedResourceMetadataUrl(endpoint);
  const reason = status === 403 ? ` error="${error}",` : '';
  return Response.json(
    { error, error_description: description },
    { status, headers: { 'www-authenticate': `Bearer${reason} resource_metadata="${metadata}"` } },
  );
}
