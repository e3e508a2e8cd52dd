// What the store itself says of a cluster run once all is over: the audit log is whole, and every program, run again from
// its journal alone, does what it did.

import { openPostgresStore, openToolshed } from '@toolshed/runtime';
import { shopTools } from '../../chaos/shop.ts';

export async function checkStore(url: string, schema: string): Promise<readonly string[]> {
  await using store = await openPostgresStore({ url, schema });
  const silent = { append: () => undefined, [Symbol.dispose]: () => undefined };
  const tools = shopTools(silent, () => 'judge');
  await using shed = await openToolshed({ tools, store, isolation: 'thread', trusted: true, wakes: false });
  const problems: string[] = [];
  for (const { id } of await store.journal.list({ limit: 100_000 })) {
    const report = await shed.replay(id).catch((error) => ({ kind: String(error) }));
    if (report.kind !== 'same') problems.push(`${id}: its replay is ${JSON.stringify(report)}`);
  }
  const verdict = await shed.audit.verify();
  if (verdict.kind !== 'intact') problems.push(`the audit log is broken: ${verdict.problem}`);
  return problems;
}
