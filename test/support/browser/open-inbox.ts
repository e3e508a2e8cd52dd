// The inbox of a served host in real browsers: each page is a browser of its own, signed in as a person would.

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, type ServedHost, type ServedOptions, serveHost } from '../served-host.ts';
import { launchBrowser } from './chromium.ts';

const TOOLS = fileURLToPath(new URL('./inbox-tools.ts', import.meta.url));

export interface Inbox extends AsyncDisposable {
  readonly host: ServedHost;
  /** An approver's token, for what a script does beside the browser. */
  readonly token: string;
  /** Starts a program and waits until it is idle. */
  start(program: string, session?: string): Promise<Answered['body']>;
  /** Waits until an execution is over, and gives it. */
  outcome(execution: string | undefined): Promise<Answered['body']>;
  /** Starts the host again after it was ended. */
  restart(): Promise<void>;
  /** A browser of its own, signed in with the link of the terminal. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** A browser of its own, signed in with the approver's token. */
  openAsApprover(options?: BrowserContextOptions): Promise<Page>;
  /** A browser of its own that nobody signed in. */
  strange(options?: BrowserContextOptions): Promise<Page>;
  /** What went wrong in any page: exceptions, and whatever the content security policy stopped. */
  readonly complaints: readonly string[];
}

export async function openInbox({ args = [], ...options }: ServedOptions = {}): Promise<Inbox> {
  const all = ['--tools', TOOLS, ...args];
  const [host, browser] = await Promise.all([serveHost({ ...options, args: all }), launchBrowser()]);
  const token = await host.approver();
  // The person who starts an execution is none of its approvers, where several are needed.
  const starter = await host.approver('grace');
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  let used = '';

  const strange: Inbox['strange'] = async (given = {}) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...given });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error' && !/Failed to load resource|ERR_/.test(said.text())) complaints.push(said.text());
    });
    return page;
  };
  const newestLink = (): string => JSON.parse(host.said.at(-1) ?? '{}').loginUrl;

  return {
    host,
    token,
    complaints,
    strange,
    restart: () => host.start(...all),
    async open(given) {
      const page = await strange(given);
      await until(() => newestLink() !== used);
      used = newestLink();
      await page.goto(used);
      await page.getByText('live', { exact: true }).waitFor({ state: 'attached' });
      return page;
    },
    async openAsApprover(given) {
      const page = await strange(given);
      await page.goto(host.url);
      await page.getByLabel("Approver's token").fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('live', { exact: true }).waitFor({ state: 'attached' });
      return page;
    },
    async start(program, session = 'monday') {
      const body = { program, session, waitMs: 20_000 };
      return (await host.call('POST', '/v1/executions', { token: starter, body })).body;
    },
    async outcome(execution) {
      const read = async () => (await host.call('GET', `/v1/executions/${execution}`, { token })).body;
      await until(async () => /completed|failed|cancelled/.test((await read()).status));
      return await read();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

const PATIENCE_MS = 15_000;

/** Asks again until it is so: what happens in other processes has no event here. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not come to be: ${isSo}`);
    await pause(25);
  }
}
