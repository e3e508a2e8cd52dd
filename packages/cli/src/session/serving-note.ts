// A server that listens leaves a note in the data folder for as long as it runs: where it listens, and of which version it
// is. `doctor` compares that with the command: an upgrade reaches a server when it is started again.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@toolshed/runtime';
import { z } from 'zod';

const Note = z.strictObject({
  pid: z.int(),
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

export async function readServingNotes(home: string): Promise<readonly ServingNote[]> {
  const names = await readdir(folderIn(home)).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folderIn(home), name), 'utf8').catch(() => '')));
  return texts.flatMap((text) => noteIn(text) ?? []);
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
