// What a person believes they approve, and whether it is sent: nothing hidden, nothing alike, nothing claimed.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });

describe('what a person sees in the inbox', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox();
    page = await inbox.open({ viewport: { width: 1000, height: 700 } });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  const open = async (program: string, on = page): Promise<string> => {
    const { executionId, paused } = await inbox.start(program);
    await on.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await on.getByRole('region', { name: 'Your answer' }).waitFor();
    return executionId;
  };

  verifies(
    'inbox/whole',
    'keeps nested arguments inside their card, however deep, on a screen of any width',
    async () => {
      const deep = `let v = { END: 'x'.repeat(300) }; for (let i = 0; i < 12; i++) v = { ['a_long_key_' + i]: [v] };`;
      const phone = await inbox.open({ viewport: { width: 360, height: 740 } });
      for (const on of [page, phone]) {
        await open(`${deep} return await tools.docs.import(v)`, on);
        await on.getByText('END').first().waitFor();
        const outside = await on.evaluate<number>(`(() => {
        const sheet = [...document.querySelectorAll('.question .sheet')].find((one) => one.textContent.includes('END'));
        const edge = sheet.getBoundingClientRect().right;
        return [...sheet.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge + 1).length;
      })()`);
        expect(outside).toBe(0);
        await readOn(on);
        await expect.poll(() => approve(on).isEnabled()).toBe(true);
      }
      await phone.close();
    },
  );

  verifies('inbox/whole', 'refuses an approval while any of it lies outside the card', async () => {
    await open(`return await tools.docs.import({ note: 'wide' })`);
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    await page.evaluate(
      `document.querySelector('.rows').style.width = '3000px'; document.querySelector('.rows').append('')`,
    );
    await expect.poll(() => approve(page).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByText('not shown yet').waitFor();
  });

  verifies('inbox/whole', 'shows values of different types differently', async () => {
    await open(
      `return await tools.docs.import({ a: 1, b: '1', c: null, d: 'null', e: ['x'], f: { 0: 'x' }, '[0]': true })`,
    );
    const shown = await page.locator('.question .rows').first().textContent();
    expect(shown).toContain('a1b"1"cnulld"null"e[0]"x"f"0""x"');
    expect(shown).toContain('"[0]"true');
  });

  verifies(
    'inbox/whole',
    'approves no edit of what was not shown, and edits what hides itself as escaped JSON',
    async () => {
      const execution = await open(
        `return await tools.docs.write({ page: 'invoice\\u202Egpj.exe', text: 'x'.repeat(5000) })`,
      );
      await page.keyboard.press('e');
      const send = page.getByRole('button', { name: 'Approve with these arguments' });
      await send.waitFor();
      expect(await send.isDisabled()).toBe(true);
      expect(await page.getByLabel('page (required)').inputValue()).toBe('"invoice\\u202egpj.exe"');
      await page.getByRole('button', { name: 'Show all 5,000 characters' }).click();
      await page.getByLabel('page (required)').fill('"plain"');
      await readOn(page);
      await send.click();
      expect((await inbox.outcome(execution)).value).toMatchObject({ page: 'plain' });
    },
  );

  verifies(
    'inbox/whole',
    'spells out what is hidden in what a person types, and what a form would send unseen',
    async () => {
      const schema = {
        type: 'object',
        properties: {
          day: { type: 'string', format: 'date-time', default: '2026-11-06T09:30:00+09:00' },
          name: { type: 'string' },
        },
      };
      await open(`return await elicit(${JSON.stringify({ type: 'form', message: 'About you', schema })})`);
      expect(await page.getByLabel('day').inputValue()).toBe('"2026-11-06T09:30:00+09:00"');
      await page.getByLabel('name').fill('a\u202Eb');
      await page.getByText('It reads "a‹U+202E›b"').waitFor();
    },
  );

  verifies('inbox/whole', 'keeps who asks and what for in sight of a long form', async () => {
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i}`, { type: 'string' }]));
    await open(
      `return await elicit(${JSON.stringify({ type: 'form', message: 'All about you', schema: { type: 'object', properties } })})`,
    );
    await page.getByLabel('field59').scrollIntoViewIfNeeded();
    const panel = page.getByRole('region', { name: 'Your answer' });
    for (const part of [panel.getByText('The program asks:'), panel.getByRole('button', { name: 'Send' })]) {
      const { y = -1, height = 0 } = (await part.boundingBox()) ?? {};
      expect(height).toBeGreaterThan(10);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(700);
    }
  });

  verifies(
    'inbox/own-questions',
    'marks a question a program asks itself wherever it is listed, and approves it with no others',
    async () => {
      const { executionId } = await inbox.start(
        `return await elicit({ type: 'approval', message: 'Delete everything?', toolPath: 'docs.write', args: { page: 'x' } })`,
      );
      await page.goto(inbox.host.url);
      const item = page.locator('.item', { hasText: 'Delete everything?' });
      await item.waitFor();
      expect(await item.textContent()).toContain('The program asks:');
      expect(await item.textContent()).toContain('the program’s own question');
      expect(await item.textContent()).not.toContain('docs.write');
      await page.getByLabel('Select: The program asks: Delete everything?').check();
      await page.getByRole('link', { name: 'Read them' }).click();
      await page.getByText('cannot be approved together with others').waitFor();
      expect(await page.getByRole('button', { name: /^Approve these 0/ }).isDisabled()).toBe(true);
      await item.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'The program asks you something' }).waitFor();
      expect(await approve(page).count()).toBe(0);
      expect(await page.locator('.question').textContent()).toContain('tool it names');
      await page.goto(`${inbox.host.url}/executions/${executionId}`);
      await page.getByText('The program asks:').waitFor();
    },
  );
});

describe('an answer in the inbox', () => {
  verifies('inbox/not-live', 'cannot be given while the page is not connected, and is not sent', async () => {
    await using inbox = await openInbox();
    const page = await inbox.open();
    const { executionId } = await inbox.start(`return (await tools.mail.send({ to: 'a@x.org' })).sent`);
    await page.getByRole('link', { name: 'Send a mail to a@x.org?' }).click();
    await expect.poll(() => approve(page).isEnabled()).toBe(true);
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await inbox.host.end('SIGKILL');
    await page.getByText('Nothing can be answered or changed').waitFor();
    expect(await approve(page).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    expect(sent).toEqual([]);
    await inbox.restart();
    await page.getByText('Nothing can be answered or changed').waitFor({ state: 'detached' });
    expect((await inbox.host.call('GET', `/v1/executions/${executionId}`, { token: inbox.token })).body.status).toBe(
      'paused',
    );
  });

  verifies(
    ['inbox/not-live', 'http/stopping'],
    'whose reply was lost says that it is not known, and then what became of it',
    async () => {
      await using inbox = await openInbox();
      const page = await inbox.open();
      await inbox.start(`return (await tools.mail.send({ to: 'b@x.org' })).sent`);
      await page.getByRole('link', { name: 'Send a mail to b@x.org?' }).click();
      await expect.poll(() => approve(page).isEnabled()).toBe(true);
      await page.route('**/answer', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await approve(page).click();
      await page.getByText('Your answer was recorded: Approved').waitFor();
    },
  );
});
