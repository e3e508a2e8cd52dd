import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function cited(): ReadonlySet<string> {
  const files = globSync(['test/**/*.test.ts', 'packages/*/src/**/*.test.ts'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  });
  const ids = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/verifies\(([^)]*)\)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id),
    );
  });
  return new Set(ids);
}

describe('the promises', () => {
  it('are each shown by a test', () => {
    const shown = cited();
    expect(Object.keys(REQUIREMENTS).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('are not cited under names that do not exist', () => {
    expect([...cited()].filter((id) => !(id in REQUIREMENTS))).toEqual([]);
  });
});
