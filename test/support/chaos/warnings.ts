// What the hosts of a chaos run warned of, one line each.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const Warning = z.looseObject({
  host: z.string(),
  message: z.string(),
  execution: z.string().optional(),
  call: z.int().optional(),
});
type Warning = z.infer<typeof Warning>;

export const appendWarning = (file: string, warning: Warning): void =>
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...warning })}\n`);

/** A host that closes logs the calls whose outcome is lost, as in a crash. */
export function readGivenUp(file: string): ReadonlySet<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const warnings = lines.map((line) => Warning.parse(JSON.parse(line)));
  const lost = warnings.filter(({ message }) =>
    message.startsWith('journaling the outcome of a call failed; the host has closed'),
  );
  return new Set(lost.map(({ host, execution, call }) => `${host} ${execution} ${call}`));
}
