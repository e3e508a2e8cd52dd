import { defineTool, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { decodeText, MAX_FILE_BYTES, readBytes } from './workspace/file-content.js';
import { explaining, FsError } from './fs-error.js';
import { PathText, quote, readPath } from './workspace/relative-path.js';
import type { Workspace } from './workspace/workspace.js';

export const Encoding = z.enum(['utf8', 'base64']);

const DEFAULT_MAX_BYTES = 1024 * 1024;

export const fsRead = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.read',
    description: 'Read a file: text by default, any bytes with encoding "base64".',
    input: z.strictObject({
      path: PathText,
      encoding: Encoding.optional(),
      maxBytes: z.int().positive().max(MAX_FILE_BYTES).optional(),
    }),
    output: z.strictObject({ path: z.string(), content: z.string(), encoding: Encoding, bytes: z.int() }),
    destructive: false,
    idempotent: true,
    handler: ({ labels }, { path: text, encoding = 'utf8', maxBytes = DEFAULT_MAX_BYTES }) =>
      explaining(`read ${quote(text)}`, async () => {
        const path = readPath(text);
        await using place = await workspace.openPlace(labels, path, 'refuse');
        const bytes = await readBytes({ ...place, shown: path.shown }, maxBytes);
        const content = encoding === 'base64' ? bytes.toString('base64') : decodeText(bytes);
        if (content === undefined) throw notText(path.shown);
        return { path: path.shown, content, encoding, bytes: bytes.length };
      }),
  });

const notText = (shown: string): FsError =>
  new FsError('fs/not-text', `Cannot read ${quote(shown)} as text: it is not UTF-8; pass encoding: "base64"`);
