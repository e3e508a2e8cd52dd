// Agents write ids as the tools document them (`execution_id`) or as replies name them (`executionId`). Both are read;
// two that differ are refused, since one of them would be ignored.

import { z } from 'zod';

type Arguments = Readonly<Record<string, unknown>>;

const SPELLINGS = [
  ['executionId', 'execution_id'],
  ['elicitationId', 'elicitation_id'],
] as const;

export type SpeltArguments =
  | { readonly kind: 'read'; readonly args: Arguments }
  | { readonly kind: 'refused'; readonly problem: string };

/** The arguments of a tool, under the names it documents. */
export function asDocumented(input: z.ZodType, given: Arguments): SpeltArguments {
  const known = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  let args = given;
  for (const [reply, documented] of SPELLINGS) {
    if (!known.includes(documented) || known.includes(reply) || !Object.hasOwn(args, reply)) continue;
    const { [reply]: value, ...others } = args;
    if (Object.hasOwn(others, documented) && others[documented] !== value)
      return {
        kind: 'refused',
        problem: `"${documented}" and "${reply}" name the same argument and have different values; give one of them`,
      };
    args = { ...others, [documented]: value };
  }
  return { kind: 'read', args };
}

/** Agents that fill in every argument give null for those they mean to leave out. */
export const withoutUnset = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
