// What a zoomed page shows: only what is inside of what is left of the window was seen, and all of it can be.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });

describe('a page that is zoomed', () => {
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await openInbox({ args: ['--no-example'] });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });
  const zoom = async (page: Page, pageScaleFactor: number): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor });
    await expect.poll(() => page.evaluate('visualViewport.scale')).toBe(pageScaleFactor);
  };
  const TWO = `return await Promise.allSettled([tools.mail.send({ to: 'a@x.org' }), tools.mail.send({ to: 'b@x.org' })])`;

  verifies(
    'inbox/in-sight',
    'with two fingers shows a part of it: what is outside of that part was not seen',
    async () => {
      const page = await inbox.open({ viewport: { width: 1280, height: 800 } });
      let answers = 0;
      page.on('request', (request) => {
        if (/\/(answer|resume)$/.test(request.url())) answers += 1;
      });
      const { executionId } = await inbox.start(TWO, 'pinched');
      await page.locator('.group', { hasText: 'pinched' }).waitFor();
      await zoom(page, 3);
      await page.keyboard.press('j');
      await page.locator('.decision').waitFor();
      await page.waitForTimeout(700);
      expect(await approve(page).isDisabled()).toBe(true);
      await page.keyboard.press('a');
      await approve(page).dispatchEvent('click');
      await page.keyboard.press('*');
      await page.keyboard.press('r');
      await page.getByText('not shown yet').waitFor();
      await page.waitForTimeout(600);
      await page.keyboard.press('A');
      expect(answers).toBe(0);
      await zoom(page, 1);
      await expect.poll(() => page.getByRole('button', { name: /^Approve these 2/ }).isEnabled()).toBe(true);
      await inbox.host.call('POST', `/v1/executions/${executionId}/cancel`, { token: inbox.token, body: {} });
    },
  );

  for (const [width, height] of [
    [320, 200],
    [640, 200],
    [320, 180],
    [1280, 160],
  ] as const)
    verifies('inbox/in-sight', `to ${width} by ${height} can be read to its end, and answered`, async () => {
      const page = await inbox.open({ viewport: { width, height } });
      const { executionId, paused } = await inbox.start(`return await tools.mail.send({ to: 'ada@example.org' })`);
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      await readOn(page);
      await expect.poll(() => approve(page).isEnabled()).toBe(true);
      await approve(page).click();
      expect((await inbox.outcome(executionId)).status).toBe('completed');
    });
});
