// The walks of ARCHITECTURE.md, as far as a test can follow them: which file calls which is checked by reading.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './sources.ts';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const chapter = text.slice(text.indexOf('## Four walks'), text.indexOf('## Code map'));
const walks = chapter
  .split(/^(?=\*\*)/m)
  .slice(1)
  .map((walk) => ({
    title: walk.split('\n', 1)[0] ?? '',
    files: [...walk.matchAll(/`((?:runtime|server|cli)\/[\w./-]+\.[jt]s)`/g)].map(([, path = '']) => path),
  }));

describe('the walks of ARCHITECTURE.md', () => {
  it('are four', () => {
    expect(walks).toHaveLength(4);
  });

  it.each(walks)('name files that exist: $title', ({ files }) => {
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((path) => !existsSync(join(root, 'packages', path)))).toEqual([]);
  });

  it.each(walks)('visit no file more than twice: $title', ({ files }) => {
    const visits = Map.groupBy(files, (path) => path);
    expect([...visits].filter(([, all]) => all.length > 2).map(([path]) => path)).toEqual([]);
  });
});
