// Makes a release: `node scripts/release.ts [--out <folder>] [--no-checks] [--publish]`.
//
// Without --publish nothing leaves this machine: the packages, a list of everything in them (SBOM) and what would be
// published, in which order, are in the folder. Packages are published after those they depend on, with provenance, which
// only a CI job that can sign has; one that was interrupted is run again and leaves out what is published already.

import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { publishedPackages, root } from './published.ts';
import { readAudit } from './release/audit-verdict.ts';
import { type Component, refusedLicences } from './release/licences.ts';
import { packedFile } from './release/packed-file.ts';
import { publishRefusal } from './release/publish-refusal.ts';
import { ownRepository } from './release/repository.ts';
import { writeSbom } from './release/sbom.ts';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: 'packed' },
    checks: { type: 'boolean', default: true },
    publish: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const out = resolve(flags.out);
const packages = publishedPackages();

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const run = (file: string, args: readonly string[]): void => {
  execFileSync(file, args, { cwd: root, stdio: 'inherit' });
};

function refuse(problem: string): never {
  process.stderr.write(`✖ ${problem}\n`);
  process.exit(1);
}

function assertMayPublish(): void {
  const refusal = publishRefusal({
    checks: flags.checks ? 'run' : 'left-out',
    // biome-ignore lint/suspicious/noUndeclaredEnvVars: a script of its own, not a task of turbo.
    signing: process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined ? 'not-possible' : 'possible',
    repository: ownRepository(root),
    uncommitted: execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }),
    changesets: globSync('.changeset/*.md', { cwd: root }).filter((file) => !file.endsWith('README.md')),
  });
  if (refusal !== undefined) refuse(refusal);
}

function check(): void {
  if (!flags.checks) {
    say('Not checked: --no-checks');
    return;
  }
  for (const step of ['format:check', 'lint', 'boundaries', 'types', 'dead', 'test', 'test:release'])
    run('npm', ['run', step]);
}

function checkLicences(components: readonly Component[]): void {
  const refused = refusedLicences(components);
  if (refused.length > 0) refuse(`Cannot release: licences that nobody allowed:\n  ${refused.join('\n  ')}`);
  say(`✔ Licences of ${components.length} libraries are allowed`);
}

function audit(): void {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64e6,
  });
  const verdict = readAudit(stdout);
  if (verdict.kind === 'severe') refuse(`Cannot release: known vulnerabilities in ${verdict.names.join(', ')}`);
  if (verdict.kind === 'not-available' && flags.publish)
    refuse(`Cannot publish: npm audit did not work (${verdict.because})`);
  say(
    verdict.kind === 'clean'
      ? `✔ No severe vulnerability is known (${verdict.lesser} lesser ones)`
      : `! Not audited: the registry cannot tell (${verdict.because})`,
  );
}

const isPublished = (name: string, version: string): boolean =>
  spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' }).stdout.trim() === version;

function publish(): void {
  for (const { manifest } of packages) {
    const { name, version } = manifest;
    const size = Math.ceil(readFileSync(join(out, packedFile(manifest))).length / 1_000);
    if (!flags.publish) say(`  would publish ${name}@${version} (${size} kB)`);
    else if (isPublished(name, version)) say(`  ${name}@${version} is published already`);
    else run('npm', ['publish', join(out, packedFile(manifest)), '--provenance', '--access=public']);
  }
}

if (flags.publish) assertMayPublish();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
run(process.execPath, ['scripts/build.ts']);
check();
run(process.execPath, ['scripts/pack.ts', out]);
checkLicences(writeSbom(out));
audit();
publish();
say(flags.publish ? '✔ Published' : `✔ Dry run: everything is in ${out}. A CI job publishes it with --publish`);
