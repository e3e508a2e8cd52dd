// Calls whose server died before it could reply. An execution carries the call that started it as a label, so that the
// same request, sent again to the next server, finds its execution instead of starting another (D2 in
// `request-dispatch.ts`).
//
// A process remembers the calls it served itself. So only executions from before its start are searched, once for each
// session, and only for as long as a repeated request joins the earlier one.

import type { ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import { fold, isTerminal, isTerminalOrDamaged } from '@toolshed/kernel/runtime';
import { JOINS_MS, type OrphanedCall, type StatelessDeps } from './request-dispatch.js';
import type { McpHost } from '../mcp-host.js';

const CALL_LABEL = 'mcp-call';

export const callLabel = (label: string | undefined): Readonly<Record<string, string>> =>
  label === undefined ? {} : { [CALL_LABEL]: label };

type ByLabel = Map<string, OrphanedCall & { readonly since: number }>;

/** `begun`: when this process started to serve. */
export function createOrphanedCalls(
  { shed, isOurs, now }: Pick<McpHost, 'shed' | 'isOurs' | 'now'>,
  begun: number,
): { readonly find: StatelessDeps['findOrphan'] } {
  const sessions = new Map<string, Promise<ByLabel>>();

  const callOf = async ({ id, createdAt }: ExecutionSummary) => {
    const [started] = await shed.journal(id);
    if (started?.kind !== 'started' || !isOurs(started)) return undefined;
    const { labels, idempotencyKey: key } = started;
    const label = labels[CALL_LABEL];
    if (label === undefined || key === undefined) return undefined;
    return [label, { execution: id, key, since: createdAt }] as const;
  };

  /** Newest first, and only what is not terminal, or was not when this process started. */
  const read = async (session: string): Promise<ByLabel> => {
    const found: ByLabel = new Map();
    for (let before: ExecutionSummary['id'] | undefined; ; ) {
      const page = await shed.list({ session, ...(before === undefined ? {} : { before }) });
      for (const summary of page) {
        if (summary.createdAt + JOINS_MS < begun) return found;
        if (summary.createdAt > begun || (isTerminalOrDamaged(summary.status) && summary.updatedAt < begun)) continue;
        const call = await callOf(summary);
        if (call !== undefined && !found.has(call[0])) found.set(...call);
      }
      if (page.next === undefined) return found;
      before = page.next;
    }
  };

  const callsOf = (session: string): Promise<ByLabel> => {
    const known = sessions.get(session) ?? read(session);
    sessions.set(session, known);
    known.catch(() => sessions.delete(session));
    return known;
  };

  return {
    async find(session, label) {
      if (begun + JOINS_MS < now()) {
        sessions.clear();
        return undefined;
      }
      const calls = await callsOf(session);
      const call = calls.get(label);
      if (call === undefined || call.since + JOINS_MS < now()) return undefined;
      const isJoined = isUnreported(await shed.journal(call.execution), begun);
      // From now on this process remembers the call itself.
      calls.delete(label);
      return isJoined ? call : undefined;
    },
  };
}

/** Not terminal; or terminal since, without an earlier pause that its client may have been notified of. */
function isUnreported(journal: readonly JournalEntry[], begun: number): boolean {
  if (!isTerminal(fold(journal).status)) return true;
  return (journal.at(-1)?.at ?? 0) >= begun && !journal.some(({ kind }) => kind === 'asked');
}
