// A registry on this machine, with what would be published. What it does not have it takes from the registry npm uses.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/published.ts';

const TOOLS = join(import.meta.dirname, 'node_modules');

export interface Registry {
  readonly url: string;
  publish(tarball: string): void;
  /** The environment in which npm uses this registry, with a cache and a home of its own. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const config = (folder: string, upstream: string): string => `storage: ${join(folder, 'storage')}
uplinks:
  npm:
    url: ${upstream}
    timeout: 60s
packages:
  'toolshed':
    access: $all
    publish: $all
  '@toolshed/*':
    access: $all
    publish: $all
  '**':
    access: $all
    proxy: npm
log: { type: file, path: ${join(folder, 'log')}, level: warn }
`;

async function openRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-registry-'));
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'config.yaml'), config(folder, upstream));
  const port = await freePort();
  const args = ['--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, [join(TOOLS, 'verdaccio', 'bin', 'verdaccio'), ...args], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  await answering(url);
  const npmrc = join(folder, 'npmrc');
  writeFileSync(
    npmrc,
    `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\nupdate-notifier=false\naudit=false\nfund=false\n`,
  );
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    npm_config_userconfig: npmrc,
    npm_config_cache: join(folder, 'cache'),
  };
  return {
    url,
    env,
    publish: (tarball) =>
      void execFileSync('npm', ['publish', tarball, '--silent'], {
        env,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const reply = await fetch(`${url}-/ping`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the registry did not start');
}

export interface PublishedRegistry extends Registry {
  /** What was published, as files. */
  readonly tarballs: readonly string[];
}

/** A registry that has the packages of this checkout, as they would be published. */
export async function openPublished(): Promise<PublishedRegistry> {
  const packed = mkdtempSync(join(tmpdir(), 'toolshed-release-'));
  execFileSync(process.execPath, [join(root, 'scripts', 'pack.ts'), packed], { stdio: 'ignore' });
  const tarballs = readdirSync(packed).map((file) => join(packed, file));
  const registry = await openRegistry();
  for (const tarball of tarballs) registry.publish(tarball);
  return {
    ...registry,
    tarballs,
    async close() {
      await registry.close();
      rmSync(packed, { recursive: true, force: true });
    },
  };
}
