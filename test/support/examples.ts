// The examples of `examples/`, and what each says at its end that it prints.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** Programs for `toolshed run`: no host, no imports. */
const PROGRAMS = ['ask-a-person.ts', 'tidy-notes.ts'];

/** What an example starts by itself. */
const PARTS = ['mcp-server.ts'];

export const sourceFiles = (): readonly string[] => readdirSync(EXAMPLES).filter((name) => name.endsWith('.ts'));

/** What is written against the library. */
export const hostFiles = (): readonly string[] => sourceFiles().filter((name) => !PROGRAMS.includes(name));

/** What a reader runs with `node examples/<name>`. */
export const hostExamples = (): readonly string[] => hostFiles().filter((name) => !PARTS.includes(name));

export const readExample = (name: string): string => readFileSync(join(EXAMPLES, name), 'utf8');

const BLOCK = /\n\/\/ Prints:\n\/\/\n((?:\/\/(?: {3}.*)?\n)+)$/;

/** The lines of the comment a file ends with; undefined where it has none. */
export function statedOutput(source: string): string | undefined {
  const [, block] = BLOCK.exec(source) ?? [];
  return block?.replaceAll(/^\/\/(?: {3})?/gm, '');
}

export const withoutOutput = (source: string): string => source.replace(BLOCK, '');

/** Without what differs each time, and the isolation level of this machine. */
export const withoutVariation = (output: string): string =>
  output
    .replaceAll(/\b(exec|elic)_\w+/g, '$1_…')
    .replaceAll(/\bsecret:[\w-]{8,}/g, 'secret:…')
    .replaceAll(/\bbehind \S+/g, 'behind …');
