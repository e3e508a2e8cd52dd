// What handlers did to the world, one line each: the witness that no journal can talk over. A line is one write to a file
// opened for appending, so a killed process leaves whole lines of all it did.

import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

export const Effect = z.strictObject({
  /** `start`: from here on it may have acted. `done`: it has, and returns its run as the result. */
  when: z.enum(['start', 'done']),
  /** One run of a handler, unlike any other. */
  run: z.string(),
  path: z.string(),
  execution: z.string(),
  call: z.int(),
  attempt: z.int(),
  /** What the handler hands to services that de-duplicate. */
  key: z.string(),
  /** As the handler got them, in canonical JSON. */
  args: z.string(),
  /** The host that ran it. */
  host: z.string(),
  at: z.int(),
});
export type Effect = Readonly<z.infer<typeof Effect>>;

export interface Effects extends Disposable {
  append(effect: Effect): void;
}

export function openEffects(file: string): Effects {
  const descriptor = openSync(file, 'a');
  return {
    append: (effect) => void writeSync(descriptor, `${JSON.stringify(effect)}\n`),
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

export function readEffects(file: string): readonly Effect[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Effect.parse(JSON.parse(line)));
}
