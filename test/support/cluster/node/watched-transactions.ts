// Lets a node stop inside a transaction: just before it commits what it wrote.

import { Client } from 'pg';
import type { StopPoints } from './stop-points.ts';

export function watchTransactions(points: StopPoints): void {
  const { prototype } = Client;
  const query: unknown = Reflect.get(prototype, 'query');
  if (typeof query !== 'function') throw new TypeError('a client has queries');
  Reflect.set(prototype, 'query', function (this: Client, ...asked: readonly unknown[]): unknown {
    const [statement] = asked;
    if (Reflect.get(Object(statement), 'text') === 'COMMIT') points.reach('inside a transaction');
    return Reflect.apply(query, this, asked);
  });
}
