// A list of everything that is released (SBOM, CycloneDX): of an installation of what was packed, with the versions that
// were tested, and of what the inbox was built from. In the workspace itself npm would leave out every library that some
// workspace also develops with.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages, root } from '../published.ts';
import type { Component } from './licences.ts';
import { packedFile } from './packed-file.ts';

const BUILD_TOOLS = /^(vite|vitest)$/;

/** Writes `sbom.cdx.json` beside the packages in a folder; returns the libraries that are not ours. */
export function writeSbom(packed: string): readonly Component[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-sbom-'));
  const npm = { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 } as const;
  try {
    for (const { manifest } of publishedPackages())
      cpSync(join(packed, packedFile(manifest)), join(folder, packedFile(manifest)));
    execFileSync(process.execPath, [join(root, 'scripts/pin-versions.ts'), folder]);
    const pinned = read(join(folder, 'package.json'));
    const manifest = { ...pinned, name: 'toolshed-release', version: '0.0.0' };
    const dependencies = { ...librariesOfInbox(), ...Object(pinned['dependencies']) };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', '--omit=dev', ...quietly], npm);
    const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], npm);
    writeFileSync(join(packed, 'sbom.cdx.json'), sbom);
    const { components }: { readonly components: readonly Component[] } = JSON.parse(sbom);
    return components.filter(({ name }) => name !== 'toolshed' && !name.startsWith('@toolshed/'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const read = (file: string): Readonly<Record<string, unknown>> => JSON.parse(readFileSync(file, 'utf8'));

/** They are in its files, not installed beside them. */
function librariesOfInbox(): object {
  const used = Object.entries(Object(read(join(root, 'packages/inbox/package.json'))['devDependencies']));
  return Object.fromEntries(used.filter(([name]) => !BUILD_TOOLS.test(name) && !name.startsWith('@toolshed/')));
}
