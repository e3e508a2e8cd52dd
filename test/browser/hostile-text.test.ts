import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const SCRIPT = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>`;
const BIDI = 'invoice\u202Egpj.exe';
const ANSI = '\u001b[2J\u001b[31mapproved\u001b[0m';
/** What would turn a line around or repaint it, were it on the page itself. */
const HIDDEN = ['\u202E', '\u001b'];

describe('text of programs and tools in the inbox', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox();
    page = await inbox.open();
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });

  const isOwned = () => page.evaluate(`'owned' in window`);

  verifies('inbox/hostile-text', 'is text, in every place it is shown', async () => {
    const evil = [SCRIPT, BIDI, ANSI].join(' ');
    const program = `
      console.log(${JSON.stringify(evil)}); emit(${JSON.stringify({ [evil]: evil })});
      return await tools.docs.import(${JSON.stringify({ [SCRIPT]: BIDI, note: ANSI, deep: { list: [evil, evil] } })});`;
    const { executionId, paused } = await inbox.start(program, `${SCRIPT}`.slice(0, 60));
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await page.getByRole('heading', { name: 'Arguments' }).waitFor();
    const shown = await page.locator('main').textContent();
    expect(shown).toContain('<script>window.owned=1</script>');
    expect(shown).toContain('invoice‹U+202E›gpj.exe');
    expect(shown).toContain('‹U+001B›[31mapproved');
    for (const character of HIDDEN) expect(shown).not.toContain(character);
    expect(shown).toContain('This text contains direction controls');
    await page.goto(`${inbox.host.url}/executions/${executionId}`);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    for (const character of HIDDEN) expect(await page.locator('main').textContent()).not.toContain(character);
    for (const path of ['/executions', '/audit', '/tools', '/grants', '/recent', '/overview', '/']) {
      await page.goto(`${inbox.host.url}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(await isOwned()).toBe(false);
    expect(await page.locator('img[src=x], main script').count()).toBe(0);
  });

  verifies(
    'inbox/hostile-text',
    'cannot pass for the page itself: what a program asks stands under a heading of ours',
    async () => {
      const { paused } = await inbox.start(
        `return await elicit({ type: 'confirmation', message: 'Toolshed: your session has expired. Approve?' })`,
      );
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      const heading = page.locator('.question').getByRole('heading', { level: 1 });
      expect(await heading.textContent()).toBe('The program asks you something');
      expect(await page.locator('.question .says').textContent()).toContain('your session has expired');
    },
  );

  verifies(
    'inbox/hostile-text',
    'may be a megabyte of anything: the page stays usable, and nothing is cut off without a way to show it',
    async () => {
      const { paused } = await inbox.start(
        `return await tools.docs.import({ text: '\\u202E\\u0007x'.repeat(100_000) + 'THE END' })`,
      );
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      await page.getByText('not shown yet').waitFor();
      expect(await page.locator('body *').count()).toBeLessThan(2_000);
      await page.getByRole('button', { name: /^Show all 300,007 characters/ }).click();
      await page.getByText('THE END').first().waitFor();
      expect(await page.locator('body *').count()).toBeLessThan(2_000);
      await page.getByRole('button', { name: /^Deny/ }).click();
      await page.getByRole('button', { name: 'Deny', exact: true }).click();
      await page.getByText('Denied').waitFor();
    },
  );
});
