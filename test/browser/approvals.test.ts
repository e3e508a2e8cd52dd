import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const mail = (to: string): string => `return (await tools.mail.send({ to: '${to}' })).sent`;
const question = (page: Page, to: string) => page.getByRole('heading', { level: 1, name: `Send a mail to ${to}?` });

/** From the list to the question, as a person would. */
async function read(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: text }).click();
  await page.getByRole('heading', { level: 1, name: text }).waitFor();
}

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });

describe('the inbox', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox({
      config: { policy: [{ pattern: 'docs.publish', verdict: 'ask', approvals: 2 }] },
    });
    page = await inbox.open();
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  verifies(
    'inbox/answers',
    'shows a question the moment it is asked, and runs the call once it is approved',
    async () => {
      const { executionId } = await inbox.start(mail('ada@x.org'));
      await read(page, 'Send a mail to ada@x.org?');
      expect(await page.locator('.source .marked').textContent()).toContain('tools.mail.send');
      await approve(page).click();
      expect(await inbox.outcome(executionId)).toMatchObject({ status: 'completed', value: 'ada@x.org' });
      await page.getByText('Nothing waits for you').waitFor();
    },
  );

  verifies('inbox/answers', 'tells the program why a call was denied', async () => {
    const { executionId } = await inbox.start(
      `return await tools.mail.send({ to: 'b@x.org' }).catch((e) => e.message)`,
    );
    await read(page, 'Send a mail to b@x.org?');
    await page.getByRole('button', { name: /^Deny/ }).click();
    await page.getByLabel('Why not? The program gets your reason.').fill('not today');
    await expect.poll(() => page.getByRole('button', { name: 'Deny', exact: true }).isEnabled()).toBe(true);
    await page.getByLabel('Why not? The program gets your reason.').press('Enter');
    expect((await inbox.outcome(executionId)).value).toContain('not today');
    expect(await inbox.host.outbox()).not.toContain('b@x.org');
  });

  verifies(
    'inbox/answers',
    'runs the arguments a person changed, keeps what was typed when a field is wrong, and says which',
    async () => {
      const { executionId } = await inbox.start(`return await tools.docs.write({ page: 'notes', text: 'one\\ntwo' })`);
      await read(page, 'Replace the page "notes"?');
      await page.getByRole('button', { name: /^Edit arguments/ }).click();
      await page.getByLabel('page (required)').fill('x');
      await page.getByLabel('text (required)').fill('three\nfour');
      await page.locator('.diff', { hasText: 'three' }).waitFor();
      await readOn(page);
      await page.getByRole('button', { name: 'Approve with these arguments' }).click();
      await page.locator('.field.wrong .problem').waitFor();
      expect(await page.getByLabel('page (required)').evaluate((field) => field.matches(':focus'))).toBe(true);
      expect(await page.getByLabel('text (required)').inputValue()).toBe('three\nfour');
      await page.getByLabel('page (required)').fill('changes');
      await readOn(page);
      await page.getByRole('button', { name: 'Approve with these arguments' }).click();
      expect((await inbox.outcome(executionId)).value).toEqual({ page: 'changes', text: 'three\nfour', notify: false });
    },
  );

  verifies('inbox/batch', 'approves several together, once each was on the screen', async () => {
    const asked = await Promise.all(['c', 'd', 'e'].map((name) => inbox.start(mail(`${name}@x.org`))));
    await page.goto(inbox.host.url);
    for (const name of ['c', 'd', 'e']) await page.getByLabel(`Select: Send a mail to ${name}@x.org?`).check();
    const all = page.getByRole('button', { name: 'Approve all' });
    expect(await all.count()).toBe(0);
    await page.getByRole('link', { name: 'Read the 3 you have not read' }).click();
    await page.getByRole('button', { name: 'Approve these 3' }).waitFor();
    // While they are read, there is one place to answer them.
    expect(await all.count()).toBe(0);
    await page.getByRole('button', { name: 'Approve these 3' }).click();
    for (const { executionId } of asked) expect((await inbox.outcome(executionId)).status).toBe('completed');
  });

  verifies('inbox/seen-first', 'refuses an approval while part of what would be approved is folded away', async () => {
    const { executionId } = await inbox.start(`return await tools.docs.import({ text: 'x'.repeat(5000) + 'END' })`);
    await page.getByRole('link', { name: /docs.import/ }).click();
    await page.getByText('not shown yet').waitFor();
    expect(await approve(page).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByLabel(/^Select: /).check();
    expect(await page.getByRole('button', { name: 'Approve all' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all 5,003 characters' }).click();
    expect(await approve(page).isDisabled()).toBe(true);
    await readOn(page);
    await page.getByText('not shown yet').waitFor({ state: 'detached' });
    expect((await inbox.host.call('GET', `/v1/executions/${executionId}`, { token: inbox.token })).body.status).toBe(
      'paused',
    );
    await approve(page).click();
    expect((await inbox.outcome(executionId)).value).toBe(1);
  });

  verifies(
    'inbox/seen-first',
    'takes a second click on the same place for a slip, not for an approval of the next question',
    async () => {
      const asked = [await inbox.start(mail('f@x.org')), await inbox.start(mail('g@x.org'))];
      await read(page, 'Send a mail to g@x.org?');
      await expect.poll(() => approve(page).isEnabled()).toBe(true);
      await approve(page).dblclick();
      await question(page, 'f@x.org').waitFor();
      expect((await inbox.outcome(asked[1]?.executionId)).status).toBe('completed');
      expect(await inbox.host.outbox()).not.toContain('f@x.org');
      await approve(page).click();
      await inbox.outcome(asked[0]?.executionId);
    },
  );

  verifies('inbox/keyboard', 'is driven by the keyboard: j, k, x, e, d, a', async () => {
    const asked = [await inbox.start(mail('h@x.org')), await inbox.start(mail('i@x.org'))];
    await page.goto(inbox.host.url);
    await page.getByText('Send a mail to i@x.org?').waitFor();
    await page.keyboard.press('j');
    await question(page, 'i@x.org').waitFor();
    await page.keyboard.press('j');
    await question(page, 'h@x.org').waitFor();
    await page.keyboard.press('k');
    await question(page, 'i@x.org').waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Approve with these arguments' }).waitFor();
    await page.keyboard.press('Escape');
    await approve(page).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.type('no, thank you');
    await expect.poll(() => page.getByRole('button', { name: 'Deny', exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await question(page, 'h@x.org').waitFor();
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    await page.keyboard.press('a');
    expect((await inbox.outcome(asked[1]?.executionId)).status).toBe('failed');
    expect((await inbox.outcome(asked[0]?.executionId)).status).toBe('completed');
  });

  verifies('inbox/first-answer', 'tells the slower of two people who answered, and what', async () => {
    const { executionId } = await inbox.start(mail('j@x.org'));
    const other = await inbox.openAsApprover();
    await read(other, 'Send a mail to j@x.org?');
    await read(page, 'Send a mail to j@x.org?');
    // The slower answer is on its way while the faster one is recorded.
    await other.route('**/answer', async (route) => {
      await approve(page).click();
      await inbox.outcome(executionId);
      await route.continue();
    });
    await other.getByRole('button', { name: /^Deny/ }).click();
    await other.getByRole('button', { name: 'Deny', exact: true }).click();
    await other.getByText(/was faster: accepted/).waitFor();
    await other.unroute('**/answer');
    await other.reload();
    await other.getByRole('heading', { name: 'This question is no longer open' }).waitFor();
    expect(await other.locator('.facts').textContent()).toContain('accepted');
  });

  verifies(
    'inbox/two-person',
    'shows who approved so far, and the arguments they changed, to the next who has to',
    async () => {
      const { executionId } = await inbox.start(`return await tools.docs.publish({ title: 'draft' })`);
      await page.getByRole('link', { name: /docs.publish/ }).click();
      await page.getByText('0 of 2 people approved').waitFor();
      await page.getByRole('button', { name: /^Edit arguments/ }).click();
      await page.getByLabel('Arguments, as JSON').fill('{"title":"final"}');
      await readOn(page);
      await page.getByRole('button', { name: 'Approve with these arguments' }).click();
      await page.getByText('1 of 2 people approved').waitFor();
      await page.getByText('somebody else has to as well').waitFor();
      const other = await inbox.openAsApprover();
      await other.getByRole('link', { name: /docs.publish/ }).click();
      await other.getByText('as an approver changed them').waitFor();
      await approve(other).click();
      expect((await inbox.outcome(executionId)).value).toEqual({ title: 'final' });
    },
  );
});
