// Makes the pictures of docs/images: `npm run screenshots`. Look at them before they are committed.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openInbox } from '../support/browser/open-inbox.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** By what their names end with. */
const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  '': { viewport: { width: 1280, height: 800 } },
  '-tablet': { viewport: { width: 900, height: 1100 }, hasTouch: true },
  '-phone': { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true },
};

const RELEASE = `// Prepares the release of the handbook.
const mails = await tools.mail.list({});

const page = await tools.docs.write({
  page: 'release-notes',
  text: '# Release notes\\n\\n- twice as fast at the start\\n- fewer bugs\\n- a web inbox\\n',
  notify: true,
});
await tools.mail.send({ to: 'team@example.org' });
return page;`;

const GREETINGS = `// Greets everybody who wrote.
const mails = await tools.mail.list({});
console.log('read', mails.length);
const [ada, zoe] = await Promise.all([
  tools.mail.send({ to: 'ada@example.org' }),
  tools.mail.send({ to: 'zoe@example.org' }),
]);
return { read: mails.length, sent: [ada.sent, zoe.sent] };`;

await using inbox = await openInbox({
  config: { tools: { fs: {} }, policy: [{ pattern: 'docs.publish', verdict: 'ask', approvals: 2 }] },
});
const answer = async (id: string, body: object): Promise<void> => {
  await inbox.host.call('POST', `/v1/elicitations/${id}/answer`, { token: inbox.token, body });
};

await mkdir(FOLDER, { recursive: true });
for (const name of ['ada', 'bob', 'carol', 'dave', 'eve', 'grace', 'heidi', 'ivan', 'judy', 'karl'])
  await inbox.start(`return await tools.mail.send({ to: '${name}@example.org' })`, `support-${name}`);
await inbox.start(
  `return await Promise.allSettled(['one', 'two', 'three'].map((list) => tools.mail.send({ to: list + '@lists.example.org' })))`,
  'newsletter',
);
const { paused } = await inbox.start(RELEASE, 'release-42');
await inbox.start(`return await tools.docs.publish({ page: 'release-notes', channel: 'public' })`, 'release-42');
await inbox.start(`return await elicit({ type: 'text', message: 'What shall the next release be called?' })`, 'naming');
const done = await inbox.start(GREETINGS, 'greetings');
for (const { elicitationId } of done.pending) await answer(elicitationId, { approved: true });
const denied = await inbox.start(`return await tools.mail.send({ to: 'everybody@example.org' })`, 'greetings');
await answer(denied.paused.elicitationId, { approved: false, reason: 'not to everybody' });
for (const when of [undefined, { at: 'to', equals: 'team@example.org' }]) {
  const pattern = when === undefined ? 'docs.import' : 'mail.send';
  const body = { pattern, scope: 'always', ...(when === undefined ? { uses: 3 } : { when }) };
  await inbox.host.call('POST', '/v1/grants', { token: inbox.token, body });
}

const PLAN = `// Invites the team, and publishes the page.
await Promise.all(['ada', 'bob'].map((name) => tools.mail.send({ to: name + '@example.org' })));
return await tools.docs.upload({ page: 'invitation' });`;
const plan = await inbox.host.call('POST', '/v1/plans', {
  token: inbox.token,
  body: { program: PLAN, session: 'planning', agent: 'assistant' },
});

interface View {
  readonly name: string;
  readonly path: string;
  /** Brings the page where it is worth a picture. */
  readonly act?: (on: Page) => Promise<void>;
}

const VIEWS: readonly View[] = [
  { name: 'inbox', path: '/', act: (on) => on.locator('.item').first().waitFor() },
  {
    name: 'question',
    path: `/questions/${paused.elicitationId}`,
    act: (on) => on.getByRole('heading', { name: 'In the program' }).waitFor(),
  },
  {
    name: 'review',
    path: '/',
    async act(on) {
      await on.locator('.group', { hasText: 'newsletter' }).getByRole('button', { name: /^Read/ }).click();
      await on.locator('.selected').first().waitFor();
    },
  },
  { name: 'plans', path: '/plans', act: (on) => on.locator('tbody tr').first().waitFor() },
  {
    name: 'plan',
    path: `/plans/${plan.body.planId}`,
    act: (on) => on.locator('.selected').first().waitFor(),
  },
  { name: 'recent', path: '/recent', act: (on) => on.locator('tbody tr').first().waitFor() },
  { name: 'executions', path: '/executions', act: (on) => on.locator('tbody tr').first().waitFor() },
  {
    name: 'execution',
    path: `/executions/${done.executionId}`,
    act: (on) => on.getByRole('button', { name: /2 mail\.send/ }).click(),
  },
  { name: 'overview', path: '/overview', act: (on) => on.getByText('wait for an answer').waitFor() },
  { name: 'tools', path: '/tools', act: (on) => on.locator('.tool').first().waitFor() },
  {
    name: 'grants',
    path: '/grants',
    async act(on) {
      await on.getByLabel('Tool', { exact: true }).fill('mail.send');
      await on.getByLabel('Arguments', { exact: true }).fill('{"to":"team@example.org"}');
      await on.getByRole('button', { name: 'Explain' }).click();
      await on.getByText('its condition holds').waitFor();
    },
  },
  { name: 'audit', path: '/audit', act: (on) => on.locator('tbody tr').first().waitFor() },
];

/** As long as nothing may be answered, so that buttons look as they do to a person. */
const SETTLED_MS = 1_600;

for (const [size, options] of Object.entries(SIZES)) {
  const page = await inbox.openAsApprover(options);
  for (const { name, path, act } of VIEWS) {
    await page.goto(`${inbox.host.url}${path}`);
    await act?.(page);
    await page.waitForTimeout(SETTLED_MS);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, `${name}${size}-${colorScheme}.png`) });
    }
  }
}
