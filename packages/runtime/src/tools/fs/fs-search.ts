// Plain text search. There is no pattern language for the text on purpose: a program's regular expression
// could keep the host's thread busy for years.

import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { decodeText, readBytes } from './workspace/file-content.js';
import { explaining, FsError } from './fs-error.js';
import { matchesGlob } from './glob.js';
import type { LinkedFiles } from './workspace/linked-files.js';
import { PathText, quote, readPath } from './workspace/relative-path.js';
import { type FolderEntry, walkFolder } from './workspace/walk-folder.js';
import type { Workspace } from './workspace/workspace.js';

const Match = z.strictObject({ path: z.string(), line: z.int(), column: z.int(), text: z.string() });
type Match = z.infer<typeof Match>;

const LIMITS = { fileBytes: 1024 * 1024, totalBytes: 64 * 1024 * 1024, lineLength: 400 } as const;

export const fsSearch = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.search',
    description:
      'Find plain text (case matters) in the text files of a folder and all below it. glob limits the files: *, ? and **. ' +
      'Files that are not text, above 1 MiB or not to be read are skipped and counted.',
    input: z.strictObject({
      query: z.string().min(1).max(1_000),
      path: PathText.optional(),
      glob: z.string().max(1_000).optional(),
      maxMatches: z.int().positive().max(1_000).optional(),
    }),
    output: z.strictObject({ matches: z.array(Match), files: z.int(), skipped: z.int(), truncated: z.boolean() }),
    destructive: false,
    idempotent: true,
    handler: ({ labels, signal }, { query, path: text = '.', glob, maxMatches = 100 }) =>
      explaining(`search ${quote(text)}`, async () => {
        await using start = await workspace.openFolder(labels, readPath(text));
        const matches: Match[] = [];
        const seen = { files: 0, skipped: 0, bytes: 0 };
        for await (const entry of walkFolder(start, 'all')) {
          signal.throwIfAborted();
          if (entry.kind !== 'file' || (glob !== undefined && !matchesGlob(glob, entry.path.names))) continue;
          if (seen.bytes + entry.bytes > LIMITS.totalBytes) return report(matches, seen, true);
          const content = await readSearchable(entry, start.linked);
          if (content === undefined) seen.skipped++;
          if (content === undefined) continue;
          seen.files++;
          seen.bytes += entry.bytes;
          matches.push(...matchesIn(content, query, entry.path.shown, maxMatches + 1 - matches.length));
          if (matches.length > maxMatches) return report(matches.slice(0, maxMatches), seen, true);
        }
        return report(matches, seen, false);
      }),
  });

const report = (matches: Match[], { files, skipped }: { files: number; skipped: number }, truncated: boolean) => ({
  matches,
  files,
  skipped,
  truncated,
});

/** `undefined` for what cannot be searched: too large, not text, not to be read, or no longer a file. */
async function readSearchable({ address, path, bytes }: FolderEntry, linked: LinkedFiles): Promise<string | undefined> {
  if (bytes > LIMITS.fileBytes) return undefined;
  try {
    return decodeText(await readBytes({ address, shown: path.shown, linked }, LIMITS.fileBytes));
  } catch (error) {
    if (error instanceof FsError) return undefined;
    throw error;
  }
}

function matchesIn(content: string, query: string, path: string, limit: number): Match[] {
  const matches: Match[] = [];
  let line = 1;
  let lineStart = 0;
  for (
    let at = content.indexOf(query);
    at !== -1 && matches.length < limit;
    at = content.indexOf(query, at + query.length)
  ) {
    for (
      let next = content.indexOf('\n', lineStart);
      next !== -1 && next < at;
      next = content.indexOf('\n', lineStart)
    ) {
      line++;
      lineStart = next + 1;
    }
    matches.push({ path, line, column: at - lineStart + 1, text: lineAround(content, lineStart, at) });
  }
  return matches;
}

/** The line of a match; of a very long line, the part where the match is. */
function lineAround(content: string, lineStart: number, at: number): string {
  const end = content.indexOf('\n', at);
  const from = Math.max(lineStart, at - LIMITS.lineLength / 2);
  return content.slice(from, Math.min(end === -1 ? content.length : end, from + LIMITS.lineLength));
}
