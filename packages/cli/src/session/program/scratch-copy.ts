// A program may ask to work on a copy: a line `// @scratch notes` in its leading comment.
//
// Threat: a program that names a folder to see more. The folder must lie inside the one the program would see
// without the line, links are not copied, so the line can only narrow what it sees.

import { cp, lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve, sep, isAbsolute } from 'node:path';
import type { Program } from './read-program.js';
import { UsageError } from '../../command/usage-error.js';

const LEADING_COMMENT = /^(?:\s*(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|#![^\n]*\n))*/;
const DIRECTIVE = /^[^\S\n]*(?:\/\/|\*)[^\S\n]*@scratch[^\S\n]+(\S.*)$/m;

/** The folder a program's leading comment names, if it names one. */
export function scratchFolderOf(source: string): string | undefined {
  const [comment = ''] = LEADING_COMMENT.exec(`${source}\n`) ?? [];
  return DIRECTIVE.exec(comment)?.[1]?.trimEnd();
}

/** Copies the folder a program asked to work on; `within` is all it may see. Returns the copy. */
export async function makeScratchCopy(program: Program, wanted: string, within: string): Promise<string> {
  const folder = await realpath(resolve(program.folder, wanted)).catch(() => undefined);
  if (folder === undefined || !(await lstat(folder)).isDirectory()) {
    throw new UsageError(
      'program/scratch',
      `Cannot copy the scratch folder "${wanted}": there is no such folder beside the program. Make it, or name another in the program’s first comment`,
    );
  }
  if (!isInside(folder, await realpath(within))) {
    throw new UsageError(
      'program/scratch',
      `Cannot copy the scratch folder "${folder}": it is outside "${within}". Start the program from a folder that contains it`,
    );
  }
  const copy = await realpath(await mkdtemp(join(tmpdir(), `toolshed-${basename(folder)}-`)));
  await cp(folder, copy, { recursive: true, filter: async (from) => !(await lstat(from)).isSymbolicLink() });
  return copy;
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
