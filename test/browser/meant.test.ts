// What a key or a click may not do: answer what is not on the screen, or more than a person meant.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });
const WRITE = `return await tools.docs.write({ page: 'notes', text: 'one' })`;
const mails = (name: string, count: number): string =>
  `return (await Promise.allSettled(Array.from({ length: ${count} }, (_, i) => tools.mail.send({ to: '${name}' + i + '@x.org' })))).length`;

describe('a key or a click', () => {
  let inbox: Inbox;
  let page: Page;
  let sent = 0;
  beforeAll(async () => {
    inbox = await openInbox({ args: ['--no-example'] });
    page = await inbox.open({ viewport: { width: 1200, height: 640 } });
    page.on('request', (request) => {
      if (/\/(answer|resume|cancel)$/.test(request.url())) sent += 1;
    });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  const open = async (program: string): Promise<string> => {
    const { executionId, paused } = await inbox.start(program);
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await page.getByRole('heading', { name: 'In the program' }).waitFor();
    sent = 0;
    return executionId;
  };
  const openAndRead = async (program: string): Promise<string> => {
    const id = await open(program);
    await readOn(page);
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    return id;
  };

  verifies('inbox/keyboard', 'approves nothing while arguments are edited or a reason is typed', async () => {
    const id = await openAndRead(WRITE);
    for (const [key, button] of [
      ['e', 'Approve with these arguments'],
      ['d', 'Deny'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('button', { name: button, exact: true }).waitFor();
      await page.getByRole('button', { name: 'Back', exact: true }).focus();
      await page.keyboard.press('a');
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('a');
      await page.keyboard.press('Escape');
      await approve(page).waitFor();
    }
    expect(sent).toBe(0);
    await page.keyboard.press('a');
    expect((await inbox.outcome(id)).status).toBe('completed');
  });

  verifies('inbox/keyboard', 'does nothing to what lies behind a dialog', async () => {
    const id = await openAndRead(WRITE);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    for (const key of ['a', 'd', 'x']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await approve(page).waitFor();
    expect(await page.getByText('1 selected').count()).toBe(0);
    expect(sent).toBe(0);
    await page.keyboard.press('a');
    await inbox.outcome(id);
  });

  verifies(
    'inbox/in-sight',
    'approves nothing of which the options or the text to copy lie below the window',
    async () => {
      const options = Array.from({ length: 40 }, (_, index) => ({ value: `option ${index}` }));
      const asked = [
        [
          `await elicit(${JSON.stringify({ type: 'choice', message: 'Which?', options, default: 'option 0' })})`,
          'Send',
        ],
        [`await elicit(${JSON.stringify({ type: 'multi_choice', message: 'Which ones?', options })})`, 'Send'],
        [
          `await elicit(${JSON.stringify({ type: 'clipboard-write', input: { text: 'line\n'.repeat(60) } })})`,
          'Copy it',
        ],
      ] as const;
      for (const [program, button] of asked) {
        await open(program);
        const accept = page.getByRole('button', { name: button, exact: true });
        await page.getByText('not shown yet').waitFor();
        expect(await accept.isDisabled(), program).toBe(true);
        await readOn(page);
        await expect.poll(() => accept.isEnabled()).toBe(true);
        await page
          .getByRole('button', { name: /^(Decline|Deny|Cancel)/ })
          .first()
          .click();
        await expect.poll(() => sent).toBe(1);
      }
    },
  );

  verifies('inbox/edits', 'sends no field that is not JSON yet, and goes to it', async () => {
    const id = await open(`return await tools.docs.publish({ title: 'draft' })`);
    await page.keyboard.press('e');
    const field = page.getByLabel('Arguments, as JSON');
    await field.fill('{"title":');
    await readOn(page);
    const send = page.getByRole('button', { name: 'Approve with these arguments' });
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    await expect.poll(() => field.evaluate((one) => one.matches(':focus:invalid'))).toBe(true);
    await page.getByText('This is not JSON yet').waitFor();
    expect(sent).toBe(0);
    await field.fill('{"title":"final"}');
    await readOn(page);
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    expect((await inbox.outcome(id)).value).toEqual({ title: 'final' });
  });

  verifies('inbox/confirm', 'refuses several at once only after a person confirmed which, and how many', async () => {
    const { executionId } = await inbox.start(mails('many', 2), 'to-confirm');
    await page.goto(inbox.host.url);
    const group = page.locator('.group', { hasText: 'to-confirm' });
    sent = 0;
    const dialog = page.getByRole('dialog', { name: 'Deny 2 questions?' });
    await expect.poll(() => group.getByRole('button', { name: 'Deny all' }).isEnabled()).toBe(true);
    await group.getByRole('button', { name: 'Deny all' }).click();
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain('many0@x.org');
    // The way back has the focus.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toBe(0);
    await group.getByRole('button', { name: 'Deny all' }).click();
    await dialog.getByRole('button', { name: 'Deny all 2' }).click();
    expect((await inbox.outcome(executionId)).value).toBe(2);
  });

  verifies('inbox/confirm', 'cancels an execution only after a person confirmed it', async () => {
    const { executionId } = await inbox.start(mails('few', 2), 'to-cancel');
    await page.goto(`${inbox.host.url}/executions/${executionId}`);
    const cancel = page.getByRole('button', { name: 'Cancel it' });
    sent = 0;
    await cancel.click();
    await page.getByText('Its 2 open questions end with it').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent).toBe(0);
    await cancel.click();
    await page.getByRole('button', { name: 'Cancel the execution' }).click();
    expect((await inbox.outcome(executionId)).status).toBe('cancelled');
  });

  verifies('inbox/sending', 'is said to be on its way until the server has replied', async () => {
    const id = await openAndRead(WRITE);
    const released = Promise.withResolvers<void>();
    await page.route('**/answer', async (route) => {
      await released.promise;
      await route.continue();
    });
    await approve(page).click();
    await page.getByText('Sending…').waitFor();
    expect(await page.getByRole('region', { name: 'Your answer' }).getAttribute('aria-busy')).toBe('true');
    expect(await approve(page).isDisabled()).toBe(true);
    released.resolve();
    expect((await inbox.outcome(id)).status).toBe('completed');
    await page.getByText('Sending…').waitFor({ state: 'detached' });
    await page.unroute('**/answer');
  });

  verifies('inbox/in-sight', 'approves no other words that came in the place of what was read', async () => {
    const { executionId } = await inbox.start(mails('tall', 12), 'to-revise');
    await page.goto(inbox.host.url);
    await page.locator('.group', { hasText: 'to-revise' }).getByRole('button', { name: 'Read 12' }).click();
    await readOn(page);
    const all = page.getByRole('button', { name: /^Approve these 12/ });
    await expect.poll(() => all.isEnabled()).toBe(true);
    // After the connection was lost, every question comes with other arguments of the same length.
    await page.route('**/v1/elicitations?*', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('tall', 'evil') });
    });
    await inbox.host.end('SIGKILL');
    await page.getByText('Not connected to the server; trying again').waitFor();
    await inbox.restart();
    await page.getByText('Not connected to the server; trying again').waitFor({ state: 'detached' });
    await page.locator('.selected', { hasText: 'evil11@x.org' }).waitFor();
    await page.getByText('not shown yet').waitFor();
    expect(await all.isDisabled()).toBe(true);
    await page.unroute('**/v1/elicitations?*');
    await inbox.host.call('POST', `/v1/executions/${executionId}/cancel`, { token: inbox.token, body: {} });
  });
});
