// Which files the dynamic loader needs beside a program, so that a mount namespace can hold those and nothing else.

import { spawnSync } from 'node:child_process';
import { findProgram } from './trusted-program.js';

export type SharedLibraries =
  | { readonly kind: 'found'; readonly paths: readonly string[] }
  | { readonly kind: 'unknown'; readonly because: string };

const known = new Map<string, SharedLibraries>();

/** Asked once for the same programs in the life of the process: about 10 ms, then free. */
export function sharedLibraries(programs: readonly string[]): SharedLibraries {
  const key = programs.join('\0');
  const libraries = known.get(key) ?? askLoader(programs);
  known.set(key, libraries);
  return libraries;
}

/** Reads `libc.so.6 => /lib/libc.so.6 (0x…)` and `/lib64/ld-linux.so.2 (0x…)`; the kernel's own vdso has no file. */
export function readLddOutput(text: string): SharedLibraries {
  const lines = text.split('\n').map((line) => line.trim());
  const lost = lines.find((line) => line.endsWith('not found'));
  if (lost !== undefined) return { kind: 'unknown', because: `a library is missing: ${lost}` };
  const paths = lines.flatMap((line) => /(?:^|=> )(\/.*) \(0x[0-9a-f]+\)$/.exec(line)?.[1] ?? []);
  return { kind: 'found', paths: [...new Set(paths)] };
}

/** The environment is empty, as it will be inside: a library found only through LD_LIBRARY_PATH would be missing there. */
function askLoader(programs: readonly string[]): SharedLibraries {
  const ldd = findProgram('ldd');
  if (ldd === undefined) return { kind: 'unknown', because: 'ldd was not found' };
  const { status, stdout, stderr, error } = spawnSync(ldd, programs, { env: {}, encoding: 'utf8', timeout: 5_000 });
  if (status === 0) return readLddOutput(stdout);
  return {
    kind: 'unknown',
    because: `ldd could not read "${programs.join('", "')}": ${error?.message ?? stderr.trim()}`,
  };
}
