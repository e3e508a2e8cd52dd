import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Attack, Evidence } from './attack.ts';

export interface Trespass {
  readonly canary: string;
}

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Text that only someone who saw the inside of the host can say. */
const HOST_MARKS: readonly string[] = [REPOSITORY, process.execPath, 'file://', 'node:', 'node_modules', 'worker.js'];

/** What an attack achieved; empty if it was contained. */
export function breaches(attack: Attack, evidence: Evidence, { canary }: Trespass): readonly string[] {
  const { said, calls, asks, polluted } = evidence;
  const everything = said + JSON.stringify([calls, asks]);
  return [
    ...(everything.includes(canary) ? ['the canary came out'] : []),
    ...HOST_MARKS.filter((mark) => everything.includes(mark)).map((mark) => `the host showed as "${mark}"`),
    ...polluted.map((name) => `${name} of the host has changed`),
    ...differs('tools received', calls, attack.calls ?? []),
    ...differs('a person was asked', asks, attack.asks ?? []),
  ];
}

function differs(what: string, seen: unknown, allowed: unknown): readonly string[] {
  return isDeepStrictEqual(seen, allowed) ? [] : [`${what} ${JSON.stringify(seen)}, not ${JSON.stringify(allowed)}`];
}
