// Plans in the inbox, and what else an execution can be made of: a run again, an undo, a tool.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Inbox, openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

const approve = (page: Page) => page.getByRole('button', { name: /^Approve ?a?$/ });

const SEVERAL = `// Writes to several people.
const names = ['ada', 'bob', 'carol', 'dave', 'eve', 'grace', 'heidi', 'ivan'];
await Promise.all(names.map((name) => tools.mail.send({ to: name + '@x.org' })));
return 'written'`;

describe('an execution in the inbox', () => {
  let inbox: Inbox;
  let page: Page;
  beforeAll(async () => {
    inbox = await openInbox({ args: ['--no-example'] });
    page = await inbox.openAsApprover({ viewport: { width: 1200, height: 640 } });
  }, 60_000);
  afterAll(async () => {
    expect(inbox.complaints).toEqual([]);
    await inbox[Symbol.asyncDispose]();
  });
  const post = async (path: string, body: object) =>
    (await inbox.host.call('POST', path, { token: inbox.token, body })).body;
  const path = () => new URL(page.url()).pathname;

  verifies('inbox/plans', 'that is a plan is counted, read whole and approved as it was shown', async () => {
    const { planId } = await post('/v1/plans', { program: SEVERAL, session: 'plans' });
    await page.locator('nav a', { hasText: 'Plans' }).locator('.count', { hasText: '1' }).waitFor();
    await page.getByRole('link', { name: /^Plans/ }).click();
    const row = page.getByRole('row', { name: 'Writes to several people.' });
    expect(await row.textContent()).toContain('waits for you');
    await row.getByRole('link').first().click();
    expect(path()).toBe(`/plans/${planId}`);
    await page.getByText('A run would ask about these 8 calls.').waitFor();
    const run = page.getByRole('button', { name: 'Approve these 8 calls and run it' });
    await page.getByText('not shown yet').waitFor();
    expect(await run.isDisabled()).toBe(true);
    expect(await page.locator('.selected').first().textContent()).toContain('cannot be undone');
    await readOn(page);
    await expect.poll(() => run.isEnabled()).toBe(true);
    const sent = page.waitForRequest('**/approve');
    await run.click();
    const { shown } = (await sent).postDataJSON();
    const plan = (await inbox.host.call('GET', `/v1/plans/${planId}`, { token: inbox.token })).body;
    expect(shown).toBe(plan.digest);
    await page.locator('.tag.completed').waitFor();
    expect(await inbox.host.outbox()).toContain('ivan@x.org');
    // From the run to the plan, and back.
    await page.getByRole('link', { name: 'a plan' }).click();
    expect(path()).toBe(`/plans/${planId}`);
    await page.getByRole('link', { name: 'The run' }).waitFor();
    expect(await page.getByRole('button', { name: /and run it$/ }).count()).toBe(0);
    await expect.poll(() => page.locator('nav a', { hasText: 'Plans' }).locator('.count').count()).toBe(0);
  });

  verifies('inbox/plans', 'that is a plan or an undo is distinguished from a run, and is not run again', async () => {
    await page.goto(`${inbox.host.url}/executions`);
    await page.getByLabel('For', { exact: false }).last().selectOption('plan');
    const row = page.getByRole('row', { name: /plan.*Writes to several people\./ });
    // Until then the list has the run of the plan as well.
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await row.waitFor();
    await row.getByRole('link').first().click();
    await page.getByRole('link', { name: 'What the plan shows, to be approved' }).waitFor();
    await expect.poll(() => page.locator('.timeline .outcome').first().textContent()).toBe('not run');
    expect(await page.getByRole('button', { name: 'Run it again as new' }).count()).toBe(0);
  });

  verifies('inbox/rerun', 'runs again with the same input and agent, once for two clicks', async () => {
    const body = {
      program: `// Greets.\nreturn 'hello ' + input.name`,
      session: 's1',
      agent: 'greeter',
      input: { name: 'Ada' },
      labels: { team: 'red' },
    };
    const first = await post('/v1/executions', { ...body, waitMs: 5_000 });
    await page.goto(`${inbox.host.url}/executions/${first.executionId}`);
    await page.getByRole('heading', { level: 1, name: 'Greets.' }).waitFor();
    await page.getByRole('heading', { name: 'Input' }).waitFor();
    await page.getByRole('button', { name: 'Run it again as new' }).dblclick();
    await expect.poll(path).not.toBe(`/executions/${first.executionId}`);
    const again = await inbox.outcome(path().split('/').at(-1));
    expect(again).toMatchObject({
      value: 'hello Ada',
      session: 's1',
      agent: 'greeter',
      labels: { 'client.team': 'red' },
    });
    const listed = await inbox.host.call('GET', '/v1/executions?session=s1', { token: inbox.token });
    expect(listed.body.total).toBe(2);
  });

  verifies('inbox/save', 'is saved as a tool, and a question inside of it names the tool and its version', async () => {
    const program = `// Sends the report.\nreturn await tools.mail.send({ to: 'report@x.org' })`;
    const first = await inbox.start(program, 's2');
    await post(`/v1/elicitations/${first.paused.elicitationId}/answer`, { approved: true });
    await inbox.outcome(first.executionId);
    await page.goto(`${inbox.host.url}/executions/${first.executionId}`);
    await page.getByText('Save it as a tool').click();
    await page.getByLabel('Path').fill('team.report');
    await page.getByLabel('What it takes, as JSON Schema').fill('{');
    await page.getByRole('button', { name: 'Save the tool' }).click();
    await page.getByText('is not JSON yet').waitFor();
    await page.getByLabel('What it takes, as JSON Schema').fill('');
    await page.getByRole('button', { name: 'Save the tool' }).click();
    await page.getByText('Saved as team.report, version 1').waitFor();
    const { paused } = await inbox.start(`return await tools.team.report({})`, 's2');
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    await page.getByText('The call is made inside team.report, version 1').waitFor();
  });

  verifies(
    'inbox/after',
    'is undone from where it was answered, and not offered again once all of it was',
    async () => {
      const { executionId, paused } = await inbox.start(`return await tools.docs.upload({ page: 'undone' })`, 's3');
      await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
      await page.getByText('changes something; can be undone').waitFor();
      await readOn(page);
      await expect.poll(() => approve(page).isEnabled()).toBe(true);
      await approve(page).click();
      await page.locator('.toast', { hasText: 'See it, or undo it' }).waitFor();
      await inbox.outcome(executionId);
      await page.goto(`${inbox.host.url}/recent`);
      await page.getByRole('row', { name: 'docs.upload' }).getByRole('button', { name: 'Undo what it did' }).click();
      await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
      const undo = path().split('/').at(-1);
      const asked = (await inbox.host.call('GET', `/v1/executions/${undo}`, { token: inbox.token })).body;
      await post(`/v1/elicitations/${asked.paused.elicitationId}/answer`, { approved: true });
      await inbox.outcome(undo);
      await page.goto(`${inbox.host.url}/executions/${executionId}`);
      await page.getByRole('link', { name: 'An undo of it' }).waitFor();
      await page.getByRole('button', { name: 'Run it again as new' }).waitFor();
      expect(await page.getByRole('button', { name: 'Undo what it did' }).count()).toBe(0);
    },
  );
});
