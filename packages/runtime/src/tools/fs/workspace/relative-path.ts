// A path as a program writes it: names joined by "/", always below the root. Nothing else is a path here.
//
// Refused rather than repaired: a path that must be cleaned before it is safe was written to get out, and
// `a/../b` means something else once `a` is a link.

import { z } from 'zod';
import { FsError } from '../fs-error.js';

export interface RelativePath {
  /** Empty for the root itself. */
  readonly names: readonly string[];
  /** How messages and results name it; `.` for the root. */
  readonly shown: string;
}

/**
 * A path among a tool's arguments, in its one spelling. Policy, people and journals see only that: a rule about
 * `secret/` must meet `./secret//a`, too.
 */
export const PathText = z.string().overwrite(oneSpelling);

export const MAX_DEPTH = 64;

const MAX_LENGTH = 4096;

/** Windows opens a device for these, with any extension and in any folder. */
const DEVICE_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

export function readPath(text: string, platform: NodeJS.Platform = process.platform): RelativePath {
  if (text.length > MAX_LENGTH) throw invalid(text, 'it is too long');
  if (text.includes('\0')) throw invalid(text, 'it contains a NUL character');
  if (text.includes('\\')) throw invalid(text, 'it contains a backslash; separate names with "/"');
  if (text.startsWith('/') || /^[A-Za-z]:/.test(text)) throw outside(text, 'it is absolute');
  const names = namesIn(text);
  if (names.includes('..')) throw outside(text, 'it contains ".."');
  if (names.length > MAX_DEPTH)
    throw new FsError('fs/too-deep', `Cannot use ${quote(text)}: more than ${MAX_DEPTH} folders deep`);
  for (const name of names) refuseWindowsTricks(text, name, platform);
  return pathOf(names);
}

function oneSpelling(text: string): string {
  return text.startsWith('/') ? text : pathOf(namesIn(text)).shown;
}

const namesIn = (text: string): readonly string[] => text.split('/').filter((name) => name !== '' && name !== '.');

export const pathOf = (names: readonly string[]): RelativePath => ({
  names,
  shown: names.length === 0 ? '.' : names.join('/'),
});

export const quote = (text: string): string => JSON.stringify(text);

function refuseWindowsTricks(text: string, name: string, platform: NodeJS.Platform): void {
  if (DEVICE_NAME.test(withoutEnding(name))) throw invalid(text, `"${name}" is the name of a device`);
  if (platform !== 'win32') return;
  if (name.includes(':')) throw invalid(text, 'a name contains ":"');
  if (/[. ]$/.test(name)) throw invalid(text, 'a name ends with a dot or a space');
}

/** Without dots and spaces at its end. An expression would look at each run of them again from each of its characters. */
function withoutEnding(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

const invalid = (text: string, state: string): FsError =>
  new FsError('fs/invalid-path', `Cannot use the path ${quote(text.slice(0, 200))}: ${state}`);

const outside = (text: string, state: string): FsError =>
  new FsError(
    'fs/outside-root',
    `Cannot use the path ${quote(text.slice(0, 200))}: ${state}; write paths relative to the root, such as "notes/a.txt"`,
  );
