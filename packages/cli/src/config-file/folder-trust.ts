// Which files of other people's folders the person has read and accepted, by path and by the digest of their content and
// of every local file they import.
//
// Threat: a checked-out repository whose config widens what programs may do, or runs code when it is imported.
// Nothing of an untrusted file is used or imported; one changed byte, in it or in what it imports, makes it untrusted.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { prepareDataFolder } from '../data-folder.js';
import { UsageError } from '../usage-error.js';

const TrustedFiles = z.strictObject({ version: z.literal(1), files: z.record(z.string(), z.string()) });
type TrustedFiles = z.infer<typeof TrustedFiles>;

export type TrustVerdict = 'trusted' | 'unknown' | 'changed';

export interface FolderTrust {
  verdictOn(file: string, digest: string): Promise<TrustVerdict>;
  trust(file: string, digest: string): Promise<void>;
}

export function createFolderTrust(home: string): FolderTrust {
  const list = join(home, 'trusted.json');
  return {
    async verdictOn(file, digest) {
      const known = (await readTrusted(list)).files[file];
      if (known === undefined) return 'unknown';
      return known === digest ? 'trusted' : 'changed';
    },
    async trust(file, digest) {
      await prepareDataFolder(home);
      const { files } = await readTrusted(list);
      const trusted: TrustedFiles = { version: 1, files: { ...files, [file]: digest } };
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
