// MCP at /mcp: behind the guards of `request-pipeline.ts`, with the tokens and sessions of the API. It admits agents
// only, and hands their requests to the endpoint.

import type { ToolLog } from '@toolshed/kernel';
import type { Hono } from 'hono';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import {
  METADATA_PATH,
  metadataResponse,
  notAnAgentResponse,
  unauthorizedResponse,
} from '../mcp/transport/resource-metadata.js';
import type { CredentialChecks } from './guards/credential-checks.js';
import { whileAuthorized } from './guards/while-authorized.js';
import { AccessError } from './access/access-errors.js';
import type { Principal } from './access/principal.js';
import type { Site } from './access/site.js';
import { parseJsonBody } from './request/json-body.js';
import { readBody } from './request/read-body.js';
import { RequestError } from './request/request-errors.js';
import { hostOf, type HttpContext, type HttpEnv } from './route.js';

export interface MountMcpDeps {
  readonly endpoint: McpEndpoint;
  readonly site: Pick<Site, 'urlFor'>;
  readonly authorizationServers: readonly string[];
  readonly maxBodyBytes: number;
  /** Who makes a request. Throws AccessError for a wrong credential or too many requests. */
  identify(context: HttpContext): Promise<Principal>;
  readonly checks: CredentialChecks;
  /** Throws if the server began to stop while the request arrived. */
  readonly assertServing: () => void;
  readonly log: ToolLog;
}

const PATH = '/mcp';

export function mountMcp(app: Hono<HttpEnv>, deps: MountMcpDeps): void {
  const { endpoint, site, authorizationServers, maxBodyBytes, identify, checks, assertServing, log } = deps;
  const addressOf = (context: HttpContext): URL => new URL(PATH, site.urlFor(hostOf(context)));
  for (const path of [METADATA_PATH, METADATA_PATH + PATH])
    app.get(path, (context) => metadataResponse(addressOf(context), authorizationServers));
  app.all(PATH, async (context) => {
    const address = addressOf(context);
    const caller = await identify(context).catch(ifUnauthorized);
    if (caller === undefined || caller.kind === 'nobody') return unauthorizedResponse(address);
    if (caller.kind !== 'agent') return notAnAgentResponse(address, caller.kind);
    const { id, name, session } = caller;
    const request = await limited(context.req.raw, maxBodyBytes);
    assertServing();
    if (request instanceof Response) return request;
    return await whileAuthorized(() => endpoint.fetch(request, { id, name, session }), {
      checks,
      id,
      refuse: () => unauthorizedResponse(address),
      log,
    });
  });
}

/** A client that sent a wrong token learns where to get one, like a client that sent none. */
function ifUnauthorized(error: unknown): undefined {
  if (!(error instanceof AccessError) || error.status !== 401) throw error;
}

/** The same request with its body already read, up to the limit; or the protocol's reply to a body that cannot be read. */
async function limited(request: Request, maxBytes: number): Promise<Request | Response> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') return request;
  const body = await readBody(request, maxBytes);
  try {
    parseJsonBody(body);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const refusal = { code: PARSE_ERROR, message: error.message, data: { code: error.code } };
    return Response.json({ jsonrpc: '2.0', id: null, error: refusal }, { status: error.status });
  }
  return new Request(url, { method, headers, signal, body });
}

/** As JSON-RPC defines it. */
const PARSE_ERROR = -32_700;
