// The files of the built inbox, read once. A path is looked up in a map, so it cannot climb out of the folder.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface InboxFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The file at a path, or the page for a path without an extension, which is a route of the page. */
export type InboxFiles = (path: string) => InboxFile | undefined;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Vite names what is in `assets` by its content. */
const FOREVER = 'public, max-age=31536000, immutable';

export async function readInbox(folder: string | undefined): Promise<InboxFiles> {
  if (folder === undefined) return (path) => (extname(path) === '' ? NO_INBOX : undefined);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, InboxFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const content = Uint8Array.from(await readFile(file));
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    const cache = path.startsWith('/assets/') ? FOREVER : 'no-cache';
    files.set(path, { content, headers: { 'content-type': type, 'cache-control': cache, etag } });
  }
  const page = files.get('/index.html') ?? NO_INBOX;
  return (path) => files.get(path) ?? (extname(path) === '' ? page : undefined);
}

const NO_INBOX: InboxFile = {
  content: new TextEncoder().encode(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Toolshed</title>' +
      '<p>This Toolshed was built without its inbox. The API is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>',
  ),
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
};
