// Keeps programs from writing the engine's stack traces.
//
// Attack: the line of a call, which a person reads before they approve it, is taken from a stack trace. A program that
// sets `Error.prepareStackTrace` writes that trace itself, and `Error.stackTraceLimit = 0` leaves nothing to read.
// Defence: both are there and cannot be changed.

import type { Primordials } from '../primordials.js';
import type { ProgramStacks } from '../place/program-stacks.js';

export function tameErrors({ lock, freeze }: Primordials, { prepare }: ProgramStacks): void {
  lock(Error, 'prepareStackTrace', freeze(prepare));
  lock(Error, 'stackTraceLimit', 10);
}
