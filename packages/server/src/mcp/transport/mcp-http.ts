import { createHttpGuard, type HttpGuardDeps } from './http-guard.js';
import { createMcpEndpoint, type McpEndpointDeps } from './mcp-endpoint.js';
import type { McpHost } from '../server/mcp-host.js';
import { whileWelcome } from './while-welcome.js';

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
      if (admission.kind === 'refused') return admission.response;
      const { principal, refuse } = admission;
      const isWelcome = (): Promise<boolean> => deps.isWelcome(principal);
      return await whileWelcome(() => endpoint.fetch(request, principal), { isWelcome, refuse });
    },
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}
