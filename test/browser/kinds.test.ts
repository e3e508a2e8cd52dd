import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { shows } from '../scenarios/seeds/shows.ts';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const asking = (request: object): string => `return await elicit(${JSON.stringify(request)})`;

describe('every kind of question in the inbox', () => {
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

  /** Starts a program and opens its question. */
  async function ask(request: object | string, on = page): Promise<string> {
    const { executionId, paused } = await inbox.start(typeof request === 'string' ? request : asking(request));
    await on.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await on.getByRole('region', { name: 'Your answer' }).waitFor();
    return executionId;
  }
  const press = (name: string | RegExp, on = page) => on.getByRole('button', { name }).click();
  const value = async (execution: string) => (await inbox.outcome(execution)).value;

  verifies('inbox/secret', 'takes a secret to the vault and leaves it nowhere in the page', async () => {
    const replies: Promise<string>[] = [];
    // The event stream never ends; what it says is in the journal, which is looked at below.
    page.on('response', (reply) => {
      if (!reply.url().endsWith('/v1/events')) replies.push(reply.text().catch(() => ''));
    });
    const execution = await ask(
      `const { data } = await elicit({ type: 'secret', message: 'Your key?' }); return await tools.docs.login({ key: data })`,
    );
    const field = page.getByLabel('The secret');
    expect(await field.getAttribute('type')).toBe('password');
    await field.fill('hunter2-hunter2');
    await press('Send');
    expect(await value(execution)).toBe('logged in');
    await page.getByText('Sent').waitFor();
    await page.goto(`${inbox.host.url}/executions/${execution}`);
    await press(/^Show all \d+ entries/);
    const kept = await page.evaluate<readonly string[]>(`[
      document.documentElement.outerHTML,
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
      ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    ]`);
    for (const text of [...kept, ...(await Promise.all(replies))]) expect(text).not.toContain('hunter2');
  });

  verifies('operators/defects', 'shows what a handler threw, which the program was not told', async () => {
    const body = { program: 'return await tools.docs.break({})', session: 'monday', waitMs: 20_000 };
    const { executionId } = (await inbox.host.call('POST', '/v1/executions', { token: inbox.token, body })).body;
    await page.goto(`${inbox.host.url}/executions/${executionId}`);
    const failures = page.getByRole('region', { name: 'Failures of tools' });
    await failures.getByText('Error: no disk at /dev/docs').waitFor();
  });

  verifies('inbox/late-outcomes', 'shows what a handler did after its execution was cancelled', async () => {
    const body = { program: 'return await tools.docs.stubborn({})', session: 'monday', waitMs: 0 };
    const { executionId } = (await inbox.host.call('POST', '/v1/executions', { token: inbox.token, body })).body;
    const journal = async () =>
      (await inbox.host.call('GET', `/v1/executions/${executionId}/journal`, { token: inbox.token })).body.items;
    await expect
      .poll(async () => (await journal()).some(({ kind }: { kind: string }) => kind === 'invoking'))
      .toBe(true);
    await page.goto(`${inbox.host.url}/executions/${executionId}`);
    await press('Cancel it');
    await press('Cancel the execution');
    const late = page.getByRole('region', { name: 'Finished late' });
    await late.waitFor();
    const words = await late.textContent();
    expect(words).toContain('cancelling did not undo what was done');
    expect(words).toContain('Call 1, docs.stubborn');
    expect(words).toContain('STUBBORN‹U+202E›-7');
    expect(await page.locator('.timeline').textContent()).toContain('open, done late');
  });

  verifies(
    'inbox/in-doubt',
    'says of a call in doubt what is in doubt, what came of it since, and what each answer does',
    async () => {
      const { executionId, paused } = await inbox.start('return (await tools.docs.charge({ cents: 1234 })).receipt');
      const { elicitationId: gate } = paused;
      await inbox.host.call('POST', `/v1/elicitations/${gate}/answer`, {
        token: inbox.token,
        body: { approved: true },
      });
      const open = async () =>
        (await inbox.host.call('GET', `/v1/executions/${executionId}`, { token: inbox.token })).body;
      await expect.poll(async () => (await open()).calls[0]?.lateOutcome?.outcome).toBe('threw');
      await page.goto(`${inbox.host.url}/questions/${(await open()).paused.elicitationId}`);
      const panel = page.getByRole('region', { name: 'Your answer' });
      await page.getByRole('region', { name: 'What became of it meanwhile' }).waitFor();
      const words = await panel.textContent();
      for (const part of [
        'In doubt: whether call 1 of docs.charge happened. Attempt 1 was started',
        'Attempt 1 failed:The line went dead over 1234‹U+202E›',
        'Nothing is run. The program continues with the result you give.',
        'If it had happened, it happens twice.',
        'Nothing is run and nothing is undone.',
      ])
        expect(words).toContain(part);
      expect(await page.locator('article.question').textContent()).toContain('1234');
      expect(await page.getByRole('button', { name: 'It happened: use this result' }).isDisabled()).toBe(true);
      await page.getByLabel('If it happened: its result, as JSON').fill('{ "receipt": "by hand" }');
      await readOn(page);
      await press('It happened: use this result');
      expect(await value(executionId)).toBe('by hand');
    },
  );

  verifies('sources/shown', 'shows where the tool of a call comes from, escaped', async () => {
    await ask(`return await tools.docs.import({})`);
    expect(await page.locator('dl.facts').textContent()).toContain(
      'source"import" of MCP server npx‹U+202E› handbook, as secret handbook',
    );
  });

  verifies(
    'inbox/url',
    'shows the whole address and its host before a page is opened, and waits for the page after',
    async () => {
      const opened: string[] = [];
      await page.context().route('https://accounts.example/**', (route) => {
        opened.push(route.request().url());
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<title>sign in</title>' });
      });
      const execution = await ask(`return await tools.docs.connect({})`);
      const panel = page.getByRole('region', { name: 'Your answer' });
      expect(await panel.locator('.address').textContent()).toBe('accounts.example');
      expect(await panel.textContent()).toContain('https://accounts.example/sign-in?scope=read&state=abc');
      expect(opened).toEqual([]);
      const popup = page.context().waitForEvent('page');
      await press('Open accounts.example');
      const other = await popup;
      await other.waitForLoadState();
      expect(other.url()).toBe('https://accounts.example/sign-in?scope=read&state=abc');
      expect(await other.evaluate('window.opener')).toBeNull();
      await other.close();
      await page.getByText('agreed to open it').waitFor();
      await press('The page is done and did not report back');
      expect(await value(execution)).toBe('accept');
    },
  );

  verifies('inbox/kinds', 'asks the browser where the person is, and says denied where the browser does', async () => {
    const here = await inbox.open({ permissions: ['geolocation'], geolocation: { latitude: 48.2, longitude: 16.37 } });
    const granted = await ask({ type: 'location' }, here);
    await press('Share where I am', here);
    const place = { action: 'accept', content: { lat: 48.2, lng: 16.37 } };
    shows('location/own-type', await value(granted)).toMatchObject(place);
    await here.context().clearPermissions();
    const denied = await ask({ type: 'location' });
    await press('Share where I am');
    expect(await value(denied)).toMatchObject({ action: 'denied' });
  });

  verifies(
    'inbox/kinds',
    'reads and writes the clipboard with the browser’s leave, and says denied without',
    async () => {
      const other = await inbox.open();
      await other.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: inbox.host.url });
      const written = await ask({ type: 'clipboard-write', input: { text: 'copied by the test' } }, other);
      await press('Copy it', other);
      expect(await value(written)).toMatchObject({ action: 'accept', content: { success: true } });
      const read = await ask({ type: 'clipboard-read' }, other);
      await press('Paste what I copied', other);
      expect(await value(read)).toMatchObject({ action: 'accept', content: { text: 'copied by the test' } });
      const denied = await ask({ type: 'clipboard-read' });
      await press('Paste what I copied');
      expect(await value(denied)).toMatchObject({ action: 'denied' });
    },
  );

  verifies('inbox/kinds', 'reveals what was decided, which the person can only acknowledge', async () => {
    const execution = await ask({ type: 'reveal', input: { title: 'Your card', value: { suit: 'hearts' } } });
    shows('chat/component', await page.locator('.reveal .card').textContent()).toContain('hearts');
    await press('Got it');
    expect(await value(execution)).toMatchObject({ action: 'accept' });
  });

  verifies('inbox/kind-actions', 'shows the ways to answer a kind knows, and no others', async () => {
    const buttons = () => page.getByRole('region', { name: 'Your answer' }).getByRole('button').allTextContents();
    const cancelled = await ask({ type: 'location' });
    expect(await buttons()).toEqual(['Share where I am', 'Deny access', 'Cancel', 'Type the answer instead']);
    await press('Cancel');
    expect(await value(cancelled)).toMatchObject({ action: 'cancel' });
    const typed = await ask({ type: 'location' });
    await press('Type the answer instead');
    expect(await buttons()).toEqual(['Send', 'Deny access', 'Cancel']);
    await page.getByLabel('lat').fill('35.68');
    await page.getByLabel('lng').fill('139.69');
    await press('Send');
    expect(await value(typed)).toMatchObject({ action: 'accept', content: { lat: 35.68, lng: 139.69 } });
    await ask({ type: 'reveal', input: { title: 'Your card', value: 'Ace' } });
    expect(await buttons()).toEqual(['raw', 'Got it', 'Cancel']);
    const own = await ask('return await tools.docs.rate({})');
    expect(await buttons()).toEqual(['Send', 'Decline', 'Say something else']);
    await page.getByLabel('Stars').fill('4');
    await press('Send');
    expect(await value(own)).toMatchObject({ action: 'accept', content: { stars: 4 } });
    await ask({ type: 'text', message: 'Title?' });
    expect(await buttons()).toEqual(['Send', 'Decline', 'Say something else', 'Dismiss the question']);
  });

  verifies('inbox/kinds', 'takes one of the choices, or the person’s own words', async () => {
    const request = {
      type: 'choice-or-input',
      input: { message: 'Which branch?', choices: [{ label: 'Main', value: 'main' }] },
    };
    const chosen = await ask(request);
    await page.getByLabel('Main').check();
    await press('Send');
    expect(await value(chosen)).toMatchObject({ content: { type: 'choice', value: 'main' } });
    const own = await ask(request);
    await page.getByLabel('Your own answer').fill('release/2');
    await press('Send');
    expect(await value(own)).toMatchObject({ content: { type: 'custom', text: 'release/2' } });
  });

  verifies('inbox/kinds', 'fills a form, and keeps every field as it was when one of them is wrong', async () => {
    const execution = await ask({
      type: 'form',
      message: 'About you',
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 3 },
          age: { type: 'integer', title: 'Age', minimum: 18 },
          colour: { type: 'string', title: 'Colour', enum: ['red', 'blue'] },
          news: { type: 'boolean', title: 'News' },
        },
        required: ['name', 'age'],
      },
    });
    await page.getByLabel('Name').fill('Al');
    await page.locator('.question').getByLabel('Age').fill('44');
    await page.getByLabel('Colour').selectOption('"blue"');
    await page.getByLabel('News').check();
    await press('Send');
    await page.locator('.field.wrong').getByRole('alert').waitFor();
    expect(await page.locator('.field.wrong').count()).toBe(1);
    expect(await page.locator('.question').getByLabel('Age').inputValue()).toBe('44');
    await page.getByLabel('Name').fill('Alan');
    await press('Send');
    expect(await value(execution)).toMatchObject({
      content: { name: 'Alan', age: 44, colour: 'blue', news: true },
    });
  });

  verifies.each('inbox/kinds', [
    ['text', { type: 'text', message: 'Title?' }, async () => page.getByLabel('Your answer').last().fill('Ode'), 'Ode'],
    [
      'choice',
      { type: 'choice', message: 'Which?', options: [{ value: 'a', label: 'First' }, { value: 'b' }] },
      async () => page.getByLabel('First').check(),
      'a',
    ],
    [
      'multi_choice',
      { type: 'multi_choice', message: 'Which ones?', options: [{ value: 'a' }, { value: 'b' }] },
      async () => page.getByLabel('"b"', { exact: true }).check(),
      ['b'],
    ],
  ] as const)('answers a question of kind %s', async (_kind, request, fill, content) => {
    const execution = await ask(request);
    await fill();
    await press('Send');
    expect(await value(execution)).toMatchObject({ action: 'accept', content });
  });

  verifies('inbox/kinds', 'answers a confirmation, and lets a person say something else instead', async () => {
    const yes = await ask({ type: 'confirmation', message: 'Sure?' });
    await press(/^Yes/);
    shows('parts/web', await value(yes)).toMatchObject({ action: 'accept' });
    const other = await ask({ type: 'confirmation', message: 'Sure?' });
    await press('Say something else');
    await page.getByLabel('What you want to say instead').fill('ask me tomorrow');
    await press('Send');
    expect(await value(other)).toMatchObject({ action: 'other' });
  });
});
