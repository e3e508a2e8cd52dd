// What the command shares with the server, and a host that mounts the server does not need. Nothing here loads Hono or the MCP
// SDK, so that commands which serve nothing start without them. Not a public API.
export { HttpLimits } from './http/access/http-limits.js';
export { mayComplete } from './http/access/principal.js';
export { isLoopback } from './http/access/site.js';
export { createTokenFolder } from './http/access/token-folder.js';
export { createTokenRecords } from './http/access/token-records.js';
export { FlowPattern } from './http/access/token.js';
export { LineNumber } from './http/request/line-number.js';
export { refuseFlowOwner } from './http/request/refuse-flow-owner.js';
export { Webhook } from './http/webhooks/webhook.js';
export { clientReaches } from './mcp/pause/ask/client-reach.js';
export { namedPrincipal } from './mcp/server/principal-session.js';
export { readStateKey } from './mcp/transport/state-key.js';
export { redact } from './redact.js';
