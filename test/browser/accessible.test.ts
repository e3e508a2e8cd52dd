import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const SCHEMES: readonly ('light' | 'dark')[] = ['light', 'dark'];

const FORM = {
  type: 'form',
  message: 'About you',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
  },
};

/** They share their colours with the form and with the questions of the gate. */
const KINDS = [
  { type: 'confirmation', message: 'Sure?' },
  { type: 'text', message: 'Title?' },
  { type: 'choice', message: 'Which?', options: [{ value: 'a' }, { value: 'b' }] },
  { type: 'multi_choice', message: 'Which ones?', options: [{ value: 'a' }, { value: 'b' }] },
  { type: 'secret', message: 'Key?' },
  { type: 'reveal', input: { title: 'Your card', value: { suit: 'hearts' } } },
  { type: 'choice-or-input', input: { message: 'Which branch?', choices: [{ label: 'Main', value: 'main' }] } },
  FORM,
];

describe('the inbox', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox();
    page = await inbox.open();
  }, 60_000);
  afterAll(() => inbox[Symbol.asyncDispose]());

  /** Everything in the light; in the dark what depends on colours. */
  async function check(what: string, on = page, part = 'body', schemes = SCHEMES): Promise<void> {
    await on.getByRole('heading', { level: 1 }).first().waitFor();
    for (const colorScheme of schemes) {
      await on.emulateMedia({ colorScheme });
      const axe = new AxeBuilder({ page: on })
        .setLegacyMode(true)
        .include(part)
        .options({
          resultTypes: ['violations'],
          ...(colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }),
        });
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found, `${what}, ${colorScheme}`).toEqual([]);
    }
  }

  verifies(
    'inbox/accessible',
    'is accessible on every view',
    async () => {
      await check('nothing open');
      const write = await inbox.start(`console.log('hi'); return await tools.docs.write({ page: 'notes', text: '' })`);
      await inbox.start(`return await tools.mail.send({ to: 'ada@x.org' })`);
      await inbox.host.call('POST', '/v1/grants', {
        token: inbox.token,
        body: { pattern: 'mail.slow', scope: 'always', when: { at: 'to', equals: 'x' } },
      });
      await page.goto(`${inbox.host.url}/`);
      await page.locator('.item').first().waitFor();
      await check('the list');
      await page.getByLabel(/^Select: Replace/).check();
      await page.getByRole('link', { name: /you have not read/ }).click();
      await check('reading several');
      await page.goto(`${inbox.host.url}/questions/${write.paused.elicitationId}`);
      await page.getByRole('heading', { name: 'In the program' }).waitFor();
      await check('a question');
      await page.getByRole('button', { name: /^Edit arguments/ }).click();
      await page.getByRole('button', { name: 'Approve with these arguments' }).waitFor();
      await check('editing arguments');
      for (const path of [
        `/executions/${write.executionId}`,
        '/executions',
        '/recent',
        '/overview',
        '/tools',
        '/grants',
        '/audit',
      ]) {
        await page.goto(`${inbox.host.url}${path}`);
        await page.getByText('live', { exact: true }).waitFor();
        await check(path);
      }
    },
    { timeout: 60_000 },
  );

  verifies(
    'inbox/accessible',
    'is accessible for every kind of question, and for a stranger',
    async () => {
      const link = `return await tools.docs.connect({})`;
      for (const kind of [link, ...KINDS]) {
        const { paused } = await inbox.start(typeof kind === 'string' ? kind : `await elicit(${JSON.stringify(kind)})`);
        await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
        await page.getByRole('region', { name: 'Your answer' }).waitFor();
        await check(JSON.stringify(kind), page, '.question', kind === FORM ? SCHEMES : ['light']);
      }
      const stranger = await inbox.strange();
      await stranger.goto(inbox.host.url);
      await stranger.getByRole('button', { name: 'Sign in' }).waitFor();
      await check('signing in', stranger);
    },
    { timeout: 60_000 },
  );
});
