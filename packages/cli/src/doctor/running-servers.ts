import { UsageError } from '../command/usage-error.js';
import { readServingNotes, type ServingNote } from '../session/serving-note.js';
import type { Finding } from './finding.js';

const PATIENCE_MS = 2_000;

/** Servers of this data folder that answer, and whether they are of the version of this command. */
export async function runningServers(home: string, version: string): Promise<readonly Finding[]> {
  try {
    return (await liveServers(home)).map((note) => toFinding(note, version));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ name: 'server', ok: false, detail: error.message }];
  }
}

/** Servers of this data folder that answer. */
export async function liveServers(home: string): Promise<readonly ServingNote[]> {
  const notes = await readServingNotes(home);
  const alive = await Promise.all(notes.map(answers));
  return notes.filter((_, index) => alive[index]);
}

function toFinding({ pid, version, url }: ServingNote, ours: string): Finding {
  const finding = { name: 'server', ok: true, detail: `${version} at ${url} (process ${pid})` } as const;
  if (version === ours) return finding;
  const advice = `This command has version ${ours}. Start the server again, or use the command it was started with`;
  return { ...finding, warning: true, advice };
}

/** Not by its pid alone, which another process may have by now. */
async function answers({ url }: ServingNote): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
