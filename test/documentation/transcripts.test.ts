// Transcripts on the pages, held against what people would see: the card in a real terminal, `curl` against a served
// host, and the Python client. What differs each time (ids, times, sessions) is compared as a placeholder. Each test starts
// the real command or server, which takes seconds.

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KEY, openWorkbench, type Workbench } from '../scenarios/cli-process.ts';
import { type ServedHost, serveHost } from '../support/served-host.ts';
import { root, type Sample, samplesIn } from './markdown.ts';

const run = promisify(execFile);

/** The first sample of a page that contains a text. */
function sampleWith(page: string, part: string): Sample {
  const found = samplesIn(page).find(({ text }) => text.includes(part));
  if (found === undefined) throw new Error(`${page} has no sample with "${part}"`);
  return found;
}

/** Without what is another each time. */
const constant = (text: string): string =>
  text
    .replaceAll(/\b(exec|elic)_[\w-]+/g, '$1_…')
    .replaceAll(/\b(for|in) session "[^"]+"/g, '$1 session "…"')
    .replaceAll(/"(at|cpuMs|wallMs)":\d+/g, '"$1":…');

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and movements of the cursor
const CONTROLS = /\u001b\[[0-9;?]*[A-Za-z]/g;

const onScreen = (shown: string): string =>
  constant(
    shown
      .replaceAll(CONTROLS, '')
      .replaceAll('\r', '')
      .replaceAll(/[^\S\n]+$/gm, ''),
  );

const FIRST_PAUSE = 'docs/start/first-pause.md';

async function pauseAsThePageSays(bench: Workbench): Promise<string> {
  await run('sh', ['-c', sampleWith(FIRST_PAUSE, 'echo ').text], { cwd: bench.folder });
  await bench.write('tidy.ts', sampleWith(FIRST_PAUSE, 'tools.fs.write(').text);
  const screen = bench.terminal(['run', 'tidy.ts']);
  await screen.until('Decide later');
  screen.press(KEY.enter);
  expect(await screen.exit()).toBe(3);
  return onScreen(screen.shown);
}

describe('the first pause', () => {
  it('looks in a terminal as its page and the guide show it, and goes on as the page says', async () => {
    await using bench = await openWorkbench();
    const shown = await pauseAsThePageSays(bench);
    expect(shown).toContain(constant(sampleWith(FIRST_PAUSE, '  tool       fs.write').text));
    const guide = sampleWith('docs/guides/terminal.md', '$ npx toolshed run tidy.ts').text;
    expect(shown).toContain(constant(guide.slice(guide.indexOf('? Write'))));

    const [id = ''] = /elic_[\w-]+/.exec((await bench.toolshed(['pending'])).stdout) ?? [];
    const resumed = bench.terminal(['resume', id]);
    await resumed.until('Decide later');
    resumed.press(KEY.down + KEY.enter);
    expect(await resumed.exit()).toBe(0);
    expect(onScreen(resumed.shown)).toContain('added milk');
    expect(await readFile(join(bench.folder, 'shopping.md'), 'utf8')).toBe('Buy bread\nBuy milk\n');
  });
});

describe('the page about policy', () => {
  it('shows how its own rules decide a call', async () => {
    await using bench = await openWorkbench();
    const page = 'docs/guides/policy.md';
    const config = await bench.write('../rules.json', sampleWith(page, '"policy"').text.replaceAll(/^\/\/.*$/gm, ''));
    const [command = '', ...printed] = sampleWith(page, '$ toolshed policy explain').text.split('\n');
    const [, args = ''] = /--args '(.*)'/.exec(command) ?? [];
    const { stdout } = await bench.toolshed(['--config', config, 'policy', 'explain', 'fs.write', '--args', args]);
    expect(stdout).toBe(printed.join('\n'));
  });
});

const HTTP = 'docs/reference/http.md';
const ADDRESS = 'http://127.0.0.1:4180';
const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

/** Runs commands of a page against a host. The page names tokens in comments; ids are those of this run. */
async function asThePageSays(host: ServedHost, script: string, ids: ReadonlyMap<string, string>): Promise<string> {
  const commands = [...ids].reduce((text, [shown, real]) => text.replaceAll(shown, real), script);
  const [AGENT, ADA] = await Promise.all([host.agent('monday'), host.approver()]);
  const { stdout } = await run('sh', ['-c', commands.replaceAll(/^\w+=tsh_….*$/gm, '').replaceAll(ADDRESS, host.url)], {
    env: { PATH: process.env['PATH'], AGENT, ADA },
  });
  return stdout;
}

/** What the page shows for an id, and what this run has. */
const idsIn = (shown: string, real: string): readonly (readonly [string, string])[] => {
  const of = (text: string): readonly string[] => [...text.matchAll(/\b(?:exec|elic)_[\w-]+/g)].map(([id]) => id);
  return of(shown).map((id, index) => [id, of(real)[index] ?? '']);
};

describe('the page of the HTTP API', () => {
  if (has('curl') && has('jq'))
    it('shows what its commands print, from the start to the answer, and as events', async () => {
      await using host = await serveHost({ config: { tools: { fs: {} } }, args: ['--no-example'] });
      const samples = samplesIn(HTTP);
      const first = samples.findIndex(({ text }) => text.startsWith('AGENT='));
      const walk = samples.slice(first, first + 6);
      expect(walk.map(({ language }) => language)).toEqual(['sh', 'json', 'sh', 'json', 'sh', 'json']);

      const ids = new Map<string, string>();
      for (let index = 0; index < walk.length; index += 2) {
        const [command, shown] = [walk[index]?.text ?? '', walk[index + 1]?.text ?? ''];
        const printed = await asThePageSays(host, command, ids);
        for (const [page, real] of idsIn(shown, printed)) ids.set(page, real);
        expect(JSON.parse(constant(printed))).toEqual(JSON.parse(constant(shown)));
      }
      expect(await readFile(join(host.folder, 'hello.txt'), 'utf8')).toBe('hi');

      const events = sampleWith(HTTP, 'Last-Event-ID: e3');
      // The stream does not end by itself.
      const streamed = await asThePageSays(host, events.text.replace('curl ', 'curl --max-time 1 '), ids).catch(
        ({ stdout }) => String(stdout),
      );
      expect(constant(streamed)).toContain(constant(events.output ?? 'the page shows no output'));
    });
  else it.skip('NOT SHOWN: the commands of the HTTP page, because this machine has no curl or no jq');
});

const IS_RECENT = 'import sys; sys.exit(sys.version_info < (3, 11))';

describe('the page of the Python client', () => {
  if (spawnSync('python3', ['-c', IS_RECENT]).status === 0)
    it('has a sample that starts a program and follows its events', async () => {
      await using host = await serveHost();
      const { text } = sampleWith('clients/python/README.md', 'import Client');
      const script = text.replace(ADDRESS, host.url).replace('tsh_…', await host.agent('monday'));
      const python = spawn('python3', ['-u', '-c', script], {
        env: { PATH: process.env['PATH'], PYTHONPATH: join(root, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines: string[] = [];
      for await (const line of createInterface(python.stdout)) {
        lines.push(constant(line));
        // It follows events until somebody ends it.
        if (line.endsWith(' completed')) break;
      }
      python.kill();
      await once(python, 'exit');
      expect(lines).toEqual(['42', 'e1 exec_… started', 'e2 exec_… completed']);
    });
  else it.skip('NOT SHOWN: the Python sample, because this machine has no python3 of version 3.11 or newer');
});
