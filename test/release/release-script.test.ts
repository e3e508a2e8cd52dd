import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/published.ts';

const call = promisify(execFile);
const RELEASE = join(root, 'scripts/release.ts');

describe('scripts/release.ts', () => {
  it('publishes nothing by default, and leaves packages and their SBOM in a folder', { timeout: 300_000 }, async () => {
    const out = await mkdtemp(join(tmpdir(), 'toolshed-release-'));
    try {
      const { stdout } = await call(process.execPath, [RELEASE, '--no-checks', '--out', out], { cwd: root });
      const order = [...stdout.matchAll(/would publish (\S+)@/g)].map(([, name]) => name);
      expect(order).toEqual(publishedPackages().map(({ manifest }) => manifest.name));
      expect(order.indexOf('@toolshed/kernel')).toBeLessThan(order.indexOf('toolshed'));
      expect(stdout).toMatch(/✔ Licences of \d+ libraries are allowed/);
      expect(stdout).toMatch(/✔ No severe vulnerability is known|! Not audited: the registry cannot tell/);
      expect((await readdir(out)).filter((name) => name.endsWith('.tgz'))).toHaveLength(order.length);
      const sbom = JSON.parse(await readFile(join(out, 'sbom.cdx.json'), 'utf8'));
      const names = sbom.components.map(({ name }: { readonly name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['zod', 'isolated-vm', 'hono', 'preact', 'pg']));
      expect(names).not.toContain('vitest');
    } finally {
      await rm(out, { recursive: true });
    }
  });

  it('does not publish outside of a job that can sign, nor unchecked', async () => {
    const env = { ...process.env, ACTIONS_ID_TOKEN_REQUEST_URL: undefined };
    const publish = (...args: readonly string[]) =>
      call(process.execPath, [RELEASE, '--publish', ...args], { cwd: root, env });
    await expect(publish()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('provenance needs') });
    await expect(publish('--no-checks')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('dry run') });
  });
});
