// The steps of the Dockerfile, run in a fresh root. Not shown, because there is no Docker here: that the base images are
// what they say, the health check as Docker calls it, volumes, and compose.yaml's network.

import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../scripts/published.ts';
import { notShown } from '../support/not-shown.ts';
import { makeFreshRoot, whyNoFreshRoot } from './fresh-root.ts';

const call = promisify(execFile);
const missing = await whyNoFreshRoot();
if (missing !== undefined) notShown('the steps of the Dockerfile in a fresh root', missing);

const SERVE = `toolshed token create --kind metrics --name prometheus >/dev/null
  toolshed serve --host 0.0.0.0 --no-example >/tmp/served 2>&1 & server=$!
  for i in $(seq 300); do /deploy/check-health.sh && break; sleep 0.1; done
  /deploy/check-health.sh && echo healthy
  toolshed backup /tmp/b --json && toolshed --home /tmp/restored restore /tmp/b --json
  kill -TERM $server && wait $server; echo "stopped $?"`;

it.skipIf(missing !== undefined)(
  'an image made by the steps of the Dockerfile serves without rights, and its doctor names every layer',
  { timeout: 900_000 },
  async () => {
    const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
    const packed = await mkdtemp(join(tmpdir(), 'toolshed-packed-'));
    await using image = await makeFreshRoot();
    try {
      // The first stage builds what is built here already.
      for (const step of ['scripts/pack.ts', 'scripts/pin-versions.ts'])
        await call(process.execPath, [step, packed], { cwd: root });
      const installed = join(image.folder, 'opt/toolshed');
      await call(join(root, 'deploy/install-toolshed.sh'), [installed, packed], { timeout: 600_000 });
    } finally {
      await rm(packed, { recursive: true });
    }
    await image.asRoot(['/deploy/prepare-root.sh']);
    await image.asRoot(['/deploy/prepare-root.sh']);

    const who = await image.asUser([
      'sh',
      '-c',
      'id -u; stat -c %a:%u /var/lib/toolshed; test -w /opt/toolshed || echo sealed',
    ]);
    expect(who.stdout.split('\n')).toEqual(['10001', '700:10001', 'sealed', '']);

    const doctor = await image.asUser(['toolshed', 'doctor']);
    expect(doctor.stdout).toMatch(/✔ Node/);
    expect(doctor.stdout).toMatch(/✔ isolated-vm/);
    expect(doctor.stdout).toMatch(/[✔✖] OS sandbox\s+(bubblewrap|seccomp|none)/);
    expect(doctor.stdout).toMatch(/! secrets\s+in memory/);

    const demo = await image.asUser(['sh', '-c', "cd /tmp && printf 'return 6 * 7' > p.ts && toolshed run p.ts"]);
    expect(demo).toMatchObject({ code: 0, stdout: expect.stringContaining('42') });

    const served = await image.asUser(['sh', '-c', SERVE]);
    expect(served.stdout).toContain('healthy');
    expect(served.stdout).toContain('"openQuestions": 0');
    expect(served.stdout).toContain('stopped 0');
    expect(dockerfile).toContain('USER 10001:10001');
  },
);

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.string().optional(),
      command: z.array(z.string()),
      entrypoint: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string()).default([]),
      secrets: z.array(z.string()),
      volumes: z.array(z.string()),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  volumes: z.record(z.string(), z.null()),
});

it('the Dockerfile names scripts that are there', async () => {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const scripts = new Set(dockerfile.match(/deploy\/[a-z-]+\.sh/g));
  expect(scripts.size).toBe(4);
  for (const script of scripts) await access(join(root, script), 1);
});

it('compose.yaml names folders, volumes and secrets that are there, and what the image expects of them', async () => {
  const [dockerfile, composed] = await Promise.all(
    ['Dockerfile', 'compose.yaml'].map((file) => readFile(join(root, file), 'utf8')),
  );
  const compose = Compose.parse(parse(composed ?? '', { merge: true }));
  const nodes = Object.values(compose.services).filter(({ build }) => build !== undefined);
  expect(nodes).toHaveLength(2);
  for (const { secrets, volumes } of Object.values(compose.services)) {
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      if (source.startsWith('./')) await access(join(root, source));
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  }
  for (const { volumes, ports, command, environment, entrypoint = [], secrets } of nodes) {
    const folders = volumes.map((volume) => volume.split(':')[1]);
    expect(folders).toEqual([/^VOLUME (\S+)$/m.exec(dockerfile ?? '')?.[1], '/etc/toolshed']);
    const port = command[command.indexOf('--port') + 1];
    // A server answers under numeric addresses with its own port only.
    expect(ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(environment['TOOLSHED_PORT']).toBe(port);
    expect(command).toEqual(expect.arrayContaining(JSON.parse(/^CMD (.+)$/m.exec(dockerfile ?? '')?.[1] ?? '')));
    const read = [...entrypoint.join('\n').matchAll(/\/run\/secrets\/([a-z-]+)/g)].map(([, name]) => name);
    expect(read.toSorted()).toEqual(secrets.toSorted());
  }
  // Secrets are made by the operator, in a folder that git leaves alone.
  for (const { file } of Object.values(compose.secrets)) await call('git', ['check-ignore', file], { cwd: root });
});

const UNIT = join(root, 'deploy/toolshed.service');
const analyses = await call('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
);
if (!analyses) notShown('that systemd accepts the unit', 'systemd-analyze is missing');
else
  it('systemd accepts every line of the unit', async () => {
    const unit = await readFile(UNIT, 'utf8');
    const folder = await mkdtemp(join(tmpdir(), 'toolshed-unit-'));
    // systemd looks for the command, which is installed nowhere here. It ignores a key that it does not know, and says so.
    const verified = async (text: string): Promise<string> => {
      await writeFile(join(folder, 'toolshed.service'), text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
      return (await call('systemd-analyze', ['verify', join(folder, 'toolshed.service')])).stderr;
    };
    try {
      expect(await verified(unit)).toBe('');
      expect(await verified(unit.replace('PrivateTmp=', 'PrivatTmp='))).toContain("Unknown key 'PrivatTmp'");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
