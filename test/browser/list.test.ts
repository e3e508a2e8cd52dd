// The list of open questions: how many fit, how they are found, selected and answered together.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const mails = (name: string, count: number): string =>
  `return (await Promise.allSettled(Array.from({ length: ${count} }, (_, i) => tools.mail.send({ to: '${name}' + i + '@x.org' })))).length`;

describe('the list of open questions', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox({ args: ['--no-example'] });
    page = await inbox.open({ viewport: { width: 1280, height: 800 } });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  verifies('inbox/list', 'shows twenty on 800 px, each with its tool, session and age', async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        inbox.start(`return await tools.mail.send({ to: 'single${index}@x.org' })`, `session-${index}`),
      ),
    );
    await page.locator('.total', { hasText: '24 open' }).waitFor();
    const boxes = await Promise.all((await page.locator('.item').all()).map((item) => item.boundingBox()));
    const whole = boxes.filter((box) => box !== null && box.y + box.height <= 800);
    expect(whole.length).toBeGreaterThanOrEqual(20);
    const line = await page.locator('.item', { hasText: 'single3@x.org' }).textContent();
    expect(line).toMatch(/mail\.send · session-3.*(just now|ago)/);
  });

  verifies('inbox/list', 'is narrowed by words and by facts, and says how many of all are left', async () => {
    await inbox.start(`return await elicit({ type: 'confirmation', message: 'Shall I?' })`, 'own');
    await page.keyboard.press('/');
    await page.keyboard.type('single7@x.org');
    await page.locator('.total', { hasText: '1 of 25' }).waitFor();
    expect(await page.locator('.item').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('session', { exact: true }).selectOption({ label: 'session-5 (1)' });
    await page.locator('.item', { hasText: 'single5@x.org' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('kind', { exact: true }).selectOption('program');
    await page.locator('.total', { hasText: '1 of 25' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('age', { exact: true }).selectOption('60');
    await page.getByText('No open question fits').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('.total', { hasText: '25 open' }).waitFor();
  });

  verifies('inbox/select', 'is selected as a range with shift, and all at once', async () => {
    const boxes = page.getByLabel(/^Select: Send/);
    await boxes.nth(2).click();
    await boxes.nth(6).click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.keyboard.press('*');
    await page.getByText('25 selected').waitFor();
    // A filter that is set since keeps the others out of what is answered.
    await page.keyboard.press('/');
    await page.keyboard.type('single7@x.org');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('25 selected').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Select all').waitFor();
  });

  verifies(
    'inbox/group',
    'has the actions of an execution: read all of it, approve it, deny it, cancel it',
    async () => {
      const [read, denied, cancelled] = [
        await inbox.start(mails('read', 3), 'to-read'),
        await inbox.start(mails('deny', 3), 'to-deny'),
        await inbox.start(mails('cancel', 3), 'to-cancel'),
      ];
      const group = (session: string) => page.locator('.group', { hasText: session });
      // The second of two clicks falls on what then stands there, and is not meant for it.
      await group('to-read').getByRole('button', { name: 'Read 3' }).dblclick();
      await page.getByRole('heading', { level: 1, name: '3 questions' }).waitFor();
      expect(await inbox.host.outbox()).not.toContain('read0@x.org');
      await group('to-read').getByRole('button', { name: 'Approve 3' }).click();
      expect((await inbox.outcome(read?.executionId)).value).toBe(3);
      await group('to-deny').getByRole('button', { name: 'Deny all' }).click();
      await page.getByRole('button', { name: 'Deny all 3' }).click();
      expect((await inbox.outcome(denied?.executionId)).value).toBe(3);
      await group('to-cancel').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel the execution' }).click();
      expect((await inbox.outcome(cancelled?.executionId)).status).toBe('cancelled');
      const outbox = await inbox.host.outbox();
      expect(outbox).toContain('read0@x.org');
      expect(outbox).not.toContain('deny0@x.org');
      expect(outbox).not.toContain('cancel0@x.org');
    },
  );

  verifies('inbox/away', 'is counted in the title and marked in the icon of the tab', async () => {
    await expect.poll(() => page.title()).toBe('(25) Toolshed');
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('icon-waiting');
  });

  verifies('inbox/keyboard', 'shows its keys on a question mark, and moves the focus with j and k', async () => {
    await page.goto(inbox.host.url);
    await page.locator('.item').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect
      .poll(() => page.evaluate<string>(`document.activeElement?.getAttribute('href') ?? ''`))
      .toBe(new URL(page.url()).pathname);
  });
});

describe('a notification', () => {
  verifies('inbox/away', 'leads to what stays open, and to nothing that is answered within five seconds', async () => {
    await using inbox = await openInbox({ args: ['--no-example'] });
    const page = await inbox.strange({ permissions: ['notifications'] });
    // A headless browser shows no notifications and hides no tab: both are played by the page.
    await page.addInitScript(`
      window.shown = [];
      window.Notification = class { static permission = 'granted';
        constructor(title, options) { this.title = title; this.options = options; window.shown.push(this); } close() {} };
      Object.defineProperty(document, 'hidden', { get: () => true });`);
    await page.clock.install();
    await page.goto(inbox.host.url);
    await page.getByLabel("Approver's token").fill(inbox.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.clock.runFor(1_000);
    await page.getByText('Nothing waits for you').waitFor();
    const quick = await inbox.start(`return await tools.mail.send({ to: 'quick@x.org' })`, 'quick');
    const seen = async (name: string, isThere: boolean): Promise<void> =>
      await expect
        .poll(async () => {
          await page.clock.runFor(100);
          return await page.getByText(name).first().isVisible();
        })
        .toBe(isThere);
    await seen('quick@x.org', true);
    await inbox.host.call('POST', `/v1/elicitations/${quick.paused.elicitationId}/answer`, {
      token: inbox.token,
      body: { approved: true },
    });
    await seen('quick@x.org', false);
    await page.clock.runFor(10_000);
    expect(await page.evaluate('window.shown.length')).toBe(0);
    const slow = await inbox.start(`return await tools.mail.send({ to: 'slow@x.org' })`, 'slow');
    await seen('slow@x.org', true);
    await page.clock.runFor(3_000);
    // Each is given its own five seconds: this one has had three when the first is announced.
    const later = await inbox.start(`return await tools.mail.send({ to: 'later@x.org' })`, 'later');
    await seen('later@x.org', true);
    await page.clock.runFor(3_000);
    await inbox.host.call('POST', `/v1/elicitations/${later.paused.elicitationId}/answer`, {
      token: inbox.token,
      body: { approved: true },
    });
    await seen('later@x.org', false);
    await page.clock.runFor(6_000);
    expect(await page.evaluate('window.shown.map(({ title, options }) => title + options.body)')).toEqual([
      'Toolshed: a question for youSession slow',
    ]);
    await page.evaluate('window.shown[0].onclick()');
    expect(new URL(page.url()).pathname).toBe(`/questions/${slow.paused.elicitationId}`);
  });
});
