import { lstat } from 'node:fs/promises';
import { defineTool, type Preview, type Tool } from '@toolshed/kernel';
import { z } from 'zod';
import { decodeText, MAX_FILE_BYTES, readBytes } from './workspace/file-content.js';
import { errnoOf, explaining, FsError } from './fs-error.js';
import { Encoding } from './fs-read.js';
import { PathText, quote, readPath } from './workspace/relative-path.js';
import { replaceFile } from './workspace/replace-file.js';
import type { Labels, Workspace } from './workspace/workspace.js';

const MAX_PREVIEW_BYTES = 256 * 1024;

export const fsWrite = (workspace: Workspace): Tool =>
  defineTool({
    path: 'fs.write',
    description:
      'Write a whole file in one step, replacing what was there. Missing folders are made with createFolders: true.',
    input: z.strictObject({
      path: PathText,
      content: z.string(),
      encoding: Encoding.optional(),
      createFolders: z.boolean().optional(),
    }),
    output: z.strictObject({ path: z.string(), bytes: z.int(), created: z.boolean() }),
    destructive: true,
    idempotent: true,
    message: ({ path, content }) => `Write ${content.length} characters to the file ${quote(path)}?`,
    preview: ({ labels }, { path, content, encoding }) =>
      explaining(`show ${quote(path)}`, () => previewWrite(workspace, labels, path, bytesOf(path, content, encoding))),
    handler: ({ labels }, { path: text, content, encoding, createFolders = false }) =>
      explaining(`write ${quote(text)}`, async () => {
        const path = readPath(text);
        const bytes = bytesOf(text, content, encoding);
        await using place = await workspace.openPlace(labels, path, createFolders ? 'create' : 'refuse');
        const created = await replaceFile(place, bytes);
        return { path: path.shown, bytes: bytes.length, created };
      }),
  });

function bytesOf(path: string, content: string, encoding: z.infer<typeof Encoding> = 'utf8'): Buffer {
  const bytes = Buffer.from(content, encoding);
  if (encoding === 'base64' && bytes.toString('base64') !== content) {
    throw new FsError('fs/not-base64', `Cannot write ${quote(path)}: its content is not base64`);
  }
  if (encoding === 'utf8' && !content.isWellFormed()) {
    throw new FsError('fs/not-text', `Cannot write ${quote(path)}: its content has half a surrogate pair`);
  }
  if (bytes.length <= MAX_FILE_BYTES) return bytes;
  throw new FsError('fs/too-large', `Cannot write ${quote(path)}: the limit is ${MAX_FILE_BYTES} bytes`);
}

async function previewWrite(workspace: Workspace, labels: Labels, text: string, after: Buffer): Promise<Preview> {
  const { shown } = readPath(text);
  const names = await countNames(workspace, labels, text);
  if (names > 1) return { kind: 'text', text: `${shown}: ${describeBreak(names)}` };
  const before = await contentOrNothing(workspace, labels, text);
  const [old, next] = [before && decodeText(before), decodeText(after)];
  if (old !== undefined && next !== undefined) return { kind: 'diff', before: old, after: next, file: shown };
  const state = before === undefined ? 'a file too large to show' : `${before.length} bytes`;
  return { kind: 'text', text: `${shown}: ${state} would be replaced by ${after.length} bytes` };
}

const describeBreak = (names: number): string =>
  `a file that has ${names} names (hard links); this one would become a file of its own, the others keep their content`;

async function countNames(workspace: Workspace, labels: Labels, text: string): Promise<number> {
  try {
    await using place = await workspace.openPlace(labels, readPath(text), 'refuse');
    const found = await lstat(place.address);
    return found.isFile() ? found.nlink : 0;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** What is there now: empty if nothing is, `undefined` if it is too large to show. */
async function contentOrNothing(workspace: Workspace, labels: Labels, text: string): Promise<Buffer | undefined> {
  try {
    return await explaining('read', async () => {
      const path = readPath(text);
      await using place = await workspace.openPlace(labels, path, 'refuse');
      return await readBytes({ ...place, shown: path.shown }, MAX_PREVIEW_BYTES);
    });
  } catch (error) {
    if (error instanceof FsError && error.code === 'fs/not-found') return Buffer.alloc(0);
    if (error instanceof FsError && error.code === 'fs/too-large') return undefined;
    throw error;
  }
}
