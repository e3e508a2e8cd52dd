// Measures the inbox: `npm run measure:inbox`. What it prints is the table of docs/guides/inbox.md.

import type { Page } from 'playwright-core';
import { openInbox } from '../support/browser/open-inbox.ts';

const MANY = 10_000;
const EACH = 250;
const ANSWERED = 300;

const program = (name: string, count: number): string =>
  `return (await Promise.allSettled(Array.from({ length: ${count} }, (_, i) => tools.mail.send({ to: '${name}' + i + '@x.org' })))).length`;

const config = {
  limits: { elicitations: 1_000, callsInFlight: 1_000 },
  quotas: { openQuestions: 2 * MANY, openQuestionsPerAgent: 2 * MANY },
};

process.stdout.write('| what | keys | time |\n| --- | --- | --- |\n');
await answerBy('together: `*` `r`, then `Space` and `A` for each page of 50', together);
await firstRow();
await answerBy('one after another: `a`', oneByOne);

/** Presses keys and counts them. */
function counting(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    async press(key: string): Promise<void> {
      keys += 1;
      await page.keyboard.press(key);
    },
  };
}
type Keys = ReturnType<typeof counting>;

async function answerBy(name: string, answer: (page: Page, keys: Keys) => Promise<void>): Promise<void> {
  await using inbox = await openInbox({ args: ['--no-example'], config });
  for (const session of ['a', 'b', 'c']) await inbox.start(program(session, ANSWERED / 3), session);
  const page = await inbox.open({ viewport: { width: 1280, height: 800 } });
  await page.locator('.total', { hasText: `${ANSWERED} open` }).waitFor();
  const keys = counting(page);
  const began = performance.now();
  await answer(page, keys);
  await page.getByText('Nothing waits for you').waitFor({ timeout: 60_000 });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  process.stdout.write(`| ${ANSWERED} questions, ${name} | ${keys.count()} | ${seconds} s |\n`);
}

async function oneByOne(page: Page, keys: Keys): Promise<void> {
  await keys.press('j');
  for (let left = ANSWERED; left > 0; left--) {
    await page.locator('button.approve:enabled').waitFor();
    const path = page.url();
    await keys.press('a');
    await page.waitForURL((url) => url.href !== path);
  }
}

async function together(page: Page, keys: Keys): Promise<void> {
  await keys.press('*');
  await page.getByText(`${ANSWERED} selected`).waitFor();
  await keys.press('r');
  for (let left = ANSWERED; left > 0; left -= 50) {
    await page.getByRole('button', { name: /^Approve these/ }).waitFor();
    while (await page.getByText('not shown yet').isVisible()) {
      await keys.press('Space');
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    }
    await page.locator('.decision button.approve:enabled').waitFor();
    await keys.press('A');
    await page
      .locator('.total', { hasText: `${left - 50} open` })
      .or(page.getByText('Nothing waits for you'))
      .waitFor();
  }
}

async function firstRow(): Promise<void> {
  await using inbox = await openInbox({ args: ['--no-example'], config });
  for (let index = 0; index < MANY / EACH; index++) await inbox.start(program(`s${index}-`, EACH), `session-${index}`);
  const page = await inbox.open({ viewport: { width: 1280, height: 800 } });
  await page.locator('.total', { hasText: MANY.toLocaleString('en-US') }).waitFor({ timeout: 60_000 });
  await page.addInitScript(`new MutationObserver((_changes, observer) => {
    if (document.querySelector('.item') === null) return;
    observer.disconnect();
    window.firstRow = performance.now();
  }).observe(document, { childList: true, subtree: true })`);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    await page.goto('about:blank');
    await page.goto(inbox.host.url, { waitUntil: 'commit' });
    await page.locator('.item').first().waitFor();
    times.push(await page.evaluate<number>('window.firstRow'));
  }
  const median = times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
  process.stdout.write(
    `| first row on the screen, ${MANY.toLocaleString('en-US')} open questions | – | ${median.toFixed(0)} ms |\n`,
  );
}
