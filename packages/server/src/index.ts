// The whole public surface of @toolshed/server. Adding a line here is an API decision.
export { createHttpApp, type HttpApp } from './http/http-app.js';
export type { HttpBindings } from './http/route.js';
export type {
  Authenticate,
  CommonHttpOptions,
  CredentialOptions,
  HttpAppOptions,
  WebhookOptions,
} from './http/http-options.js';
export { serve, type Served, type ServeOptions } from './http/serve.js';
export { serveWaiting, type ServeWaitingOptions, type ServedWaiting } from './http/serve-waiting.js';
export { createMcpEndpoint, type McpEndpoint } from './mcp/transport/mcp-endpoint.js';
export { serveOnStdio, type StdioOptions } from './mcp/transport/serve-stdio.js';
export type { Approvals, McpOptions } from './mcp/server/mcp-options.js';
export type { McpSetUp, McpWaiting } from './mcp/server/host-source.js';
export type { McpPrincipal } from './mcp/server/principal-session.js';
export { clientReaches } from './mcp/pause/ask/client-reach.js';
export type { WebhookInput } from './http/webhooks/webhook.js';
export type { HttpLimits } from './http/access/http-limits.js';
export type { Principal } from './http/access/principal.js';
export {
  createTokenFolder,
  type TokenFolderDeps,
} from './http/access/token-folder.js';
export { createTokenRecords, type TokenRecordsDeps } from './http/access/token-records.js';
export type { SignInCodes } from './http/access/sign-in-codes.js';
export type { CreatedToken, NewToken, Tokens } from './http/access/tokens.js';
export type { TokenRecord } from './http/access/token.js';
export type { EntryView } from './http/shed/entry-view.js';
export type { ExecutionView } from './http/shed/execution-view.js';
