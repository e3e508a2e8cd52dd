// Pages of docs/reference that are made from the code. After a change: npx vitest run test/documentation/reference.test.ts -u

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './markdown.ts';
import { apiPage } from './reference/api-page.ts';
import { cliPage } from './reference/cli-page.ts';
import { configPage } from './reference/config-page.ts';
import { codesInSources, errorsPage, explainedCodes } from './reference/error-codes.ts';

const page = (name: string): string => join(root, 'docs/reference', `${name}.md`);

describe('the reference', () => {
  it('has every key of a config, with type, default and meaning', async () => {
    await expect(configPage()).toMatchFileSnapshot(page('config'));
  });

  it('has every command and every flag of the grammar', async () => {
    await expect(await cliPage()).toMatchFileSnapshot(page('cli'));
  });

  it('explains every error code that the sources have, and no other', async () => {
    const inSources = codesInSources();
    expect(inSources.length).toBeGreaterThan(100);
    expect(explainedCodes()).toEqual(inSources);
    await expect(errorsPage()).toMatchFileSnapshot(page('errors'));
  });

  it('has every name that the library exports, with what its comment says', async () => {
    await expect(apiPage()).toMatchFileSnapshot(page('api'));
  });
});
