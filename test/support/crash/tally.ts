// A program that writes each of some keys of its session once.

import type { Toolshed } from '@toolshed/runtime';
import { expectStatus } from '../expect-status.ts';

export const TALLIED = ['a', 'b', 'k0', 'k1', 'k2'];

const TALLY = `for (let i = 0; i < 3; i++) await store.set('k' + i, 'first');
await Promise.all([store.set('a', 'first'), store.set('b', 'first'), store.delete('gone')]);
return (await store.list()).filter((key) => key !== 'theirs')`;

export async function completeTally(shed: Toolshed): Promise<string> {
  const { executionId } = expectStatus(await shed.execute(TALLY, { session: 's', idempotencyKey: 'k' }), 'completed');
  return executionId;
}
