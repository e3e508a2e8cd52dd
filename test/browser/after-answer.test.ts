// After the answer: how a call ended, what was answered, what an execution did, and what becomes a rule.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });

describe('after an answer', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox({
      args: ['--no-example'],
      config: { policy: [{ pattern: 'docs.break', verdict: 'ask' }] },
    });
    page = await inbox.openAsApprover();
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  const open = async (program: string): Promise<string> => {
    const { executionId, paused } = await inbox.start(program);
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    return executionId;
  };

  verifies('inbox/after', 'the page says that the call is done, or why it failed, and leads to it', async () => {
    await open(`return await tools.mail.send({ to: 'ada@x.org' })`);
    await page.keyboard.press('a');
    await page.getByText(/Approved · done in [\d.]+ m?s/).waitFor();
    const failed = await open(`return await tools.docs.break({}).catch(() => 0)`);
    await page.keyboard.press('a');
    await page.getByText(/Approved · failed: /).waitFor();
    await page.locator('.toast.failed').getByRole('link', { name: 'See the execution' }).click();
    expect(new URL(page.url()).pathname).toBe(`/executions/${failed}`);
  });

  verifies('inbox/after', 'it is listed with who gave it, why, and how it ended', async () => {
    await open(`return await tools.mail.send({ to: 'no@x.org' })`);
    await page.keyboard.press('d');
    await page.keyboard.type('not today');
    await expect.poll(() => page.getByRole('button', { name: 'Deny', exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.goto(`${inbox.host.url}/recent`);
    const row = (text: string) => page.getByRole('row', { name: text });
    await row('no@x.org').waitFor();
    expect(await row('no@x.org').textContent()).toMatch(/mail\.send.*denied.*not today.*ada inbox/);
    expect(await row('ada@x.org').textContent()).toMatch(/approved.*done in/);
    expect(await row('docs.break').textContent()).toMatch(/approved.*failed: /);
  });

  verifies('inbox/executions', 'an execution is listed by its title, with its result in one line', async () => {
    await inbox.start(`// Counts the mails.\nreturn (await tools.mail.list({})).length`);
    await page.goto(`${inbox.host.url}/executions`);
    const row = page.getByRole('row', { name: 'Counts the mails.' });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/Counts the mails\.→ \d+completed/);
    expect(await page.getByRole('row', { name: 'no@x.org' }).textContent()).toContain('declined (not today)');
  });

  verifies(
    'inbox/executions',
    'its calls open to arguments, decision, answer and result; it replays and runs again',
    async () => {
      const id = await open(`console.log('begins'); return await tools.mail.send({ to: 'eve@x.org' })`);
      await page.keyboard.press('a');
      await inbox.outcome(id);
      await page.goto(`${inbox.host.url}/executions/${id}`);
      await page.getByRole('button', { name: /1 mail\.send/ }).click();
      const facts = page.locator('.call-facts');
      await facts.waitFor();
      expect(await facts.textContent()).toMatch(
        /arguments.*"eve@x\.org".*decisionask: .*answeraccepted by ada.*result.*"eve@x\.org"/,
      );
      const width = () => page.locator('.lanes ol').evaluate((lanes) => lanes.getBoundingClientRect().width);
      const before = await width();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      expect(await width()).toBeGreaterThan(1.9 * before);
      await page.getByLabel('to scale').check();
      expect(await page.locator('.ticks span').count()).toBeGreaterThan(1);
      expect(await page.locator('table.log').textContent()).toMatch(/\+0\.\d{3} slogbegins/);
      await page.getByRole('button', { name: 'Check that it replays' }).click();
      await page.getByText('1 calls replayed as they were recorded').waitFor();
      await page.getByRole('button', { name: 'Run it again as new' }).click();
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/executions/${id}`);
      await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
      await page.getByRole('button', { name: 'Cancel it' }).click();
      await page.getByRole('button', { name: 'Cancel the execution' }).click();
      await page.locator('.tag.cancelled').waitFor();
    },
  );

  verifies('inbox/after', 'a call that can be undone is undone from its execution, which asks again', async () => {
    const id = await open(`return await tools.docs.upload({ page: 'notes' })`);
    await page.keyboard.press('a');
    await inbox.outcome(id);
    await page.goto(`${inbox.host.url}/executions/${id}`);
    await page.getByRole('button', { name: 'Undo what it did' }).click();
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    expect(new URL(page.url()).pathname).not.toBe(`/executions/${id}`);
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByRole('button', { name: 'Cancel the execution' }).click();
    await page.locator('.tag.cancelled').waitFor();
    expect(await page.getByRole('button', { name: 'Undo what it did' }).count()).toBe(0);
  });

  verifies('inbox/overview', 'open questions are counted, and an approval becomes a rule for such calls', async () => {
    await inbox.start(`return await tools.mail.send({ to: 'open@x.org' })`);
    await page.goto(`${inbox.host.url}/overview`);
    await page.getByText('wait for an answer').waitFor();
    expect(await page.locator('.numbers').textContent()).toMatch(/1.*median wait so far/);
    const row = page.getByRole('row', { name: 'mail.send' });
    expect(await row.textContent()).toMatch(/mail\.send\d+21Make a rule of this/);
    await row.getByRole('button', { name: 'Make a rule of this' }).click();
    await expect.poll(() => page.getByLabel('Tools', { exact: true }).inputValue()).toBe('mail.send');
    const when = await page.getByLabel('Only if the arguments match').inputValue();
    expect(JSON.parse(when)).toEqual({ at: 'to', oneOf: ['eve@x.org', 'ada@x.org'] });
    await page.getByRole('button', { name: 'Add the grant' }).click();
    const { status } = await inbox.start(`return await tools.mail.send({ to: 'eve@x.org' })`);
    expect(status).toBe('completed');
    await page.goto(`${inbox.host.url}/overview`);
    await page.locator('.bars').getByRole('button', { name: 'mail.send' }).click();
    await page.locator('.total', { hasText: '1 of 1' }).waitFor();
  });
});
