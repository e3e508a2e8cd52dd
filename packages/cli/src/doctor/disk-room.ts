// A store on a full disk takes no answer and starts nothing. SQLite needs room beside what it holds: for its log, and for
// a backup that is made on the same disk.

import { statfs } from 'node:fs/promises';
import type { Finding } from './finding.js';

const TOO_LITTLE = 100e6;
const LITTLE = 1e9;

interface Room {
  readonly free: number;
  readonly all: number;
  /** How a person calls this command. */
  readonly prefix: string;
}

export async function diskRoom(folder: string, prefix: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return judgeRoom(folder, { free: bavail * bsize, all: blocks * bsize, prefix });
}

export function judgeRoom(folder: string, { free, all, prefix }: Room): Finding {
  const name = 'disk room';
  const detail = `${inWords(free)} of ${inWords(all)} are free for ${folder}`;
  if (free >= LITTLE) return { name, ok: true, detail };
  const advice = `Free some, or remove executions that ended long ago: ${prefix} prune --older-than 30d`;
  return free < TOO_LITTLE ? { name, ok: false, detail, advice } : { name, ok: true, warning: true, detail, advice };
}

const inWords = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`;
