import { describe, expect } from 'vitest';
import { openInbox } from '../support/browser/open-inbox.ts';
import { readOn } from '../support/browser/read-on.ts';
import { verifies } from '../support/verifies.ts';

describe('the first start of a served host', () => {
  verifies(
    'inbox/first-start',
    'has an example waiting to be approved, once',
    async () => {
      await using inbox = await openInbox({ config: { tools: { fs: {} } } });
      const page = await inbox.open();
      await page
        .getByRole('link', { name: /fs\.delete/ })
        .first()
        .waitFor();
      const executions = async () =>
        (await inbox.host.call('GET', '/v1/executions', { token: inbox.token })).body.items;
      // Its questions are there a moment before it is idle.
      await expect.poll(executions).toMatchObject([{ session: 'example', status: 'paused' }]);
      await inbox.host.end('SIGTERM');
      await inbox.restart();
      expect(await executions()).toHaveLength(1);
      await page.reload();
      const questions = page.getByLabel(/^Select: /);
      await questions.first().waitFor();
      const count = await questions.count();
      for (let index = 0; index < count; index++) await questions.nth(index).check();
      await page.getByRole('link', { name: /you have not read/ }).click();
      await readOn(page);
      await page.getByRole('button', { name: /^Approve these/ }).click();
      const [first] = await executions();
      expect((await inbox.outcome(first?.id)).value).toMatchObject({ changed: count });
    },
    { timeout: 60_000 },
  );

  verifies(
    'inbox/first-start',
    'starts none where it is configured not to, or where it has no files to show',
    async () => {
      await using quiet = await openInbox({ config: { tools: { fs: {} } }, args: ['--no-example'] });
      await using bare = await openInbox();
      for (const { host, token } of [quiet, bare]) {
        expect((await host.call('GET', '/v1/executions', { token })).body.items).toEqual([]);
      }
    },
    { timeout: 60_000 },
  );
});
