// The lists a host reads, page by page: executions, open questions and the audit log.

import type {
  AuditLog,
  ElicitationId,
  ExecutionId,
  ExecutionSummary,
  JournalStore,
  Page,
  PendingElicitation,
} from '@toolshed/kernel';
import { readOptions, toPage, UnknownCursorError } from '@toolshed/kernel/runtime';
import { withApprovers } from '../execution/answers/approvers.js';
import { pageOf } from './list-page.js';
import { KnownAuditFilter, KnownExecutionFilter, KnownQuestionFilter } from './read-filter.js';

export async function listExecutions(
  store: JournalStore,
  given: unknown,
): Promise<Page<ExecutionSummary, ExecutionId>> {
  const filter = readOptions('list executions', KnownExecutionFilter, given);
  return pageOf({
    limit: filter.limit,
    before: filter.before,
    look: async (limit) => (await store.list({ ...filter, limit })).map(withQueued),
    count: () => store.count(filter),
    cursorOf: ({ id }) => id,
    isKnown: (id) => isInSession(store, id, filter.session),
  });
}

const withQueued = (summary: ExecutionSummary): ExecutionSummary =>
  summary.status === 'running' && summary.owner === undefined ? { ...summary, queued: true } : summary;

export async function listQuestions(
  store: JournalStore,
  given: unknown,
): Promise<Page<PendingElicitation, ElicitationId>> {
  const filter = readOptions('list questions', KnownQuestionFilter, given);
  const page = await pageOf({
    limit: filter.limit,
    before: filter.before,
    look: (limit) => store.questions({ ...filter, limit }),
    count: () => store.countQuestions(filter),
    cursorOf: ({ elicitationId }) => elicitationId,
    isKnown: async (id) => isInSession(store, await store.locate(id), filter.session),
  });
  return toPage(await withApprovers(page, store), page);
}

export async function listAudit(log: AuditLog, given: unknown): ReturnType<AuditLog['list']> {
  const filter = readOptions('list the audit log', KnownAuditFilter, given);
  const page = await log.list(filter);
  // Lines are numbered from 1 without gaps, and none is ever removed.
  if (filter.before !== undefined && filter.before > page.total) throw new UnknownCursorError(String(filter.before));
  return page;
}

async function isInSession(
  store: JournalStore,
  id: ExecutionId | undefined,
  session: string | undefined,
): Promise<boolean> {
  const summary = id === undefined ? undefined : await store.summary(id);
  return summary !== undefined && (session === undefined || summary.session === session);
}
