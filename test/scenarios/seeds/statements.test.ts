// The table of the founding pages is complete, and docs/explain/founding-pages.md is that table.
// After a change: npx vitest run test/scenarios/seeds/statements.test.ts -u

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Citation, citedIn } from './cited.ts';
import type { FoundingPage, Statement } from './founding-page.ts';
import { FOUNDING_PAGES, STATEMENTS, wordsOf } from './statements.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Shown extends Citation {
  readonly file: string;
}

const SHOWN: readonly Shown[] = globSync('test/**/*.test.ts', {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
})
  .toSorted()
  .flatMap((file) => citedIn(readFileSync(join(ROOT, file), 'utf8')).map((citation) => ({ ...citation, file })));

const isDifferent = (statement: Statement): boolean => typeof statement !== 'string';

describe('the statements of the founding pages', () => {
  it('are each shown by a test', () => {
    const shown = new Set(SHOWN.map(({ id }) => id));
    expect([...STATEMENTS.keys()].filter((id) => !shown.has(id))).toEqual([]);
  });

  it('are all there is to show', () => {
    expect(SHOWN.filter(({ id }) => !STATEMENTS.has(id))).toEqual([]);
  });

  it('have one id each', () => {
    const ids = FOUNDING_PAGES.flatMap(({ sections }) => Object.values(sections).flatMap((one) => Object.keys(one)));
    expect(ids).toHaveLength(STATEMENTS.size);
  });

  it('say why, where we differ', () => {
    for (const statement of STATEMENTS.values())
      if (typeof statement !== 'string') expect(statement.differs.length).toBeGreaterThan(20);
  });

  it('are what the documentation says', async () => {
    await expect(document()).toMatchFileSnapshot(join(ROOT, 'docs/explain/founding-pages.md'));
  });
});

function document(): string {
  const all = [...STATEMENTS.values()];
  const different = all.filter(isDifferent).length;
  return [
    '# The founding pages',
    '',
    'Toolshed started from four pages about asking people: on its elicitation engine, on use cases, on generalized elicitation, and on elicitation in MCP.',
    `These tables list what the pages state, in our words: ${all.length} statements. ${all.length - different} hold as stated. ${different} are different here, with the reason why.`,
    'They are generated from `test/scenarios/seeds/pages`. Each line is an assertion in the test it links to.',
    '',
    '| page | statements | as stated | different |',
    '| --- | --- | --- | --- |',
    ...FOUNDING_PAGES.map(countLine),
    ...FOUNDING_PAGES.flatMap(pageLines),
    '',
  ].join('\n');
}

function countLine({ title, sections }: FoundingPage): string {
  const statements = Object.values(sections).flatMap((section) => Object.values(section));
  const different = statements.filter(isDifferent).length;
  return `| ${title} | ${statements.length} | ${statements.length - different} | ${different} |`;
}

const pageLines = ({ title, sections }: FoundingPage): readonly string[] => [
  '',
  `## ${title}`,
  ...Object.entries(sections).flatMap(([section, statements]) => [
    '',
    `### ${section}`,
    '',
    '| stated | here | shown by |',
    '| --- | --- | --- |',
    ...Object.entries(statements).map(([id, statement]) => statementLine(id, statement)),
  ]),
];

function statementLine(id: string, statement: Statement): string {
  const tests = new Set(SHOWN.filter((one) => one.id === id).map(({ file, test }) => `[${test}](../../${file})`));
  const here = typeof statement === 'string' ? 'as stated' : `**Different.** ${statement.differs}`;
  return `| ${[wordsOf(statement), here, [...tests].join(', ')].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
