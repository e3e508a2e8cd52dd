// Which files of other people's folders the person has read and accepted, by path and by the digest of their content and
// of every local file they import.
//
// Threat: a checked-out repository whose config widens what programs may do, or runs code when it is imported.
// Nothing of an untrusted file is used or imported; one changed byte, in it or in what it imports, makes it untrusted.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { prepareDataFolder } from '../session/store/data-folder.js';
import { UsageError } from '../command/usage-error.js';

const TrustRecord = z.strictObject({
  digest: z.string(),
  at: z.int(),
  by: z.string(),
  /** How: in a terminal, with an approver's token, or unattended. */
  channel: z.string(),
});
export type TrustRecord = Readonly<z.infer<typeof TrustRecord>>;

/** Older lists only have digests. */
const TrustedFile = z.union([TrustRecord, z.string().transform((digest) => ({ digest }))]);
const TrustedFiles = z.strictObject({ version: z.literal(1), files: z.record(z.string(), TrustedFile) });
type TrustedFiles = z.infer<typeof TrustedFiles>;

export type TrustVerdict = 'trusted' | 'unknown' | 'changed';

export interface FolderTrust {
  verdictOn(file: string, digest: string): Promise<TrustVerdict>;
  trust(file: string, record: TrustRecord): Promise<void>;
  /** What was trusted last of each file, by its path. */
  list(): Promise<Readonly<Record<string, z.output<typeof TrustedFile>>>>;
}

export function createFolderTrust(home: string): FolderTrust {
  const list = join(home, 'trusted.json');
  return {
    async verdictOn(file, digest) {
      const known = (await readTrusted(list)).files[file]?.digest;
      if (known === undefined) return 'unknown';
      return known === digest ? 'trusted' : 'changed';
    },
    async list() {
      return (await readTrusted(list)).files;
    },
    async trust(file, record) {
      await prepareDataFolder(home);
      const { files } = await readTrusted(list);
      const trusted: TrustedFiles = { version: 1, files: { ...files, [file]: record } };
      const draft = `${list}.${process.pid}`;
      await writeFile(draft, `${JSON.stringify(trusted, null, 2)}\n`, { mode: 0o600 });
      await rename(draft, list);
    },
  };
}

async function readTrusted(list: string): Promise<TrustedFiles> {
  const text = await readFile(list, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{"version":1,"files":{}}';
    throw error;
  });
  try {
    return TrustedFiles.parse(JSON.parse(text));
  } catch {
    throw new UsageError(
      'config/trust-unreadable',
      `Cannot read "${list}": it is not a list of trusted files. Remove it and trust again`,
    );
  }
}
