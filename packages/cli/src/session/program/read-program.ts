import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from '../../command/usage-error.js';
import { whyUnreadable } from '../../command/why-unreadable.js';

export interface Program {
  readonly source: string;
  /** The program's folder; the current folder if it came through a pipe. */
  readonly folder: string;
}

/** Reads a program from a file, or from standard input when the name is `-`. */
export async function readProgram(name: string, cwd: string, input: Readable): Promise<Program> {
  if (name === '-') return { source: await text(input), folder: cwd };
  const file = resolve(cwd, name);
  try {
    return { source: await readFile(file, 'utf8'), folder: dirname(file) };
  } catch (error) {
    throw new UsageError('program/unreadable', `Cannot read the program "${file}": ${whyUnreadable(error)}`);
  }
}
