// MCP at /mcp: behind the guards of `request-pipeline.ts`, with the tokens and sessions of the API. It admits agents
// only, and hands their requests to the endpoint.

import type { Hono } from 'hono';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import {
  METADATA_PATH,
  metadataResponse,
  notAnAgentResponse,
  unauthorizedResponse,
} from '../mcp/transport/resource-metadata.js';
import { whileAuthorized } from './guards/while-authorized.js';
import { AccessError } from './access/access-errors.js';
import type { Principal } from './access/principal.js';
import type { Site } from './access/site.js';
import { readBody } from './request/read-body.js';
import { hostOf, type HttpContext, type HttpEnv } from './route.js';

export interface MountMcpDeps {
  readonly endpoint: McpEndpoint;
  readonly site: Pick<Site, 'urlFor'>;
  readonly authorizationServers: readonly string[];
  readonly maxBodyBytes: number;
  /** Who makes a request. Throws AccessError for a wrong credential or too many requests. */
  identify(context: HttpContext): Promise<Principal>;
  /** Whether a credential that was accepted still is. */
  isValid(id: string): Promise<boolean>;
}

const PATH = '/mcp';

export function mountMcp(app: Hono<HttpEnv>, deps: MountMcpDeps): void {
  const { endpoint, site, authorizationServers, maxBodyBytes, identify, isValid } = deps;
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
    return await whileAuthorized(() => endpoint.fetch(request, { id, name, session }), {
      isValid: () => isValid(id),
      refuse: () => unauthorizedResponse(address),
    });
  });
}

/** A client that sent a wrong token learns where to get one, like a client that sent none. */
function ifUnauthorized(error: unknown): undefined {
  if (!(error instanceof AccessError) || error.status !== 401) throw error;
}

/** The same request with its body already read, up to the limit. */
async function limited(request: Request, maxBytes: number): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') return request;
  return new Request(url, { method, headers, signal, body: await readBody(request, maxBytes) });
}
