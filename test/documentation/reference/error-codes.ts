// The error codes of the packages, found in their sources, and the page that explains them.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../markdown.ts';
import { ERROR_AREAS } from './error-meanings.ts';

const CODE = /['"`]([a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z0-9]+)*)['"`]/g;

/** Texts of that shape that are no codes, by what they begin with. */
const OTHERS =
  /^(?:application|audio|completion|elicitation\/create|font|hono|image|issues|logging|multipart|notifications|preact|prompts|resources|roots|sampling|subscriptions|tasks|text|tools|toolshed)\b/;

export function codesInSources(): readonly string[] {
  const files = globSync('packages/{kernel,runtime,server,cli,client}/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  });
  const found = files.flatMap((file) =>
    [...withoutComments(readFileSync(join(root, file), 'utf8')).matchAll(CODE)].map(([, code = '']) => code),
  );
  return [...new Set(found)].filter((code) => !OTHERS.test(code)).sort();
}

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');

export const explainedCodes = (): readonly string[] => ERROR_AREAS.flatMap(({ codes }) => Object.keys(codes)).sort();

export function errorsPage(): string {
  const areas = ERROR_AREAS.flatMap(({ title, about, codes }) => [
    `## ${title}`,
    '',
    about,
    '',
    '| code | means | do |',
    '| --- | --- | --- |',
    ...Object.entries(codes).map(([code, [means, then]]) => `| \`${code}\` | ${means} | ${then} |`),
    '',
  ]);
  return [
    '# Error codes',
    '',
    'Every error that Toolshed raises on purpose has a code, the same in the library, over HTTP and MCP, and on the command line.',
    'Its message says what could not be done, why, and what to do next. `openapi/<status>` and `graphql/<status>` stand for the HTTP status of an API.',
    'Tools of your own add codes of their own: [errors a program may read](../guides/tools.md#errors-a-program-may-read).',
    '',
    ...areas,
    GENERATED,
    '',
  ].join('\n');
}

export const GENERATED =
  '*Generated from the code. To update it: `npx vitest run test/documentation/reference.test.ts -u`.*';
