// Who may talk to the server over HTTP: a browser page of another origin may not, a name that was made to point here
// may not, and nobody without a token may. Standard MCP authorization can be put in front: the metadata says where.

import {
  getOAuthProtectedResourceMetadataUrl,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';

/** Who a request comes from, by what it carries; `undefined` if it carries nothing we know. */
export type Authenticate = (request: Request) => Promise<string | undefined>;

export interface HttpGuardDeps {
  readonly authenticate: Authenticate;
  /** Host names this server answers to, beside those of this machine. */
  readonly hostnames?: readonly string[];
  /** Issuers of tokens `authenticate` accepts, for clients that can get one by themselves. */
  readonly authorizationServers?: readonly string[];
  /** Where the endpoint stands. */
  readonly path: string;
}

export type Admission =
  | { readonly kind: 'refused'; readonly response: Response }
  | { readonly kind: 'admitted'; readonly principal: string };

const METADATA = '/.well-known/oauth-protected-resource';

export function createHttpGuard(deps: HttpGuardDeps): (request: Request) => Promise<Admission> {
  const hostnames = [...localhostAllowedHostnames(), ...(deps.hostnames ?? [])];
  return async (request) => {
    const stranger = hostHeaderValidationResponse(request, hostnames) ?? originValidationResponse(request, hostnames);
    if (stranger !== undefined) return refused(stranger);
    const url = new URL(request.url);
    const endpoint = new URL(deps.path, url);
    if (url.pathname === METADATA || url.pathname === METADATA + deps.path) return refused(metadata(endpoint, deps));
    if (url.pathname !== deps.path) return refused(new Response(null, { status: 404 }));
    const principal = await deps.authenticate(request);
    return principal === undefined ? refused(unauthorized(endpoint)) : { kind: 'admitted', principal };
  };
}

const refused = (response: Response): Admission => ({ kind: 'refused', response });

const metadata = (endpoint: URL, { authorizationServers = [] }: HttpGuardDeps): Response =>
  Response.json({
    resource: endpoint.href,
    resource_name: 'Toolshed',
    bearer_methods_supported: ['header'],
    ...(authorizationServers.length === 0 ? {} : { authorization_servers: authorizationServers }),
  });

function unauthorized(endpoint: URL): Response {
  const challenge = `Bearer resource_metadata="${getOAuthProtectedResourceMetadataUrl(endpoint)}"`;
  return Response.json(
    { error: 'invalid_token', error_description: 'Send a token: Authorization: Bearer …' },
    { status: 401, headers: { 'www-authenticate': challenge } },
  );
}
