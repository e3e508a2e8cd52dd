// A tool that cannot begin before the person has been to an address.

import type { UrlElicitation } from '@toolshed/kernel';
import { safeText } from '@toolshed/kernel/runtime';
import type { ExecutionResult } from '../execution/execution-result.js';

export function pagesOf(result: ExecutionResult): readonly UrlElicitation[] {
  if (result.status !== 'failed' || result.error.code !== 'elicitation/url-required') return [];
  return result.calls.flatMap(({ required }) => required);
}

/** The instruction for an agent whose client cannot open pages itself. */
export function pagesToVisit(result: ExecutionResult): string | undefined {
  const pages = pagesOf(result);
  if (pages.length === 0) return undefined;
  const list = pages.map(({ url, message }) => `${safeText(url)} (${safeText(message)})`).join(', ');
  return `Ask the user to visit ${list}. Then run the program again.`;
}
