// What a client shows its model when it connects. Every connected model pays for it, and for the descriptions of our
// tools, in each of its turns: together they stay below 800 tokens, however many tools the host has.
//
// Threat: a source whose last error is an instruction to the model, or long. Names and errors are cut, and come last.

import type { ToolNamespace } from '@toolshed/kernel';
import { namespacesText, USUAL_LIMITS } from '@toolshed/runtime/agent';
import type { HostNow } from './host-source.js';

const INSTRUCTIONS = `Write one program for execute instead of many calls. Find what it can call with search_tools. A program asks the user with elicit(…); to ask a single question, call the tool elicit. When the result is "paused", follow its "next". A program has ${USUAL_LIMITS}: filter inside it and return little.`;

/** About 125 tokens. */
const LONGEST_NAMESPACES = 500;

export function instructionsFor(found: HostNow): string {
  if (found.kind !== 'ready') return `${found.because}\n\n${INSTRUCTIONS}`;
  return `${INSTRUCTIONS} ${namespacesLine(found.host.shed.catalog.namespaces)}`;
}

/**
 * As many as fit, those with the most tools first.
 * @internal also for the test that counts the longest there can be
 */
export function namespacesLine(all: readonly ToolNamespace[]): string {
  const sorted = all.toSorted((a, b) => b.tools - a.tools);
  let most = sorted.length;
  while (most > 0 && namespacesText(sorted, most).length > LONGEST_NAMESPACES) most--;
  return `Namespaces here: ${namespacesText(sorted, most)}.`;
}
