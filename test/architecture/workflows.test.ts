import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './sources.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = [...globSync('.github/workflows/*.yml', { cwd: root }), '.ci/run'];
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));

const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      env: z.record(z.string(), z.string()).default({}),
      steps: z.array(z.object({ run: z.string().default('') })),
    }),
  ),
});
const { jobs } = Workflow.parse(parse(read('.github/workflows/ci.yml')));
/** What the steps of a job of ci.yml run, in order. */
const commandsOf = (job: string): readonly string[] => jobs[job]?.steps.map(({ run }) => run) ?? [];

describe('a workflow', () => {
  it.each(workflows)('runs scripts that are there: %s', (file) => {
    const text = read(file);
    const missing = [...text.matchAll(/npm run ([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts));
    expect(missing).toEqual([]);
    const files = [...text.matchAll(/node (scripts\/\S+\.ts)/g)].map(([, path = '']) => path);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(workflows.filter((file) => file.endsWith('.yml')))('has no step that cannot fail: %s', (file) => {
    expect(read(file)).not.toMatch(/\|\| *(true|:)|continue-on-error/);
  });
});

describe('the workflow ci', () => {
  it('tests the Node it says, also where npm ci installs another', () => {
    const steps = commandsOf('test');
    const chosen = steps.findIndex((run) => /^node scripts\/use-own-node\.ts \$\{\{ matrix\.node \}\}$/.test(run));
    expect(chosen).toBe(steps.indexOf('npm ci') + 1);
    expect(steps.slice(chosen + 1)).toEqual(['npm test', 'npm run test:portable']);
  });

  it('builds the site, and asserts the goal of a minute where nothing else runs', () => {
    expect(commandsOf('checks')).toContain('npm run docs');
    expect(commandsOf('release')).toContain('npm run test:release');
    expect(jobs['release']?.env).toEqual({ TOOLSHED_QUIET_MACHINE: '1' });
  });

  it('finds the isolation level of the image in what its doctor prints', async () => {
    const [, pattern = ''] = /grep -E '([^']+)' doctor\.txt/.exec(commandsOf('release').join('\n')) ?? [];
    const [fact] = (await describeMachine()).filter(({ name }) => name === 'OS sandbox');
    const line = `${fact?.ok ? '✔' : '✖'} ${'OS sandbox'.padEnd(18)}${fact?.detail}`;
    expect(new RegExp(pattern).test(line)).toBe(fact?.ok);
    expect(`✖ ${'OS sandbox'.padEnd(18)}none: worker processes`).not.toMatch(new RegExp(pattern));
  });
});

describe('the portable tests', () => {
  it('are files that are there', () => {
    const [, listed = ''] = /const PORTABLE = \[([^\]]+)\]/.exec(read('vitest.config.ts')) ?? [];
    const files = [...listed.matchAll(/'([^']+)'/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
