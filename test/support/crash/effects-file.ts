// What handlers did to the world, one synced line each: the only witness that a killed process leaves beside its store.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

const Effect = z.strictObject({
  when: z.enum(['start', 'done']),
  path: z.string(),
  key: z.string(),
  result: z.json().optional(),
});
export type Effect = Readonly<z.infer<typeof Effect>>;

export interface EffectsFile {
  append(effect: Effect): void;
  read(): readonly Effect[];
}

export function openEffects(file: string): EffectsFile {
  return {
    append(effect) {
      const descriptor = openSync(file, 'a');
      writeSync(descriptor, `${JSON.stringify(effect)}\n`);
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    read() {
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      return lines.map((line) => Effect.parse(JSON.parse(line)));
    },
  };
}
