// Who sends a request and what their client can do, read from that very request and from nothing configured: a
// client of 2026-07-28 sends it with each request, an older one sent it once, when the connection was opened.

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpPrincipal, PrincipalOf } from './principal-session.js';

export type Era = 'modern' | 'legacy';

/** What a client declares that it can show to a person. */
export interface Asks {
  readonly form: boolean;
  readonly url: boolean;
}

export interface Caller {
  /** Whose executions these are. From the bearer token, or from how the connection was set up; never an argument. */
  readonly principal: McpPrincipal;
  /** What the client calls itself. Its own claim, shown and never relied on. */
  readonly client: string | undefined;
  readonly era: Era;
  readonly revision: string;
  readonly asks: Asks;
  readonly hasTasks: boolean;
}

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const Capabilities = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

const ClientInfo = z.looseObject({ name: z.string() });

export const OLDEST_WITH_MODES = '2025-11-25';

export function readCaller(server: Server, context: ServerContext, era: Era, principalOf: PrincipalOf): Caller {
  return callerFrom(era === 'modern' ? factsInRequest(context) : factsAtConnect(server), era, principalOf);
}

export function callerFrom({ capabilities, info, revision }: ClientFacts, era: Era, principalOf: PrincipalOf): Caller {
  const { elicitation, extensions } = Capabilities.safeParse(capabilities ?? {}).data ?? {};
  const client = ClientInfo.safeParse(info).data?.name;
  return {
    principal: principalOf(client),
    client,
    era,
    revision: z.string().safeParse(revision).data ?? '',
    asks: asksOf(elicitation),
    hasTasks: era === 'modern' && extensions?.[TASKS_EXTENSION] !== undefined,
  };
}

/** What a client claims about itself; hostile until parsed. */
interface ClientFacts {
  readonly capabilities: unknown;
  readonly info: unknown;
  readonly revision: unknown;
}

function factsInRequest({ mcpReq }: ServerContext): ClientFacts {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  return {
    capabilities: envelope[CLIENT_CAPABILITIES_META_KEY],
    info: envelope[CLIENT_INFO_META_KEY],
    revision: envelope[PROTOCOL_VERSION_META_KEY],
  };
}

const factsAtConnect = (server: Server): ClientFacts => ({
  capabilities: server.getClientCapabilities(),
  info: server.getClientVersion(),
  revision: server.getNegotiatedProtocolVersion(),
});

/** An `elicitation` that names no mode is from before there were two. */
function asksOf(elicitation: { readonly form?: unknown; readonly url?: unknown } | undefined): Asks {
  if (elicitation === undefined) return { form: false, url: false };
  const { form, url } = elicitation;
  return { form: form !== undefined || url === undefined, url: url !== undefined };
}

export const canAsk = ({ asks }: Pick<Caller, 'asks'>): boolean => asks.form || asks.url;
