import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWCOMER_QUESTIONS } from './newcomer-questions.ts';
import { root } from './sources.ts';

describe('a question of a newcomer', () => {
  it.each(Object.entries(NEWCOMER_QUESTIONS))('is answered by a file: %s %s', (_question, file) => {
    expect(existsSync(join(root, 'packages', file))).toBe(true);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names no file that does not exist', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const named = [
      ...text.matchAll(/`((?:kernel|runtime|server|adapters|client|inbox|cli)\/src\/[\w./-]+\.tsx?)`/g),
    ].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((file) => !existsSync(join(root, 'packages', file ?? '')))).toEqual([]);
  });
});
