// Every way to answer waits for the same moment: a form that Enter sends, and whatever is pressed without looking.

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });
const EACH_MS = 30;
const PRESSES = 40;

describe('a question that was shown only now', () => {
  let inbox: Inbox;
  let page: Page;
  let answers = 0;
  beforeAll(async () => {
    inbox = await openInbox({ args: ['--no-example'] });
    page = await inbox.open({ viewport: { width: 1280, height: 1000 } });
    page.on('request', (request) => {
      if (/\/(answer|resume)$/.test(request.url())) answers += 1;
    });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    answers = 0;
  });

  const open = async (program: string): Promise<() => Promise<void>> => {
    const { executionId, pending } = await inbox.start(program);
    await page.goto(`${inbox.host.url}/questions/${pending.at(-1)?.elicitationId}`);
    await page.locator('.decision').waitFor();
    return async () =>
      void (await inbox.host.call('POST', `/v1/executions/${executionId}/cancel`, { token: inbox.token, body: {} }));
  };
  const hold = async (key: string): Promise<void> => {
    for (let repeat = 0; repeat < PRESSES; repeat++) {
      await page.keyboard.down(key);
      await pause(EACH_MS);
    }
    await page.keyboard.up(key);
  };
  const MAIL = `return await tools.mail.send({ to: 'ada@example.org' })`;

  verifies(
    'inbox/reading-pause',
    'is not approved by Enter that is held down in the form for its arguments',
    async () => {
      const end = await open(MAIL);
      await page.keyboard.press('e');
      await hold('Enter');
      expect(answers).toBe(0);
      const send = page.getByRole('button', { name: 'Approve with these arguments' });
      await expect.poll(() => send.isEnabled()).toBe(true);
      // A key that is held down is no answer at any time.
      await page.getByRole('textbox').first().focus();
      await page.keyboard.down('Shift');
      await page.keyboard.up('Shift');
      await page.keyboard.press('Enter');
      await expect.poll(() => answers).toBe(1);
      await end();
    },
  );

  verifies('inbox/reading-pause', 'is not approved by e and Enter in turns', async () => {
    const end = await open(MAIL);
    for (let press = 0; press < PRESSES; press++) {
      await page.keyboard.press(press % 2 === 0 ? 'e' : 'Enter');
      await pause(EACH_MS);
    }
    expect(answers).toBe(0);
    await end();
  });

  verifies('inbox/reading-pause', 'is not denied by d and Enter that is pressed again and again', async () => {
    const end = await open(MAIL);
    await page.keyboard.press('d');
    for (let press = 0; press < PRESSES; press++) {
      await page.keyboard.press('Enter');
      await pause(EACH_MS);
    }
    expect(answers).toBe(0);
    await pause(600);
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await expect.poll(() => answers).toBe(1);
    await end();
  });

  verifies('inbox/reading-pause', 'is not sent by Enter in a form of a program', async () => {
    const form = {
      type: 'form',
      message: 'Who?',
      schema: { type: 'object', properties: { name: { type: 'string' } } },
    };
    const end = await open(`return await elicit(${JSON.stringify(form)})`);
    await page.getByLabel('name').focus();
    for (let press = 0; press < PRESSES; press++) {
      await page.keyboard.press('Enter');
      await pause(EACH_MS);
    }
    expect(answers).toBe(0);
    await end();
  });

  verifies('inbox/reading-pause', 'is not approved among other keys that are pressed without looking', async () => {
    const end = await open(MAIL);
    for (let press = 0; press < 45; press++) {
      await page.keyboard.press(press % 15 === 14 ? 'a' : 'qwtyz'.charAt(press % 5));
      await pause(EACH_MS);
    }
    expect(answers).toBe(0);
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    await end();
  });

  verifies(
    'inbox/confirm',
    'is not denied by keys that follow so fast that nobody read what they confirm',
    async () => {
      const end = await open(`return await Promise.allSettled([
      tools.mail.send({ to: 'ada@example.org' }), tools.mail.send({ to: 'bob@example.org' })])`);
      const deny = page.getByRole('button', { name: 'Deny all', exact: true });
      await expect.poll(() => deny.isEnabled()).toBe(true);
      await deny.press('Enter');
      await page.getByRole('dialog', { name: 'Deny 2 questions?' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await pause(300);
      expect(answers).toBe(0);
      await end();
    },
  );
});
