import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openInbox } from '../support/browser/open-inbox.ts';
import { askingFor, FLAT_KINDS, type FormKind, OTHER_KINDS, valuesOf } from '../support/form-kinds.ts';
import { verifies } from '../support/verifies.ts';

const ALL_KINDS = [...FLAT_KINDS, ...OTHER_KINDS];

async function fill(page: Page, { schema, page: how }: Pick<FormKind, 'schema' | 'page'>): Promise<void> {
  const field = page.getByLabel(schema.title).first();
  if (how === true) return await field.check();
  if (typeof how === 'string') return await field.fill(how);
  if ('option' in how) {
    await field.selectOption({ label: how.option });
    return;
  }
  for (const words of how.boxes) await page.getByRole('checkbox', { name: words }).check();
}

describe('a form with every kind of field', () => {
  verifies('inbox/kinds', 'has a control for each, which says what else it has to fit', async () => {
    await using inbox = await openInbox();
    const page = await inbox.open();
    const { executionId, paused } = await inbox.start(askingFor(ALL_KINDS));
    await page.goto(`${inbox.host.url}/questions/${paused.elicitationId}`);
    const panel = page.getByRole('region', { name: 'Your answer' });
    await panel.waitFor();
    for (const kind of ALL_KINDS) await fill(page, kind);
    const words = await panel.textContent();
    for (const limit of ['matching ^[A-Z]', 'more than 0', 'fitting {"anyOf":[{"minLength":3},{"const":"-"}]}'])
      expect(words).toContain(limit);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await inbox.outcome(executionId)).toMatchObject({ value: valuesOf(ALL_KINDS) });
    expect(inbox.complaints).toEqual([]);
  });
});
