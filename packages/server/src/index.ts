// The whole public surface of @toolshed/server. Adding a line here is an API decision.
export { HttpLimits } from './http/access/http-limits.js';
export { createTokenFolder, type NewToken, type Tokens } from './http/access/token-folder.js';
export type { TokenRecord } from './http/access/token.js';
export type { ExecutionView } from './http/execution-view.js';
export { openHttp, type OpenHttp, type OpenHttpOptions } from './http/open-http.js';
export { toShed } from './http/to-shed.js';
export { Webhook } from './http/webhooks/webhook.js';
export { clientReaches } from './mcp/pause/client-reach.js';
export { createStateSeal } from './mcp/pause/request-state.js';
export type { Approvals, McpHost } from './mcp/server/mcp-host.js';
export { namedPrincipal } from './mcp/server/principal-session.js';
export { listenOnHttp } from './mcp/transport/listen-mcp.js';
export { createMcpEndpoint, type McpEndpoint } from './mcp/transport/mcp-endpoint.js';
export { createMcpHttp } from './mcp/transport/mcp-http.js';
export { serveOnStdio } from './mcp/transport/serve-stdio.js';
export { readStateKey } from './mcp/transport/state-key.js';
export { createTokenAuthenticate } from './mcp/transport/token-authenticate.js';
