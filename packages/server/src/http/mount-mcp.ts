// Agents over MCP, beside the API: the same guards, the same tokens, the same sessions.

import type { Hono } from 'hono';
import type { McpEndpoint } from '../mcp/transport/mcp-endpoint.js';
import {
  METADATA_PATH,
  metadataResponse,
  notAnAgentResponse,
  unauthorizedResponse,
} from '../mcp/transport/resource-metadata.js';
import { whileWelcome } from '../mcp/transport/while-welcome.js';
import { AccessError } from './access/access-errors.js';
import type { Principal } from './access/principal.js';
import type { Site } from './access/site.js';
import { readBody } from './read-body.js';
import { hostOf, type HttpContext, type HttpEnv } from './route.js';

export interface MountMcpDeps {
  readonly endpoint: McpEndpoint;
  readonly site: Pick<Site, 'urlFor'>;
  readonly authorizationServers: readonly string[];
  readonly maxBodyBytes: number;
  /** Who makes a request; throws AccessError for whoever may not make it. */
  identify(context: HttpContext): Promise<Principal>;
  /** Whether a credential that counted before still does. */
  isWelcome(id: string): Promise<boolean>;
}

const PATH = '/mcp';

export function mountMcp(app: Hono<HttpEnv>, deps: MountMcpDeps): void {
  const { endpoint, site, authorizationServers, maxBodyBytes, identify, isWelcome } = deps;
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
    return await whileWelcome(() => endpoint.fetch(request, { id, name, session }), {
      isWelcome: () => isWelcome(id),
      refuse: () => unauthorizedResponse(address),
    });
  });
}

/** A client that sent a wrong token is told where to get one, as one that sent none is. */
function ifUnauthorized(error: unknown): undefined {
  if (!(error instanceof AccessError) || error.status !== 401) throw error;
}

/** The same request with its body read already, no further than it may be long. */
async function limited(request: Request, maxBytes: number): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') return request;
  return new Request(url, { method, headers, signal, body: await readBody(request, maxBytes) });
}
