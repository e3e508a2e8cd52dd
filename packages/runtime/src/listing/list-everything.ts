import type { ExecutionFilter, ExecutionSummary, JournalStore } from '@toolshed/kernel';

const PAGE = 50;

/** Everything a filter finds, newest first, however much it is. A page may be short where a row cannot be read. */
export async function* pages(store: JournalStore, filter: ExecutionFilter): AsyncGenerator<ExecutionSummary> {
  let last: ExecutionSummary | undefined;
  do {
    const page = await store.list({ ...filter, limit: PAGE, ...(last === undefined ? {} : { before: last.id }) });
    yield* page;
    last = page.at(-1);
  } while (last !== undefined);
}
