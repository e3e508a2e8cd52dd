import { inputRequired, type InputRequiredResult, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import type { ExecutionResult } from '@toolshed/runtime';
import { pagesOf } from '@toolshed/runtime/agent';
import { safeText } from '@toolshed/kernel/runtime';
import type { Caller } from '../../server/caller.js';
import type { ToolCall } from '../../server/calls/tool-call.js';

/**
 * A tool that cannot begin before the person has been to an address. Clients that know the error open it and call
 * again; the revision of 2026-07-28 has `pagesAsInput` instead, and other clients read it as a failure like any other.
 */
export function urlRequired(result: ExecutionResult, { era, asks }: Caller): UrlElicitationRequiredError | undefined {
  if (era !== 'legacy' || !asks.url) return undefined;
  const pages = pagesOf(result);
  if (pages.length === 0) return undefined;
  return new UrlElicitationRequiredError(
    pages.map(({ elicitationId, url, message }) => ({ mode: 'url', elicitationId, url, message })),
  );
}

/**
 * The same to a client of 2026-07-28: it opens the pages and makes the same call again, which runs the program again. So
 * there is no state to carry, and what the client says about the pages decides nothing. Asked once: a call that comes with
 * responses has been there.
 */
export function pagesAsInput(
  result: ExecutionResult,
  { caller, responses }: Pick<ToolCall, 'caller' | 'responses'>,
): InputRequiredResult | undefined {
  const pages = pagesOf(result);
  const isAskable = caller.era === 'modern' && caller.asks.url && Object.keys(responses).length === 0;
  if (!isAskable || pages.length === 0) return undefined;
  const inputRequests = pages.map(({ elicitationId, url, message }) => [
    elicitationId,
    inputRequired.elicitUrl({ message: safeText(message), url }),
  ]);
  return { resultType: 'input_required', inputRequests: Object.fromEntries(inputRequests) };
}
