import type { Page } from 'playwright-core';

/** Scrolls on until everything that would be approved was in sight, as a person does. */
export async function readOn(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^Read on/ });
  await page.locator('.decision').waitFor();
  for (let press = 0; press < 200 && (await more.isVisible()); press++) {
    await more.click({ timeout: 2_000 }).catch(() => undefined);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }
}
