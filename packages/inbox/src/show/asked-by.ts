// Who asks, in words of ours. Only the gate's and the runtime's questions are about a call that waits; everything else
// is somebody's own question, and says so wherever it is listed.

import type { Asker } from '@toolshed/kernel/runtime';

/** Whether the words of the question are this host's, or those of a tool that is at the gate. */
export const isOurs = (asker: Asker): boolean => asker === 'gate' || asker === 'in-doubt';

/** In front of what is asked. */
export const askedIn = (asker: Asker): string => ASKED_IN[asker];

const ASKED_IN = {
  gate: 'Needs your approval:',
  'in-doubt': 'Outcome unknown:',
  handler: 'A tool asks:',
  program: 'The program asks:',
} as const satisfies Record<Asker, string>;

/** Who asks, as a kind of question. */
export const KINDS = {
  gate: 'a call that needs approval',
  'in-doubt': 'a call of unknown outcome',
  handler: 'a tool’s own question',
  program: 'the program’s own question',
} as const satisfies Record<Asker, string>;
