import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn, linksIn, pages, root } from './markdown.ts';

describe('a page that people read', () => {
  it.each(pages)('%s links to files and headings that exist', (page) => {
    const dead = linksIn(page).flatMap(([path, fragment]) => {
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const href = `${path}${fragment === undefined ? '' : `#${fragment}`}`;
      if (!existsSync(join(root, target))) return [href];
      if (fragment === undefined || statSync(join(root, target)).isDirectory()) return [];
      return anchorsIn(target).has(fragment) ? [] : [href];
    });
    expect(dead).toEqual([]);
  });
});
