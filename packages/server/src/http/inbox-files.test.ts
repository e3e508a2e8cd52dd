import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboxFiles, readInbox } from './inbox-files.js';

let base: string;
let files: InboxFiles;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'toolshed-inbox-'));
  await mkdir(join(base, 'inbox', 'assets'), { recursive: true });
  await writeFile(join(base, 'inbox', 'index.html'), '<!doctype html>inbox');
  await writeFile(join(base, 'inbox', 'assets', 'main-1a2b.js'), 'run()');
  await writeFile(join(base, 'inbox', 'assets', 'main-1a2b.js.br'), 'brotli');
  await writeFile(join(base, 'inbox', 'assets', 'main-1a2b.js.gz'), 'gzip');
  await writeFile(join(base, 'inbox', 'notes.md'), 'not for the web');
  await writeFile(join(base, 'secret.js'), 'secret');
  await symlink(join(base, 'secret.js'), join(base, 'inbox', 'link.js'));
  files = await readInbox(join(base, 'inbox'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

const textOf = (path: string): string | undefined => {
  const file = files(path);
  return file && Buffer.from(file.content).toString();
};

describe('the files of the inbox', () => {
  it('are served with their types; what is named by its content is kept for ever', () => {
    expect(textOf('/index.html')).toBe('<!doctype html>inbox');
    expect(files('/index.html')?.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(files('/assets/main-1a2b.js')?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  it('are sent in the smallest encoding that the client takes', () => {
    const sent = (accept?: string) => {
      const file = files('/assets/main-1a2b.js', accept);
      return [Buffer.from(file?.content ?? []).toString(), file?.headers['content-encoding'], file?.headers['vary']];
    };
    expect(sent('gzip, deflate, br')).toEqual(['brotli', 'br', 'accept-encoding']);
    expect(sent('gzip;q=0.5, br;q=0')).toEqual(['gzip', 'gzip', 'accept-encoding']);
    for (const accept of [undefined, '', 'identity', 'brotli', 'gzip;q=0.0'])
      expect(sent(accept)).toEqual(['run()', undefined, 'accept-encoding']);
    expect(files('/index.html', 'br')?.headers['content-encoding']).toBeUndefined();
    const etags = ['br', 'gzip', ''].map((accept) => files('/assets/main-1a2b.js', accept)?.headers['etag']);
    expect(new Set(etags).size).toBe(3);
    expect(files('/assets/main-1a2b.js.br', 'br')).toBeUndefined();
  });

  it('give the page for its own paths, and nothing for files that are not there', () => {
    for (const path of ['/', '/questions/elic_1', '/executions/exec_1'])
      expect(textOf(path)).toBe('<!doctype html>inbox');
    for (const path of ['/missing.js', '/notes.md', '/link.js', '/../secret.js', '/assets/../../secret.js']) {
      expect(files(path)).toBeUndefined();
    }
  });

  it('say so when there are none', async () => {
    const none = await readInbox(join(base, 'nowhere'));
    expect(Buffer.from(none('/')?.content ?? []).toString()).toContain('built without its inbox');
  });
});
