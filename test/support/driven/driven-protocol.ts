// What the driver of a run and the processes it drives say to each other, whatever the commands are.

import { z } from 'zod';

/** Who gives an answer in a command. */
export const By = z.strictObject({ principal: z.string(), kind: z.literal('person'), channel: z.string() });

/** `value`: the id of what was started or granted, where there is one. */
export const Reply = z.union([
  z.strictObject({ id: z.int(), ok: z.literal(true), value: z.string().optional() }),
  z.strictObject({ id: z.int(), ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type Reply = Readonly<z.infer<typeof Reply>>;

/** How often each command was refused, by its code. */
export type Refusals = Record<string, number>;

export function countRefusal(refused: Refusals, command: { readonly do: string }, { code }: { readonly code: string }) {
  const name = `${command.do} ${code}`;
  refused[name] = (refused[name] ?? 0) + 1;
}
