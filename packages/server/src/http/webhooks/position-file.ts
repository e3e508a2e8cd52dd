import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@toolshed/runtime';
import { z } from 'zod';

/** How far a webhook has been notified of one kind of notice, kept across restarts. */
export interface PositionFile {
  read(): Promise<number | undefined>;
  write(position: number): Promise<void>;
}

const Kept = z.strictObject({ position: z.int().nonnegative() });

export function createPositionFile(home: string, name: string): PositionFile {
  const folder = join(home, 'webhooks');
  const file = join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.json`);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? undefined : Kept.parse(JSON.parse(text)).position;
    },
    async write(position) {
      makeFolder(folder);
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, JSON.stringify({ position }), { mode: 0o600, flush: true });
      await rename(draft, file);
    },
  };
}
