// A server that listens leaves a note in the data folder for as long as it runs: where it listens, and of which version it
// is. `doctor` compares that with the command: an upgrade reaches a server when it is started again.
//
// Threat: a note that somebody else wrote. `toolshed open` sends a browser where a note says, with a code that signs it in.
// So only notes count that no other user can have written, in a folder that no other user can write to.

import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@toolshed/runtime';
import { z } from 'zod';
import { UsageError } from '../command/usage-error.js';

const Note = z.strictObject({
  // Zero and less are groups of processes.
  pid: z.int().positive(),
  version: z.string(),
  /** Where this machine reaches it. */
  url: z.url(),
  /** Where browsers reach it, if that is another address. */
  page: z.url().exactOptional(),
});
export type ServingNote = Readonly<z.infer<typeof Note>>;

const folderIn = (home: string): string => join(home, 'serving');

/** Kept until it is disposed of; one of a process that was killed stays, and nobody answers where it says. */
export async function leaveServingNote(home: string, note: ServingNote): Promise<AsyncDisposable> {
  makeFolder(folderIn(home));
  const file = join(folderIn(home), `${note.pid}.json`);
  await writeFile(file, JSON.stringify(note), { mode: 0o600 });
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

/** Throws where others can write to the folder of the notes. */
export async function readServingNotes(home: string): Promise<readonly ServingNote[]> {
  const folder = folderIn(home);
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory() || !isOurs(found))
    throw new UsageError(
      'home/not-private',
      `Cannot trust what "${folder}" says of running servers: it is no folder of yours that only you can write to. Remove it, and start the servers again`,
    );
  const texts = await Promise.all((await readdir(folder)).map((name) => readOurs(join(folder, name)).catch(() => '')));
  return texts.flatMap((text) => noteIn(text) ?? []);
}

/** Empty if somebody else can have written it. */
async function readOurs(path: string): Promise<string> {
  // A pipe that nobody writes to does not hold the command up.
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const found = await file.stat();
  return found.isFile() && isOurs(found) ? await file.readFile('utf8') : '';
}

/** Windows has no such modes; its folders of a user are that user's. */
function isOurs({ mode, uid }: Stats): boolean {
  const self = process.getuid?.();
  return self === undefined || (uid === self && (mode & 0o022) === 0);
}

function noteIn(text: string): ServingNote | undefined {
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Where this machine reaches a server that listens on `host`. */
export function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
