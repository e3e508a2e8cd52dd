// Files of one JSON value a line. A line is one write to a file opened for appending, so a killed process leaves whole
// lines of all it wrote.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { z } from 'zod';

export const appendLine = (file: string, value: unknown): void => appendFileSync(file, `${JSON.stringify(value)}\n`);

export function readLines<T extends z.ZodType>(file: string, shape: T): readonly z.output<T>[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => shape.parse(JSON.parse(line)));
}
