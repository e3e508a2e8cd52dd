// The files of the built inbox, read once. A path is looked up in a map, so it cannot climb out of the folder.
//
// The build puts `x.js.br` and `x.js.gz` beside `x.js`. They are other encodings of the same file, not files of their own.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface InboxFile {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The file at a path, or the page for a path without an extension, which is a route of the page; in the smallest
 * encoding that `acceptEncoding` allows.
 */
export type InboxFiles = (path: string, acceptEncoding?: string) => InboxFile | undefined;

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

/** Smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Vite names what is in `assets` by its content. */
const FOREVER = 'public, max-age=31536000, immutable';

export async function readInbox(folder: string | undefined): Promise<InboxFiles> {
  if (folder === undefined) return (path) => (extname(path) === '' ? NO_INBOX : undefined);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const known = new Set(paths);
  const files = new Map<string, readonly InboxFile[]>();
  for (const file of paths) {
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const cache = path.startsWith('/assets/') ? FOREVER : 'no-cache';
    const headers = { 'content-type': type, 'cache-control': cache, vary: 'accept-encoding' };
    const encoded = ENCODINGS.filter(({ ending }) => known.has(file + ending)).map(({ name, ending }) =>
      readVariant(file + ending, { ...headers, 'content-encoding': name }),
    );
    files.set(path, await Promise.all([...encoded, readVariant(file, headers)]));
  }
  const page = files.get('/index.html') ?? [NO_INBOX];
  return (path, acceptEncoding = '') => {
    const variants = files.get(path) ?? (extname(path) === '' ? page : undefined);
    return variants?.find(({ headers }) => accepts(acceptEncoding, headers['content-encoding']));
  };
}

async function readVariant(file: string, headers: Readonly<Record<string, string>>): Promise<InboxFile> {
  const content = Uint8Array.from(await readFile(file));
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { content, headers: { ...headers, etag } };
}

/** Whether a client takes an encoding: it names it, and not with a weight of zero. A plain file is always taken. */
function accepts(header: string, encoding: string | undefined): boolean {
  if (encoding === undefined) return true;
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

const NO_INBOX: InboxFile = {
  content: new TextEncoder().encode(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Toolshed</title>' +
      '<p>This Toolshed was built without its inbox. The API is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>',
  ),
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
};
