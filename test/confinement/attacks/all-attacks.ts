import type { Attack } from '../attack.ts';
import { ARGUMENTS } from './arguments.ts';
import { CODE_AND_GLOBALS } from './code-and-globals.ts';
import { CONSTRUCTOR_CHAINS } from './constructor-chains.ts';
import { FORGERIES } from './forgeries.ts';
import { LATE_CALLS } from './late-calls.ts';
import { OUR_GLOBALS } from './our-globals.ts';
import { OVERSIZED_VALUES } from './oversized-values.ts';
import { PATCHED_INTRINSICS } from './patched-intrinsics.ts';
import { PROMISES } from './promises.ts';
import { PROTOTYPE_POLLUTION } from './prototype-pollution.ts';
import { STACK_TRACES } from './stack-traces.ts';
import { TOOL_PATHS } from './tool-paths.ts';

/** By family. What earlier programs left behind is looked for by a later one, so the order is kept. */
export const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'constructor chains': CONSTRUCTOR_CHAINS,
  'stack traces': STACK_TRACES,
  promises: PROMISES,
  arguments: ARGUMENTS,
  'prototype pollution': PROTOTYPE_POLLUTION,
  'tool paths': TOOL_PATHS,
  'patched intrinsics': PATCHED_INTRINSICS,
  'late calls': LATE_CALLS,
  forgeries: FORGERIES,
  'our globals': OUR_GLOBALS,
  'oversized values': OVERSIZED_VALUES,
  'code and globals': CODE_AND_GLOBALS,
};
