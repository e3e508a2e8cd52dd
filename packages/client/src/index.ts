// The whole public surface of @toolshed/client. Adding a line here is an API decision.
export {
  type CallOptions,
  createClient,
  type GrantsClient,
  type OperationName,
  type QueryOf,
  type StartOptions,
  type ToolshedClient,
  type WaitOptions,
} from './client.js';
export type { EventsOptions } from './follow-events.js';
export type * from './generated-api.js';
export { type ClientCode, type HttpFailure, ToolshedHttpError } from './http-error.js';
export type { ConnectionOptions } from './send-request.js';
