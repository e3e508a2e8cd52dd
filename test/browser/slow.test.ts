// A network that takes its time: what is not there yet is shown as missing, and nothing is answered without it.

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

describe('the inbox on a slow network', () => {
  let inbox: Inbox;
  beforeAll(async () => {
    inbox = await openInbox({
      args: ['--no-example'],
      config: { limits: { elicitations: 100, callsInFlight: 100 }, quotas: { openQuestions: 200 } },
    });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  verifies(
    'inbox/slow',
    'draws rows where the questions will be, and the first of them before the others',
    async () => {
      const page = await inbox.open({ viewport: { width: 1280, height: 800 } });
      const { executionId } = await inbox.start(
        `return await Promise.allSettled(Array.from({ length: 80 }, (_, i) => tools.mail.send({ to: 'n' + i + '@x.org' })))`,
        'many',
      );
      const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route('**/v1/elicitations?*', async (route) => {
        await (route.request().url().includes('cursor=') ? rest : first).promise;
        await route.continue();
      });
      await page.goto(inbox.host.url);
      const skeleton = page.locator('.list.skeleton');
      await skeleton.waitFor();
      expect(
        await page.evaluate(`getComputedStyle(document.querySelector('.list.skeleton')).backgroundImage`),
      ).toContain('gradient');
      const top = (await skeleton.boundingBox())?.y;
      first.resolve();
      await page.locator('.total', { hasText: '80 open' }).waitFor();
      await page.locator('.item').first().waitFor();
      // Nothing moves when they are there.
      expect((await page.locator('.list').boundingBox())?.y).toBe(top);
      rest.resolve();
      await page.getByLabel('Find questions').fill('n0@x.org');
      await page.locator('.total', { hasText: '1 of 80' }).waitFor();
      await inbox.host.call('POST', `/v1/executions/${executionId}/cancel`, {
        token: inbox.token,
        body: {},
      });
      await page.context().close();
    },
  );

  verifies(
    'inbox/slow',
    'lets nobody approve before the page says what the tool does and whether it can be undone',
    async () => {
      const page = await inbox.open();
      const { executionId, paused } = await inbox.start(`return await tools.mail.send({ to: 'ada@x.org' })`);
      const released = Promise.withResolvers<void>();
      await page.route('**/v1/tools**', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      await page.getByText('Reading what the tool does…').waitFor();
      await page.getByRole('heading', { name: 'In the program' }).waitFor();
      const approve = page.getByRole('button', { name: /^Approve ?a?$/ });
      await page.waitForTimeout(1_000);
      expect(await approve.isDisabled()).toBe(true);
      await page.keyboard.press('a');
      released.resolve();
      await page.getByText('changes something; cannot be undone').waitFor();
      await expect.poll(() => approve.isEnabled()).toBe(true);
      await page.keyboard.press('a');
      expect((await inbox.outcome(executionId)).status).toBe('completed');
    },
  );
});
