import type { PendingElicitation } from '@toolshed/kernel';
import { ASKS_LABEL } from '@toolshed/runtime/agent';
import type { Asks } from '../../server/caller.js';

export const asksLabel = ({ form, url }: Asks): Readonly<Record<string, string>> =>
  form || url ? { [ASKS_LABEL]: [form ? 'form' : '', url ? 'url' : ''].filter((mode) => mode !== '').join('+') } : {};

/**
 * Whether the MCP client that started an execution can put a question before a person: in a form, or as an address.
 * Give it to `openToolshed` as `reachesPeople`, so that askers that do not wait know whether anybody can be reached.
 *
 * @example
 * ```ts
 * const shed = await openToolshed({ tools, store: 'memory', reachesPeople: clientReaches });
 * ```
 */
export function clientReaches({ labels, request }: PendingElicitation): boolean {
  const modes = labels[ASKS_LABEL]?.split('+') ?? [];
  // What is sensitive never passes through a form of a client.
  if (request.sensitive === true) return false;
  return modes.includes(request.type === 'url' ? 'url' : 'form');
}
