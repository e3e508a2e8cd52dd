// What the page weighs: its files as they are sent, and what a change makes it read.

import { describe, expect } from 'vitest';
import { openInbox } from '../support/browser/open-inbox.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAM = `return await Promise.allSettled(
  Array.from({ length: 100 }, (_, index) => tools.mail.send({ to: 'n' + index + '@x.org' })));`;

describe('the weight of the inbox', () => {
  verifies(
    'inbox/weight',
    'is small on the wire, and an answer elsewhere reads nothing that has not changed',
    async () => {
      await using inbox = await openInbox({
        args: ['--no-example'],
        config: {
          limits: { elicitations: 1_000, callsInFlight: 1_000 },
          quotas: { openQuestions: 1_000, openQuestionsPerAgent: 1_000 },
        },
      });
      const index = await fetch(inbox.host.url, { headers: { 'accept-encoding': 'gzip' } });
      const html = await index.text();
      const scripts = [...html.matchAll(/src="([^"]+\.js)"/g)].map(([, path]) => path ?? '');
      expect(scripts).not.toEqual([]);
      let bytes = 0;
      for (const path of scripts) {
        const reply = await fetch(new URL(path, inbox.host.url), { headers: { 'accept-encoding': 'gzip' } });
        expect(reply.headers.get('content-encoding')).toBe('gzip');
        bytes += Number(reply.headers.get('content-length') ?? Number.NaN);
        expect(await reply.text()).not.toMatch(/zod/i);
      }
      expect(bytes).toBeLessThanOrEqual(60_000);

      const { pending } = await inbox.start(PROGRAM);
      await inbox.start(PROGRAM);
      const page = await inbox.open();
      await page.locator('.total', { hasText: '200 open' }).waitFor();
      // What is below the first screen is read after it.
      let asked = performance.now();
      page.on('request', () => {
        asked = performance.now();
      });
      await expect.poll(() => performance.now() - asked, { interval: 50 }).toBeGreaterThan(500);
      const read: number[] = [];
      page.on('response', async (response) => {
        // The plans are read once, after the questions of a page that was just opened.
        if (response.url().includes('/v1/') && !/\/events|purpose=/.test(response.url()))
          read.push((await response.body()).length);
      });
      await inbox.host.call('POST', `/v1/elicitations/${pending[0]?.elicitationId}/answer`, {
        token: inbox.token,
        body: { approved: false },
      });
      await page.locator('.total', { hasText: '199 open' }).waitFor();
      await inbox.start(`return await tools.mail.send({ to: 'new@x.org' })`);
      await page.getByText('Send a mail to new@x.org?').waitFor();
      await page.waitForTimeout(300);
      expect(read.length).toBeLessThanOrEqual(2);
      expect(read.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000);
      expect(inbox.complaints).toEqual([]);
    },
  );
});
