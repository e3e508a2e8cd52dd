import type { Delivery } from './sandbox.js';

/** The text the isolate parses; values are already JSON and are not written again. */
export function deliveryText({ kind, call, at, json }: Delivery): string {
  if (json === undefined) return `{"n":${call},"at":${at}}`;
  return `{"n":${call},"at":${at},"${kind === 'value' ? 'v' : 'e'}":${json}}`;
}
