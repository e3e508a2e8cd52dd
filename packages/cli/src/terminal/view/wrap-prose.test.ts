import { describe, expect, it } from 'vitest';
import { wrapProse } from './wrap-prose.js';

const PREFIX = 'npx toolshed --home "/data folder"';

describe('wrapProse', () => {
  it('breaks sentences where they are too long, and long words with a mark', () => {
    expect(wrapProse('Cannot do this at all', PREFIX, 12)).toEqual(['Cannot do', 'this at all']);
    expect(wrapProse(`Cannot ${'x'.repeat(14)}`, PREFIX, 10)).toEqual(['Cannot', 'xxxxxxxxx⇢', 'xxxxx']);
  });

  it('keeps a command in one piece, in quotes or at the end', () => {
    const quoted = 'npx toolshed show exec_1234567890';
    expect(wrapProse(`Look with "${quoted}" once it is back`, 'npx toolshed', 20)).toEqual([
      'Look with',
      `"${quoted}"`,
      'once it is back',
    ]);
    const last = `${PREFIX} prune --older-than 30d`;
    expect(wrapProse(`Forget what ended: ${last}`, PREFIX, 30)).toEqual(['Forget what ended:', last]);
  });
});
