import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { signatureOf } from '@toolshed/kernel/runtime';
import { openToolshed } from '@toolshed/runtime';
import { ms, residentMb, time } from './measure.ts';

const QUERIES = [
  'create an issue',
  'list pull request files',
  'delete branch protection',
  'upload asset',
  'rate limit',
];

/** The whole description of GitHub's REST API as a source. */
export async function sources(): Promise<readonly string[]> {
  const manifest = createRequire(import.meta.url).resolve('@octokit/openapi/package.json');
  const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');
  const memory = residentMb();
  const used = process.cpuUsage();
  const before = performance.now();
  await using shed = await openToolshed({
    tools: [],
    store: 'memory',
    prepares: false,
    sources: [{ namespace: 'github', openapi }],
  });
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(used);
  const { catalog } = shed;
  const query = (index: number): string => QUERIES[index % QUERIES.length] ?? '';
  const search = await time(500, async (index) => catalog.search(query(index)));
  const signed = await time(500, async (index) => catalog.search(query(index)).map(signatureOf));
  return [
    '| | |',
    '| --- | --- |',
    `| tools | ${catalog.tools.length} |`,
    `| opening the host with it | ${ms(wall)}, ${ms((user + system) / 1_000)} of processor time |`,
    `| resident memory grew by | ${(residentMb() - memory).toFixed(0)} MB |`,
    `| a search, ten results | ${ms(search.median)} (p95 ${ms(search.p95)}) |`,
    `| the same with signatures | ${ms(signed.median)} (p95 ${ms(signed.p95)}) |`,
  ];
}
