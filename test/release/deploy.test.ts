// The steps of the Dockerfile, run in a fresh root. Not shown, because there is no Docker here: that the base images are
// what they say, the health check as Docker calls it, volumes, and compose.yaml's network.

import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../scripts/published.ts';
import { makeFreshRoot, whyNoFreshRoot } from './fresh-root.ts';

const call = promisify(execFile);
const missing = await whyNoFreshRoot();
if (missing !== undefined)
  process.stderr.write(`Not shown: the steps of the Dockerfile in a fresh root, because ${missing}\n`);

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

it('the Dockerfile and compose.yaml name scripts, folders and secrets that are there', async () => {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const scripts = new Set(dockerfile.match(/deploy\/[a-z-]+\.sh/g));
  expect(scripts.size).toBe(4);
  for (const script of scripts) await access(join(root, script), 1);
});
