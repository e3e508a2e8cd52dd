import { describe, expect } from 'vitest';
import { openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAM = `return await Promise.allSettled(
  Array.from({ length: 250 }, (_, index) => tools.mail.send({ to: 'n' + index + '@x.org' })));`;

describe('a thousand open questions', () => {
  verifies('inbox/many', 'scroll, open and answer like ten', async () => {
    await using inbox = await openInbox({
      config: {
        limits: { elicitations: 1_000, callsInFlight: 1_000 },
        quotas: { openQuestions: 1_000, openQuestionsPerAgent: 1_000 },
      },
    });
    const page = await inbox.open();
    for (const session of ['a', 'b', 'c', 'd']) expect((await inbox.start(PROGRAM, session)).status).toBe('paused');
    await page.locator('.side nav .count', { hasText: '1,000' }).waitFor();
    expect(await page.locator('body *').count()).toBeLessThan(600);
    // What is counted and found is counted and found among all of them, not among those that were read.
    await page.reload();
    await page.locator('.group', { hasText: '200 of 250 of one execution' }).waitFor();
    await expect.poll(() => page.getByLabel('tool', { exact: true }).textContent()).toContain('mail.send (1,000)');
    let pages = 0;
    page.on('request', (request) => {
      if (/elicitations\?(?!.*limit=0)/.test(request.url())) pages += 1;
    });
    await page.getByLabel('Find questions').fill('n3@x.org');
    await page.locator('.total', { hasText: '4 of 1,000' }).waitFor();
    expect(await page.getByText('Send a mail to n3@x.org?').count()).toBe(4);
    expect(pages).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('.total', { hasText: '1,000 open' }).waitFor();
    const oldest = page.getByText('Send a mail to n0@x.org?').first();
    await expect
      .poll(async () => {
        await page.locator('.list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
        return await oldest.isVisible();
      })
      .toBe(true);
    expect(await page.locator('body *').count()).toBeLessThan(600);
    await page.getByRole('link', { name: 'Send a mail to n0@x.org?' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Send a mail to n0@x.org?' }).waitFor();
    // Opened by its address, it is shown at once, however many stand before it.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Send a mail to n0@x.org?' }).waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.locator('.side nav .count', { hasText: '999' }).waitFor();
    for (let press = 0; press < 20; press++) await page.keyboard.press('k');
    await page.locator('.item.current').waitFor();
    expect(await page.locator('body *').count()).toBeLessThan(600);
    expect(inbox.complaints).toEqual([]);
  });
});
