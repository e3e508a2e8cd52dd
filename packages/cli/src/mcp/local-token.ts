// The bearer token of `toolshed mcp --http`: made once, kept in the data folder for its owner alone.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Authenticate } from './http-guard.js';

export interface LocalToken {
  readonly token: string;
  readonly authenticate: Authenticate;
}

export async function readLocalToken(home: string): Promise<LocalToken> {
  const file = join(home, 'mcp-token');
  await writeFile(file, `toolshed_${randomBytes(24).toString('base64url')}`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const token = (await readFile(file, 'utf8')).trim();
  const expected = digestOf(`Bearer ${token}`);
  return {
    token,
    async authenticate(request) {
      const given = digestOf(request.headers.get('authorization') ?? '');
      return timingSafeEqual(given, expected) ? 'local' : undefined;
    },
  };
}

/** Of equal length whatever was sent, so that comparing takes the same time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
