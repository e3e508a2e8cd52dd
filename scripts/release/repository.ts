// Where the sources are published: "repository" in the root's package.json, and nowhere else. The owner fills it in before
// the first release; every address on a package's page on npm is derived from it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** As provenance compares it with the repository of the CI job. */
const Declared = z.strictObject({
  type: z.literal('git'),
  url: z.string().regex(/^git\+https:\/\/[^/\s]+\/\S+\.git$/, 'use "git+https://<host>/<owner>/<name>.git"'),
});

export interface Repository {
  /** `git+https://….git` */
  readonly url: string;
  /** Where people read it: `https://…` without a slash at the end. */
  readonly page: string;
}

/** That of a manifest; undefined while nobody has filled it in. */
export function repositoryOf(manifest: { readonly repository?: unknown }): Repository | undefined {
  if (manifest.repository === undefined) return undefined;
  const declared = Declared.safeParse(manifest.repository);
  if (!declared.success) throw new Error(`Cannot use "repository" of package.json: ${z.prettifyError(declared.error)}`);
  const { url } = declared.data;
  return { url, page: url.slice('git+'.length, -'.git'.length) };
}

export const ownRepository = (root: string): Repository | undefined =>
  repositoryOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The fields of a published manifest, for a package in a folder of the repository. */
export const addressesOf = ({ url, page }: Repository, directory: string): object => ({
  repository: { type: 'git', url, directory },
  homepage: `${page}/tree/HEAD/${directory}#readme`,
  bugs: `${page}/issues`,
});
