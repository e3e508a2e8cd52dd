import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS, type RequirementId } from './requirements.ts';
import { verifies } from './support/verifies.ts';

const folder = dirname(fileURLToPath(import.meta.url));

/** The ids that tests are registered under, read from the sources: running them all would be the whole suite. */
function registered(): ReadonlySet<string> {
  const files = globSync(['**/*.test.ts', '**/*.contract.ts'], {
    cwd: folder,
    exclude: (name) => name.includes('node_modules'),
  });
  return new Set(
    files.flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/\bverifies(?:\.each)?\(((?:[\s[]*'[a-z/-]+'[\s\],]*)+)/g),
      ].flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id)),
    ),
  );
}

describe('the promises', () => {
  it('are each shown by a test', () => {
    const shown = registered();
    expect(Object.keys(REQUIREMENTS).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('are the only names a test can be registered under', () => {
    const unknown = 'no/such-promise' as RequirementId;
    expect(() => verifies(unknown, 'is never registered', () => undefined)).toThrow('"no/such-promise"');
    expect(() => verifies.each(unknown, [1])('is never registered', () => undefined)).toThrow('"no/such-promise"');
  });
});
