// The whole public surface of @toolshed/server. Adding a line here is an API decision.
export { HttpLimits } from './http/access/http-limits.js';
export type { Principal } from './http/access/principal.js';
export { createTokenFolder, type NewToken, type Tokens } from './http/access/token-folder.js';
export type { TokenRecord } from './http/access/token.js';
export type { ExecutionView } from './http/execution-view.js';
export {
  createHttpApp,
  type Authenticate,
  type HttpApp,
  type HttpAppOptions,
  type WebhookOptions,
} from './http/http-app.js';
export { type Served, type ServeOptions, serve } from './http/serve.js';
export { Webhook } from './http/webhooks/webhook.js';
export { clientReaches } from './mcp/pause/client-reach.js';
export type { Approvals, McpOptions } from './mcp/server/mcp-host.js';
export { namedPrincipal } from './mcp/server/principal-session.js';
export { createMcpEndpoint, type McpEndpoint } from './mcp/transport/mcp-endpoint.js';
export { serveOnStdio } from './mcp/transport/serve-stdio.js';
export { readStateKey } from './mcp/transport/state-key.js';
