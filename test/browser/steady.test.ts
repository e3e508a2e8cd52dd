// What a person works on stays where it is, whatever comes, goes or breaks meanwhile.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const mails = (name: string, count: number): string =>
  `return (await Promise.allSettled(Array.from({ length: ${count} }, (_, i) => tools.mail.send({ to: '${name}' + i + '@x.org' })))).length`;

const FORM = {
  type: 'form',
  message: 'About you',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, city: { type: 'string' }, team: { type: 'string', enum: ['red', 'blue'] } },
    required: ['name'],
  },
};

describe('the list of open questions, while more of them arrive', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox({
      args: ['--no-example'],
      config: {
        limits: { elicitations: 1_000, callsInFlight: 1_000 },
        quotas: { openQuestions: 2_000, openQuestionsPerAgent: 2_000 },
      },
    });
    await inbox.start(mails('old', 60), 'old');
    page = await inbox.open({ viewport: { width: 1280, height: 800 } });
    await page.locator('.total', { hasText: '60 open' }).waitFor();
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });
  const topOf = async (text: string): Promise<number> =>
    (await page.locator('.item', { hasText: text }).first().boundingBox())?.y ?? Number.NaN;

  verifies('inbox/steady', 'keeps what the pointer is on below it', async () => {
    const row = page.locator('.item', { hasText: 'old50@x.org' });
    await row.hover();
    const before = await topOf('old50@x.org');
    await inbox.start(mails('new', 40), 'new');
    await page.locator('.total', { hasText: '100 open' }).waitFor();
    expect(await topOf('old50@x.org')).toBe(before);
    await page.getByRole('button', { name: '↑ More above' }).click();
    await page.locator('.item', { hasText: 'new39@x.org' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: '↑ More above' }).count()).toBe(0);
  });

  verifies('inbox/steady', 'shows what is new at its top, where nobody points at it or has scrolled', async () => {
    await page.mouse.move(5, 5);
    await inbox.start(mails('top', 2), 'top');
    await expect.poll(() => page.locator('.group').first().textContent()).toContain('top');
    expect(await page.locator('.list').evaluate((list) => list.scrollTop)).toBe(0);
  });

  verifies('inbox/steady', 'takes nobody back to the question that is open beside it', async () => {
    await page.locator('.item', { hasText: 'top1@x.org' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Send a mail to top1@x.org?' }).waitFor();
    await page.mouse.move(5, 5);
    await page.locator('.list').evaluate((list) => list.scrollTo(0, 2_800));
    const row = page.locator('.item', { hasText: 'old30@x.org' });
    await row.waitFor();
    const before = await topOf('old30@x.org');
    await inbox.start(mails('late', 3), 'late');
    await page.locator('.total', { hasText: '105 open' }).waitFor();
    expect(await topOf('old30@x.org')).toBe(before);
    await page.goto(inbox.host.url);
  });

  verifies('inbox/select', 'is not said to be selected before all of it is', async () => {
    for (const name of ['b', 'c']) await inbox.start(mails(name, 100), name);
    await page.goto(inbox.host.url);
    await page.locator('.total', { hasText: '305 open' }).waitFor();
    const released = Promise.withResolvers<void>();
    await page.route('**/v1/elicitations?cursor=*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.keyboard.press('*');
    await page.getByText('Selecting… 200 of 305').waitFor();
    expect(await page.getByRole('button', { name: 'Deny all' }).first().isDisabled()).toBe(true);
    expect(await page.getByText('200 selected').count()).toBe(0);
    released.resolve();
    await page.getByText('305 selected').waitFor();
    await page.unroute('**/v1/elicitations?cursor=*');
  });
});

describe('a list that is shorter than its window', () => {
  verifies('inbox/steady', 'stands still under the pointer as well, until it leaves', async () => {
    await using inbox = await openInbox({ args: ['--no-example'] });
    const page = await inbox.open({ viewport: { width: 1280, height: 800 } });
    await inbox.start(mails('first', 3), 'first');
    const deny = page.locator('.group', { hasText: 'first' }).getByRole('button', { name: 'Deny all' });
    await deny.hover();
    const before = await deny.boundingBox();
    await inbox.start(mails('second', 3), 'second');
    await page.locator('.total', { hasText: '6 open' }).waitFor();
    await page.getByRole('button', { name: '↑ More above' }).waitFor();
    expect(await deny.boundingBox()).toEqual(before);
    await page.mouse.move(5, 5);
    await expect.poll(() => page.locator('.group').first().textContent()).toContain('second');
    expect(await page.locator('.list').evaluate((list) => list.scrollTop)).toBe(0);
    expect(inbox.complaints).toEqual([]);
  });
});

describe('what somebody has typed', () => {
  const typed = async (page: Page) => [
    await page.getByLabel('name').inputValue(),
    await page.getByLabel('city').inputValue(),
    await page.getByLabel('team').inputValue(),
  ];
  const fill = async (page: Page): Promise<readonly string[]> => {
    await page.getByLabel('name').fill('Ada');
    await page.getByLabel('city').fill('London');
    await page.getByLabel('team').selectOption({ index: 2 });
    return await typed(page);
  };

  verifies('inbox/typed', 'is there after the server was killed and started again, and is what is sent', async () => {
    await using inbox = await openInbox({ args: ['--no-example'] });
    const page = await inbox.open();
    const { executionId, paused } = await inbox.start(`return (await elicit(${JSON.stringify(FORM)})).data`);
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    const before = await fill(page);
    await inbox.host.end('SIGKILL');
    await page.getByText('Nothing can be answered or changed').waitFor();
    await page.getByLabel('city').fill('Paris');
    await inbox.restart();
    await page.getByText('Nothing can be answered or changed').waitFor({ state: 'detached' });
    expect(await typed(page)).toEqual([before[0], 'Paris', before[2]]);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    expect((await inbox.outcome(executionId)).value).toEqual({ name: 'Ada', city: 'Paris', team: 'blue' });
    expect(inbox.complaints).toEqual([]);
  });

  verifies('inbox/typed', 'is there after the session ended, for the same person and for nobody else', async () => {
    await using inbox = await openInbox({ args: ['--no-example'] });
    const page = await inbox.openAsApprover();
    const { paused } = await inbox.start(`return (await elicit(${JSON.stringify(FORM)})).data`);
    const path = `${inbox.host.url}/questions/${paused.elicitationId}`;
    await page.goto(path);
    const before = await fill(page);
    const endSession = async (): Promise<void> => {
      const other = await page.context().newPage();
      await other.goto(inbox.host.url);
      await other.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'This browser is not signed in' }).waitFor();
      await other.close();
    };
    const signIn = async (token: string): Promise<void> => {
      await page.getByLabel("Approver's token").fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('live', { exact: true }).waitFor();
      await page.getByLabel('name').waitFor();
    };
    await endSession();
    expect(await page.getByLabel('name').isVisible()).toBe(false);
    await signIn(inbox.token);
    expect(await typed(page)).toEqual(before);
    await endSession();
    await signIn(await inbox.host.approver('bob'));
    await expect.poll(() => typed(page)).not.toEqual(before);
    expect(await page.getByLabel('name').inputValue()).toBe('');
    expect(inbox.complaints).toEqual([]);
  });

  verifies(
    'inbox/not-live',
    'says so once an answer shows that the session is over, and keeps the question',
    async () => {
      await using inbox = await openInbox({ args: ['--no-example'] });
      const page = await inbox.openAsApprover();
      const { executionId, paused } = await inbox.start(`return await tools.mail.send({ to: 'ada@example.org' })`);
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      const approve = page.getByRole('button', { name: /^Approve ?a?$/ });
      await expect.poll(() => approve.isEnabled()).toBe(true);
      await page.context().clearCookies();
      await page.keyboard.press('a');
      await page.getByRole('heading', { name: 'This browser is not signed in' }).waitFor();
      await page.getByText('not signed in', { exact: true }).waitFor();
      expect(await approve.isVisible()).toBe(false);
      await page.getByLabel("Approver's token").fill(inbox.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect.poll(() => approve.isEnabled()).toBe(true);
      await page.keyboard.press('a');
      expect((await inbox.outcome(executionId)).status).toBe('completed');
      expect(inbox.complaints).toEqual([]);
    },
  );
});
