// What counts as shown: only what stood in sight.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });
const LONG = `Object.fromEntries(Array.from({ length: 19 }, (_, i) => ['key' + i, { a: i, b: { c: 'line' } }]))`;

describe('what was in sight', () => {
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await openInbox();
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  const open = async (page: Page, program: string): Promise<string> => {
    const { executionId, paused } = await inbox.start(program);
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await page.getByRole('heading', { name: 'In the program' }).waitFor();
    return executionId;
  };

  verifies('inbox/in-sight', 'is what can be approved: not what lies below the window', async () => {
    const page = await inbox.open({ viewport: { width: 1200, height: 700 } });
    const execution = await open(page, `return await tools.docs.import(${LONG})`);
    await page.getByText('not shown yet').waitFor();
    await page.keyboard.press('a');
    // The end alone is not the whole of it: what was skipped is still unseen.
    await page.locator('.pane-question').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await page.waitForTimeout(600);
    expect(await approve(page).isDisabled()).toBe(true);
    for (let press = 0; press < 12 && (await approve(page).isDisabled()); press++) await page.keyboard.press('Space');
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    await page.keyboard.press('a');
    expect((await inbox.outcome(execution)).value).toBe(19);
  });

  verifies('inbox/in-sight', 'is a run of spaces, which takes its room and can be read to its end', async () => {
    const page = await inbox.open();
    await open(page, `return await tools.docs.write({ page: 'ok' + ' '.repeat(90) + 'END', text: 'one' })`);
    await readOn(page);
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
  });

  verifies('inbox/in-sight', 'is not what lies behind the bar with the buttons, on a phone', async () => {
    const phone = await inbox.open({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
    await open(phone, `return await tools.docs.import({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })`);
    // The end of the arguments at the end of the screen: all of them are on it, and some behind the bar.
    await phone.evaluate(
      `scrollBy(0, document.querySelector('.rows').closest('.sheet').getBoundingClientRect().bottom - innerHeight)`,
    );
    await phone.waitForTimeout(600);
    expect(await approve(phone).isDisabled()).toBe(true);
    await readOn(phone);
    await expect.poll(() => approve(phone).isEnabled()).toBe(true);
  });

  verifies('inbox/in-sight', 'is what a person edits, too: every field, and what it changes', async () => {
    const page = await inbox.open({ viewport: { width: 1200, height: 500 } });
    await open(page, `return await tools.docs.write({ page: 'notes', text: 'one\\ntwo' })`);
    await readOn(page);
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    await page.keyboard.press('e');
    const send = page.getByRole('button', { name: 'Approve with these arguments' });
    await send.waitFor();
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('text (required)').fill('one\nthree');
    await readOn(page);
    await expect.poll(() => send.isEnabled()).toBe(true);
  });

  verifies('inbox/edits', 'is the difference an edit makes, before it is sent', async () => {
    const page = await inbox.open();
    await open(page, `return await tools.docs.write({ page: 'notes', text: 'one' })`);
    await page.keyboard.press('e');
    const change = page.locator('.sheet', { hasText: 'What you change' });
    await change.getByText('Nothing would change').waitFor();
    await page.getByLabel('page (required)').fill('plans');
    expect(await change.locator('tr.removed').textContent()).toContain('"notes"');
    expect(await change.locator('tr.added').textContent()).toContain('"plans"');
    await page.getByLabel('page (required)').fill('x');
    await readOn(page);
    // Enter sends nothing before all of it was in sight.
    const send = page.getByRole('button', { name: 'Approve with these arguments' });
    await expect.poll(() => send.isEnabled()).toBe(true);
    await page.getByLabel('page (required)').press('Enter');
    await page.locator('.field.wrong .problem').waitFor();
    await expect.poll(() => page.getByLabel('page (required)').evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  verifies('inbox/previews', 'is a diff in one column or side by side, and a request part by part', async () => {
    const page = await inbox.open();
    await open(page, `return await tools.docs.write({ page: 'notes', text: '# Release notes\\n\\n- new\\n' })`);
    expect(await page.locator('.diff tr.added').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'side by side' }).click();
    expect(await page.locator('.diff td.side.added').count()).toBeGreaterThan(0);
    await open(page, `return await tools.docs.upload({ page: 'notes' })`);
    const request = page.locator('.http');
    expect(await request.locator('.request-line').textContent()).toBe('PUT https://docs.example/notes');
    expect(await request.textContent()).toContain('hostdocs.example');
    expect(await request.textContent()).toContain('accept"*/*"');
    expect(await page.locator('.question header').textContent()).toContain('Send a page to a server');
    expect(await page.locator('.question header').textContent()).toContain('changes something; can be undone');
    expect(await page.locator('.source .marked .code-tool').textContent()).toBe('tools.docs.upload');
  });
});
