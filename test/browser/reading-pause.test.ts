// Keys and clicks that come without looking: none of them answers what nobody can have read.

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });
const COUNT = 6;
const PROGRAM = `return (await Promise.allSettled(
  Array.from({ length: ${COUNT} }, (_, i) => tools.mail.send({ to: 'n' + i + '@x.org' })))).length`;
/** Faster than anybody reads, slower than the pause before a question may be answered. */
const EACH_MS = 120;
const PRESSES = 15;

describe('questions that follow each other', () => {
  let inbox: Inbox;
  let page: Page;
  let answers = 0;
  beforeAll(async () => {
    inbox = await openInbox({ args: ['--no-example'] });
    page = await inbox.open({ viewport: { width: 1280, height: 800 } });
    page.on('request', (request) => {
      if (request.url().endsWith('/answer')) answers += 1;
    });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });
  let execution = '';
  beforeEach(async () => {
    const { executionId, pending } = await inbox.start(PROGRAM);
    execution = executionId;
    await page.goto(`${inbox.host.url}/questions/${pending.at(-1)?.elicitationId}`);
    await page.locator('.total', { hasText: `${COUNT} open` }).waitFor();
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    answers = 0;
    return async () =>
      void (await inbox.host.call('POST', `/v1/executions/${execution}/cancel`, { token: inbox.token, body: {} }));
  });

  verifies('inbox/reading-pause', 'are not answered by a key that is pressed again and again', async () => {
    for (let press = 0; press < PRESSES; press++) {
      await page.keyboard.press('a');
      await pause(EACH_MS);
    }
    expect(answers).toBe(1);
    // Who stops to look is not held up for long.
    await expect.poll(() => approve(page).isEnabled(), { timeout: 2_000 }).toBe(true);
    await page.keyboard.press('a');
    await expect.poll(() => answers).toBe(2);
  });

  verifies('inbox/reading-pause', 'are not answered by a key that is held down', async () => {
    for (let repeat = 0; repeat < PRESSES; repeat++) {
      await page.keyboard.down('a');
      await pause(EACH_MS / 2);
    }
    expect(answers).toBe(1);
    expect(await approve(page).isDisabled()).toBe(true);
    await page.keyboard.up('a');
    await expect.poll(() => approve(page).isEnabled(), { timeout: 2_000 }).toBe(true);
  });

  verifies('inbox/reading-pause', 'are not answered by clicks on the same place', async () => {
    const { x = 0, y = 0 } = (await approve(page).boundingBox()) ?? {};
    for (let press = 0; press < PRESSES; press++) {
      await page.mouse.click(x + 10, y + 10);
      await pause(EACH_MS);
    }
    expect(answers).toBe(1);
    await expect.poll(() => approve(page).isEnabled(), { timeout: 2_000 }).toBe(true);
  });
});
