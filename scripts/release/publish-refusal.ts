import type { Repository } from './repository.ts';

export interface Readiness {
  /** Whether the checks run before anything is published. */
  readonly checks: 'run' | 'left-out';
  /** Whether this process may sign what it publishes. */
  readonly signing: 'possible' | 'not-possible';
  readonly repository: Repository | undefined;
  /** What `git status --porcelain` prints. */
  readonly uncommitted: string;
  /** The changesets that no version has taken up. */
  readonly changesets: readonly string[];
}

/** Why nothing may be published; undefined if it may. */
export function publishRefusal(ready: Readiness): string | undefined {
  if (ready.checks === 'left-out') return 'Cannot publish: --no-checks is for a dry run';
  if (ready.signing === 'not-possible')
    return 'Cannot publish: provenance needs a CI job that may sign (id-token: write); start the workflow "release"';
  if (ready.repository === undefined)
    return 'Cannot publish: package.json names no repository, which provenance is compared with and the pages on npm link to; add "repository": { "type": "git", "url": "git+https://<host>/<owner>/<name>.git" } to the root\'s package.json';
  if (ready.uncommitted !== '')
    return `Cannot publish: the checkout has changes that are not committed:\n${ready.uncommitted}`;
  if (ready.changesets.length > 0)
    return 'Cannot publish: changesets wait for their version; run "npm run changeset version", and commit it';
  return undefined;
}
