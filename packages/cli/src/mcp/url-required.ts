import { UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { z } from 'zod';
import type { Caller } from './caller.js';

const Page = z.looseObject({ elicitationId: z.string(), url: z.string(), message: z.string() });
/** What a call says of pages that a person has to visit before it can succeed. */
const Requiring = z.looseObject({ required: z.array(Page) });

/**
 * A tool that cannot begin before the person has been to an address. Clients that know the error open it and call
 * again; the revision of 2026-07-28 has no such error, and other clients read it as a failure like any other.
 */
export function urlRequired(result: ExecutionResult, { era, asks }: Caller): UrlElicitationRequiredError | undefined {
  if (result.status !== 'failed' || result.error.code !== 'elicitation/url-required') return undefined;
  if (era !== 'legacy' || !asks.url) return undefined;
  const pages = result.calls.flatMap((call) => Requiring.safeParse(call).data?.required ?? []);
  if (pages.length === 0) return undefined;
  return new UrlElicitationRequiredError(
    pages.map(({ elicitationId, url, message }) => ({ mode: 'url', elicitationId, url, message })),
  );
}
