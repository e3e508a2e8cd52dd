// Who may talk to the server over HTTP: a browser page of another origin may not, a name that was made to point here
// may not, and nobody without a token of an agent may.

import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { McpPrincipal } from '../server/principal-session.js';
import { METADATA_PATH, metadataResponse, notAnAgentResponse, unauthorizedResponse } from './resource-metadata.js';

/** Who a request comes from, by what it carries; `undefined` if it carries nothing we know. */
export type Authenticate = (request: Request) => Promise<McpPrincipal | 'approver' | undefined>;

export interface HttpGuardDeps {
  readonly authenticate: Authenticate;
  /** Whether a principal that was let in may still be replied to. */
  isWelcome(principal: McpPrincipal): Promise<boolean>;
  /** Host names this server answers to, beside those of this machine. */
  readonly hostnames?: readonly string[];
  /** Issuers of tokens `authenticate` accepts. */
  readonly authorizationServers?: readonly string[];
  /** Where the endpoint stands. */
  readonly path: string;
}

export type Admission =
  | { readonly kind: 'refused'; readonly response: Response }
  | { readonly kind: 'admitted'; readonly principal: McpPrincipal; refuse(): Response };

export function createHttpGuard(deps: HttpGuardDeps): (request: Request) => Promise<Admission> {
  const hostnames = [...localhostAllowedHostnames(), ...(deps.hostnames ?? [])];
  return async (request) => {
    const stranger = hostHeaderValidationResponse(request, hostnames) ?? originValidationResponse(request, hostnames);
    if (stranger !== undefined) return refused(stranger);
    const url = new URL(request.url);
    const endpoint = new URL(deps.path, url);
    if (url.pathname === METADATA_PATH || url.pathname === METADATA_PATH + deps.path)
      return refused(metadataResponse(endpoint, deps.authorizationServers));
    if (url.pathname !== deps.path) return refused(new Response(null, { status: 404 }));
    const principal = await deps.authenticate(request);
    const refuse = (): Response => unauthorizedResponse(endpoint);
    if (principal === undefined) return refused(refuse());
    return principal === 'approver'
      ? refused(notAnAgentResponse(endpoint, principal))
      : { kind: 'admitted', principal, refuse };
  };
}

const refused = (response: Response): Admission => ({ kind: 'refused', response });
