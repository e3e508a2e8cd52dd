import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

describe('toolshed state', () => {
  verifies('state/people', 'shows what programs of a session keep, escaped, and forgets it', async () => {
    await using bench = await openWorkbench();
    await bench.write('keep.js', `await store.set('seen\\u001b[2J', ['a'.repeat(100)]); await store.set('n', 1)`);
    expect((await bench.toolshed(['run', 'keep.js', '--session', 'mine'])).exitCode).toBe(0);
    const list = await bench.toolshed(['state', 'mine']);
    expect(list.stdout).toMatch(/n\s+\S+ ago\s+1\n/);
    expect(list.stdout).not.toContain('\u001b');
    expect(list.stdout).toContain('["aaaa');
    const json = await bench.toolshed(['state', 'mine', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      session: 'mine',
      items: [{ key: 'seen\u001b[2J' }, { key: 'n', value: 1 }],
    });
    expect((await bench.toolshed(['state', 'other'])).stdout).toBe('Programs of "other" keep nothing.\n');
    expect((await bench.toolshed(['state', 'clear', 'mine'])).stdout).toBe('Removed 2 values of "mine".\n');
    expect((await bench.toolshed(['state', 'mine'])).stdout).toBe('Programs of "mine" keep nothing.\n');
  });
});
