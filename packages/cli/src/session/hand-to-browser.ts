// Takes a browser of this person to a page of their server, signed in.
//
// The link has a code, and anybody who has the code signs in. Every user of a machine can read the command lines of the others,
// so no process is started with the link: the browser is given a file that only this user can read, and that sends it on.
//
// Invariants
//   H1. The code works once and for two minutes at most. A command that ends sooner takes it back, also when a signal ends
//       it. Of one that is killed outright, the next command removes the file once its code has ended.
//   H2. No code is made for a server that may not be ours (`mayBeSignedIn`), nor where somebody could read it on the way.

import { readFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '@toolshed/runtime';
import type { SignInCodes } from '@toolshed/server';
import { isLoopback } from '@toolshed/server/command';
import { untilEnd } from '../command/take-back.js';
import type { ServingNote } from './serving-note.js';

const LASTS_MS = 120_000;
/** Given up a little sooner: a code that has ended could not be told from one that was used. */
const WAITS_MS = LASTS_MS - 2_000;
const LOOK_MS = 200;
const PREFIX = 'open-';
const FILE = 'sign-in.html';

export interface SignInPage extends AsyncDisposable {
  /** Signs one browser in, and shows the page. */
  readonly link: string;
  /** The file that sends a browser there. */
  readonly file: string;
  /** Whether a browser has signed in; false once the code has ended. */
  whenUsed(): Promise<boolean>;
}

export interface SignInPageDeps {
  readonly codes: SignInCodes;
  readonly home: string;
  /** Whose answers those from that browser are. */
  readonly user: string;
  readonly now: () => number;
}

/**
 * Threat: a server was killed and its note is still there, and somebody else's process listens on its port. It would be
 * shown a code that another server of this folder takes. So the process of the note must be one of this user.
 */
export function mayBeSignedIn({ pid, url, page = url }: ServingNote): boolean {
  const { protocol, hostname } = new URL(page);
  if (protocol !== 'https:' && !isLoopback(hostname.replace(/^\[|\]$/g, ''))) return false;
  try {
    return process.kill(pid, 0) && isOurProcess(pid);
  } catch {
    return false;
  }
}

/** A privileged user may signal the processes of others as well. Only Linux says whose they are without another program. */
function isOurProcess(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  const [, owner] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return owner !== undefined && Number(owner) === process.getuid?.();
}

/** `address`: the page of the server to show. */
export async function openSignInPage(address: URL, { codes, home, user, now }: SignInPageDeps): Promise<SignInPage> {
  await removeEndedPages(home, now);
  const ends = now() + WAITS_MS;
  const code = await codes.create({ name: user, expiresInMs: LASTS_MS });
  let folder: string | undefined;
  let isTakenBack = false;
  // H1.
  const held = untilEnd(async () => {
    isTakenBack = true;
    await Promise.all([codes.take(code), folder && rm(folder, { recursive: true, force: true })]);
  });
  const link = new URL('/login', address);
  link.searchParams.set('code', code);
  if (address.pathname !== '/') link.searchParams.set('to', address.pathname);
  const writePage = async (): Promise<string> => {
    makeFolder(home);
    folder = await mkdtemp(join(home, PREFIX));
    const written = join(folder, FILE);
    await writeFile(written, pageTo(link.href), { mode: 0o600, flag: 'wx' });
    return written;
  };
  const file = await writePage().catch(async (error: unknown) => {
    await held[Symbol.asyncDispose]();
    throw error;
  });
  return {
    link: link.href,
    file: pathToFileURL(file).href,
    async whenUsed() {
      while (await codes.isUnused(code)) {
        if (now() >= ends) return false;
        await pause(LOOK_MS);
      }
      return !isTakenBack;
    },
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  };
}

/** Of commands that were killed (H1). */
export async function removeEndedPages(home: string, now: () => number): Promise<void> {
  const names = await readdir(home).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(home, name);
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true || found.mtimeMs > now() - LASTS_MS) continue;
    await rm(join(folder, FILE), { force: true }).catch(() => undefined);
    // Only if nothing else is in it.
    await rmdir(folder).catch(() => undefined);
  }
}

/** The address is ours: its code and the encoded path are all that varies. */
function pageTo(link: string): string {
  const href = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${href}">
<title>Toolshed</title>
<p><a href="${href}">Open the inbox</a></p>
`;
}
