import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { shows } from '../scenarios/seeds/shows.ts';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const mail = (to: string): string => `return (await tools.mail.send({ to: '${to}' })).sent`;

describe('an inbox that is kept open', () => {
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

  verifies(
    'inbox/live',
    'says that it lost its server, finds it again after a kill, and answers what waited',
    async () => {
      const { executionId } = await inbox.start(mail('ada@x.org'));
      await page.getByRole('link', { name: 'Send a mail to ada@x.org?' }).click();
      await inbox.host.end('SIGKILL');
      await page.getByText('Not connected to the server; trying again').waitFor();
      await inbox.restart();
      await page.getByText('Not connected to the server; trying again').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Approve/ }).click();
      expect((await inbox.outcome(executionId)).value).toBe('ada@x.org');
    },
  );

  verifies('inbox/side-quests', 'leads from a question to its side quest and back, and lists it there', async () => {
    const { executionId } = await inbox.start(mail('bob@x.org'));
    await page.getByRole('link', { name: 'Send a mail to bob@x.org?' }).click();
    await page.getByText('Side quests').click();
    await page.getByLabel('Program').fill('return await tools.mail.list({})');
    await page.getByRole('button', { name: 'Start the side quest' }).click();
    const banner = page.getByRole('link', { name: /Back to the question it left/ });
    await page.getByText('This side quest is over.').waitFor();
    shows('quest/banner', await banner.getAttribute('href')).toMatch(/questions\/elic_/);
    expect(await page.locator('main').textContent()).toContain('Result');
    await banner.click();
    await page.getByRole('heading', { level: 1, name: 'Send a mail to bob@x.org?' }).waitFor();
    const listed = page.getByRole('heading', { name: 'Side quests (1)' });
    await listed.waitFor();
    shows('quest/explicit', await listed.textContent()).toBe('Side quests (1)');
    await page.getByRole('button', { name: /^Approve/ }).click();
    expect((await inbox.outcome(executionId)).value).toBe('bob@x.org');
  });

  verifies('inbox/side-quests', 'shows the way back in a question that a side quest asks', async () => {
    const { executionId } = await inbox.start(mail('carl@x.org'));
    await page.getByRole('link', { name: 'Send a mail to carl@x.org?' }).click();
    await page.getByText('Side quests').click();
    await page.getByLabel('Program').fill(mail('dora@x.org'));
    await page.getByRole('button', { name: 'Start the side quest' }).click();
    await page.getByRole('link', { name: 'Send a mail to dora@x.org?' }).click();
    await page.getByText('This is a side quest.').waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Send a mail to carl@x.org?' }).waitFor();
    await page.getByText('Side quests (1)').waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await inbox.outcome(executionId);
  });

  verifies('inbox/sign-in', 'lets nobody in without a link or a token, and an approver with theirs', async () => {
    const stranger = await inbox.strange();
    await stranger.goto(inbox.host.url);
    await stranger.getByRole('heading', { name: 'This browser is not signed in' }).waitFor();
    await stranger.getByLabel("Approver's token").fill('tsh_wrong');
    await stranger.getByRole('button', { name: 'Sign in' }).click();
    await stranger.getByRole('alert').waitFor();
    await stranger.getByLabel("Approver's token").fill(inbox.token);
    await stranger.getByRole('button', { name: 'Sign in' }).click();
    await stranger.getByText('Nothing waits for you').waitFor();
    expect(await stranger.evaluate('document.cookie')).toBe('');
    await stranger.getByRole('button', { name: 'Sign out' }).click();
    await stranger.getByRole('heading', { name: 'This browser is not signed in' }).waitFor();
  });

  verifies('inbox/sign-in', 'shows the question that somebody came for after the link signed them in', async () => {
    const { executionId, paused } = await inbox.start(mail('late@x.org'));
    const stranger = await inbox.strange();
    await stranger.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await stranger.getByRole('heading', { name: 'This browser is not signed in' }).waitFor();
    const { loginUrl } = JSON.parse(inbox.host.said.at(-1) ?? '{}');
    await stranger.goto(loginUrl);
    await stranger.getByRole('heading', { level: 1, name: 'Send a mail to late@x.org?' }).waitFor();
    expect(new URL(stranger.url()).pathname).toBe(`/questions/${paused.elicitationId}`);
    await stranger.context().close();
    await inbox.host.call('POST', `/v1/executions/${executionId}/cancel`, { token: inbox.token, body: {} });
  });

  verifies('inbox/sign-in', 'keeps the key of the sign-in link out of the address', () => {
    expect(page.url()).not.toContain('key=');
  });

  verifies('inbox/grants', 'gives, explains and revokes a grant with a condition', async () => {
    await page.goto(`${inbox.host.url}/grants`);
    await page.getByText('Approve calls ahead').click();
    await page.getByLabel('Tools', { exact: true }).fill('mail.send');
    await page.getByLabel('Only if the arguments match').fill('{"at":"nowhere"}');
    await page.getByRole('button', { name: 'Add the grant' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Only if the arguments match').fill('{"at":"to","equals":"eve@x.org"}');
    await page.getByRole('button', { name: 'Add the grant' }).click();
    await page.getByRole('cell', { name: /eve@x.org/ }).waitFor();
    await page.getByLabel('Tool', { exact: true }).fill('mail.send');
    await page.getByLabel('Arguments', { exact: true }).fill('{"to":"eve@x.org"}');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('applies, its condition holds').waitFor();
    await page.getByLabel('Arguments', { exact: true }).fill('{"to":"mallory@x.org"}');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('does not apply, its condition does not hold').waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No approval is remembered').waitFor();
  });

  verifies(
    'inbox/expiry',
    'counts down to the moment a question expires, and says so when nobody answered',
    async () => {
      const { paused } = await inbox.start(
        `return (await elicit({ type: 'confirmation', message: 'Quick!', expiresInMs: 4_000 })).action`,
      );
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      await page.locator('.expiry', { hasText: /^[1-3] s left$/ }).waitFor();
      await page.getByText('nobody answered in time').waitFor();
    },
  );

  verifies('inbox/phone', 'fits a phone, without scrolling sideways, on every view', async () => {
    const { executionId, paused } = await inbox.start(
      `return await tools.docs.write({ page: 'a-very-long-name-${'x'.repeat(120)}', text: '' })`,
    );
    const phone = await inbox.open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    for (const [path, content] of [
      ['/', '.item'],
      [`/questions/${paused.elicitationId}`, '.source'],
      [`/executions/${executionId}`, '.timeline'],
      ['/executions', 'tbody tr'],
      ['/recent', 'tbody tr'],
      ['/overview', '.bars li'],
      ['/tools', '.tool'],
      ['/grants', '.sheet'],
      ['/audit', 'tbody tr'],
    ] as const) {
      await phone.goto(`${inbox.host.url}${path}`);
      await phone.locator(content).first().waitFor();
      const overflow = await phone.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    await phone.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await readOn(phone);
    await phone.getByRole('button', { name: /^Approve/ }).click();
    expect((await inbox.outcome(executionId)).status).toBe('completed');
  });
});
