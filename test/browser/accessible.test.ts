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

/** The width of the views beside the content. */
const SIDE_PX = 184;

/** Each view, and what is there once it was read. */
const viewsWith = (execution: string, plan: string) =>
  [
    [`/executions/${execution}`, '.timeline'],
    ['/executions', 'tbody tr'],
    [`/plans/${plan}`, '.selected'],
    ['/plans', 'tbody tr'],
    ['/recent', 'tbody tr'],
    ['/overview', '.bars li'],
    ['/tools', '.tool'],
    ['/grants', 'tbody tr'],
    ['/audit', 'tbody tr'],
  ] as const;

/** What can be pressed and is smaller than a finger. A link in a sentence is as high as its line. */
const SMALL_TARGETS = `
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((one) => {
    const isTicked = one.matches('input[type="checkbox"], input[type="radio"]');
    const target = (isTicked && one.closest('label')) || one.closest('.item') || one;
    const { width, height } = target.getBoundingClientRect();
    const isDrawn = width > 1 && height > 1 && !one.matches('.skip') && getComputedStyle(one).visibility === 'visible';
    const isInSentence = one.matches('a') && one.parentElement.matches('p') && one.parentElement.textContent.trim() !== one.textContent.trim();
    const isSmall = height < 43.5 || (width < 43.5 && !one.matches('a'));
    return isDrawn && isSmall && !isInSentence ? [target.outerHTML.slice(0, 120) + ' ' + width + 'x' + height] : [];
  })`;

describe('the inbox', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox();
    page = await inbox.open();
    const answered = await inbox.start(`return await tools.mail.send({ to: 'bob@x.org' })`);
    await inbox.host.call('POST', `/v1/elicitations/${answered.paused.elicitationId}/answer`, {
      token: inbox.token,
      body: { approved: true },
    });
    await inbox.host.call('POST', '/v1/grants', {
      token: inbox.token,
      body: { pattern: 'mail.slow', scope: 'always', when: { at: 'to', equals: 'x' } },
    });
  }, 60_000);
  afterAll(() => inbox[Symbol.asyncDispose]());

  async function check(what: string, on = page, part = 'body', schemes = SCHEMES): Promise<void> {
    await on.getByRole('heading', { level: 1 }).first().waitFor();
    for (const colorScheme of schemes) {
      await on.emulateMedia({ colorScheme });
      const axe = new AxeBuilder({ page: on })
        .setLegacyMode(true)
        .include(part)
        .options({ resultTypes: ['violations'] });
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found, `${what}, ${colorScheme}`).toEqual([]);
    }
  }

  const plan = async () => {
    const body = { program: `return await tools.mail.send({ to: 'plan@x.org' })`, session: 'plans' };
    return (await inbox.host.call('POST', '/v1/plans', { token: inbox.token, body })).body;
  };

  verifies(
    'inbox/accessible',
    'is accessible on every view',
    async () => {
      await check('nothing open');
      const write = await inbox.start(`console.log('hi'); return await tools.docs.write({ page: 'notes', text: '' })`);
      await inbox.start(`return await tools.mail.send({ to: 'ada@x.org' })`);
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
      const { planId } = await plan();
      for (const [path, content] of viewsWith(write.executionId, planId)) {
        await page.goto(`${inbox.host.url}${path}`);
        await page.locator(content).first().waitFor();
        await check(path);
      }
    },
    { timeout: 120_000 },
  );

  verifies(
    'inbox/accessible',
    'is accessible on a phone, where everything that can be pressed is 44 px high',
    async () => {
      const write = await inbox.start(`return await tools.docs.write({ page: 'phone', text: 'one' })`);
      const done = await inbox.start(`return await tools.mail.list({})`);
      const { planId } = await plan();
      const small: string[] = [];
      const phone = await inbox.openAsApprover({
        viewport: { width: 390, height: 780 },
        isMobile: true,
        hasTouch: true,
      });
      for (const [path, content] of [
        ['/', '.item'],
        [`/questions/${write.paused.elicitationId}`, '.source'],
        [`/executions/${done.executionId}`, '.timeline'],
        ...viewsWith(write.executionId, planId),
      ] as const) {
        await phone.goto(`${inbox.host.url}${path}`);
        await phone.locator(content).first().waitFor();
        await phone.evaluate(`for (const one of document.querySelectorAll('main details')) one.open = true`);
        small.push(...(await phone.evaluate<string[]>(SMALL_TARGETS)).map((one) => `${path}: ${one}`));
        expect(await phone.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBeLessThanOrEqual(0);
        await check(`${path} on a phone`, phone);
      }
      await phone.getByRole('button', { name: 'Menu' }).click();
      small.push(...(await phone.evaluate<string[]>(SMALL_TARGETS)));
      expect(small).toEqual([]);
    },
    { timeout: 120_000 },
  );

  verifies('inbox/wide', 'is a centred column on a wide screen, and no line runs across it', async () => {
    for (const width of [1_920, 2_560]) {
      const wide = await inbox.openAsApprover({ viewport: { width, height: 1_000 } });
      const write = await inbox.start(`return await tools.docs.write({ page: 'wide', text: 'one' })`);
      for (const [path, column] of [
        ['/', '.list'],
        [`/questions/${write.paused.elicitationId}`, 'article.question'],
        ['/executions', 'main'],
        ['/audit', 'main'],
      ] as const) {
        await wide.goto(`${inbox.host.url}${path}`);
        await wide.locator('.item, tbody tr').first().waitFor();
        const box = await wide.locator(column).first().boundingBox();
        const room = await wide.locator(column === 'article.question' ? '.pane-question' : '.frame').boundingBox();
        if (box === null || room === null) throw new TypeError(`${column} is not drawn`);
        expect(box.width, `${path} at ${width}`).toBeLessThanOrEqual(1_600);
        const left = box.x - (column === 'article.question' ? room.x : SIDE_PX);
        const right = room.x + room.width - box.x - box.width;
        expect(Math.abs(left - right), `${path} at ${width}`).toBeLessThanOrEqual(20);
      }
    }
  });

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
