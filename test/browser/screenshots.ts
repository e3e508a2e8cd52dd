// Makes the pictures of docs/images: `npm run screenshots`. Look at them before they are committed.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openInbox } from '../support/browser/open-inbox.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const SIZE = { width: 1280, height: 800 };

const RELEASE = `// Prepares the release of the handbook.
const mails = await tools.mail.list({});

const page = await tools.docs.write({
  page: 'release-notes',
  text: '# Release notes\\n\\n- twice as fast at the start\\n- fewer bugs\\n- a web inbox\\n',
  notify: true,
});
await tools.mail.send({ to: 'team@example.org' });
return page;`;

await using inbox = await openInbox({
  config: { tools: { fs: {} }, policy: [{ pattern: 'docs.publish', verdict: 'ask', approvals: 2 }] },
});
await mkdir(FOLDER, { recursive: true });
const { paused } = await inbox.start(RELEASE, 'release-42');
await inbox.start(`return await tools.docs.publish({ page: 'release-notes', channel: 'public' })`, 'release-42');
await inbox.start(`return await elicit({ type: 'text', message: 'What shall the next release be called?' })`, 'naming');
const done = await inbox.start(
  `const mails = await tools.mail.list({});
const { sent } = await tools.mail.send({ to: 'ada@example.org' });
return { read: mails.length, sent };`,
  'greetings',
);
await inbox.host.call('POST', `/v1/elicitations/${done.paused.elicitationId}/answer`, {
  token: inbox.token,
  body: { approved: true },
});
for (const when of [undefined, { at: 'to', equals: 'team@example.org' }]) {
  const pattern = when === undefined ? 'docs.import' : 'mail.send';
  const body = { pattern, scope: 'always', ...(when === undefined ? { uses: 3 } : { when }) };
  await inbox.host.call('POST', '/v1/grants', { token: inbox.token, body });
}

const page = await inbox.openAsApprover({ viewport: SIZE });
const isReady = (on: Page) => on.locator('button.approve:enabled').waitFor();
await shoot(page, 'question', `/questions/${paused.elicitationId}`, 'In the program', () => isReady(page));
await shoot(page, 'execution', `/executions/${done.executionId}`, 'Timeline');
await shoot(page, 'grants', '/grants', 'What would the gate decide?', async () => {
  await page.getByLabel('Tool', { exact: true }).fill('mail.send');
  await page.getByLabel('Arguments', { exact: true }).fill('{"to":"team@example.org"}');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('its condition holds').waitFor();
});
const phone = await inbox.openAsApprover({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true });
await phone.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
await phone.getByRole('heading', { name: 'In the program' }).waitFor();
await isReady(phone);
await phone.screenshot({ path: join(FOLDER, 'phone.png') });

async function shoot(on: Page, name: string, path: string, heading: string, act?: () => Promise<void>): Promise<void> {
  await on.goto(`${inbox.host.url}${path}`);
  await on.getByRole('heading', { name: heading }).waitFor();
  await act?.();
  for (const colorScheme of ['light', 'dark'] as const) {
    await on.emulateMedia({ colorScheme });
    await on.screenshot({ path: join(FOLDER, `${name}-${colorScheme}.png`) });
  }
}
