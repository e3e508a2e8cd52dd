// A program that reads a key of its session between two writes of it, and awaits none of them.

import type { Toolshed } from '@toolshed/runtime';
import { expectStatus } from '../expect-status.ts';

/** What each read must give, whenever the process dies: `n` is the write before it, and `keys` has no key of a later one. */
export const READ = [
  { n: 0, keys: ['n'] },
  { n: 1, keys: ['later0', 'n'] },
  { n: 2, keys: ['later0', 'later1', 'n'] },
];

const READING = `const all = [];
for (let i = 0; i < 3; i++) {
  const calls = [
    store.set('n', i), store.get('n'), store.list(), store.set('n', i + 100), store.set('later' + i, 1), store.delete('n'),
  ];
  const [, n, keys] = await Promise.all(calls);
  all.push({ n, keys });
}
return all`;

export async function completeReading(shed: Toolshed): Promise<unknown> {
  const result = await shed.execute(READING, { session: 's', idempotencyKey: 'k' });
  return expectStatus(result, 'completed').value;
}
