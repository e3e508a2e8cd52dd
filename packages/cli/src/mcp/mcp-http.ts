import { createHttpGuard, type HttpGuardDeps } from './http-guard.js';
import { createMcpEndpoint, type McpEndpointDeps } from './mcp-endpoint.js';
import type { McpHost } from './mcp-host.js';

export interface McpHttp extends AsyncDisposable {
  fetch(request: Request): Promise<Response>;
}

/** The endpoint behind guards of its own, for a server that has nothing else to serve. */
export function createMcpHttp(host: McpHost, deps: HttpGuardDeps & McpEndpointDeps): McpHttp {
  const admit = createHttpGuard(deps);
  const endpoint = createMcpEndpoint(host, deps);
  return {
    async fetch(request) {
      const admission = await admit(request);
      return admission.kind === 'refused' ? admission.response : await endpoint.fetch(request, admission.principal);
    },
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}
