import { UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { z } from 'zod';
import type { Caller } from './caller.js';

const UrlRequired = z.looseObject({
  code: z.literal('elicitation/url-required'),
  elicitations: z.array(z.looseObject({ elicitationId: z.string(), url: z.string(), message: z.string() })).min(1),
});

/**
 * A tool that cannot begin before the person has been to an address. Clients that know the error open it and call
 * again; the revision of 2026-07-28 has no such error, and other clients read it as a failure like any other.
 */
export function urlRequired(result: ExecutionResult, { era, asks }: Caller): UrlElicitationRequiredError | undefined {
  if (result.status !== 'failed' || era !== 'legacy' || !asks.url) return undefined;
  const required = UrlRequired.safeParse(result.error).data;
  if (required === undefined) return undefined;
  return new UrlElicitationRequiredError(
    required.elicitations.map(({ elicitationId, url, message }) => ({ mode: 'url', elicitationId, url, message })),
  );
}
