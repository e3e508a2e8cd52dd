// The documentation as a site: it is built from the lockfile, loads nothing from another host, and can be searched.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/published.ts';
import { launchBrowser } from '../support/browser/chromium.ts';

const SITE = join(root, 'docs/.vitepress/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** As any host of files does it: a path without an extension is a page. */
const serveSite = (): Server =>
  createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site');
    const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const file = join(SITE, TYPES[extname(path)] === undefined ? `${path}.html` : path);
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(body);
  });

let server: Server;
let browser: Browser;
let origin = '';

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts/docs.ts')], { cwd: root, stdio: 'pipe' });
  server = serveSite().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  browser = await launchBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

describe('the documentation site', () => {
  it('names no other host in anything a page or a style sheet loads', () => {
    const pages = globSync('**/*.html', { cwd: SITE });
    expect(pages.length).toBeGreaterThan(30);
    const loaded = pages.flatMap((page) =>
      [
        ...readFileSync(join(SITE, page), 'utf8').matchAll(/<(?:script|link|img|iframe|source|video|audio)\b[^>]*>/g),
      ].map(([tag]) => tag),
    );
    expect(loaded.length).toBeGreaterThan(pages.length);
    expect(loaded.filter((tag) => /(?:src|href|srcset)="(?:https?:)?\/\//.test(tag))).toEqual([]);
    for (const sheet of globSync('**/*.css', { cwd: SITE }))
      expect(readFileSync(join(SITE, sheet), 'utf8')).not.toMatch(/(?:url\(|@import)\s*["']?(?:https?:)?\/\//);
  });

  it('asks no other host for anything while it is read, and finds pages by their words', {
    timeout: 120_000,
  }, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    const requests: string[] = [];
    const failures: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('response', (response) => void (response.status() >= 400 && failures.push(response.url())));
    for (const path of ['/', '/start/install', '/guides/policy', '/reference/config', '/explain/security']) {
      await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
    }
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').or(page.locator('#localsearch-input')).first().fill('bubblewrap');
    const results = page.locator('.VPLocalSearchBox a.result');
    await results.first().waitFor();
    const links = await results.evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''));
    expect(links.some((link) => link.startsWith('/start/install'))).toBe(true);
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(failures).toEqual([]);
    await page.close();
  });
});
