import { type OpenOptions, openToolshed, type Toolshed } from '@toolshed/runtime';

/**
 * Opens a host that runs programs in isolates of the test's own process, for a test that is about something else than
 * the worker process: starting one takes longer than most tests. What a worker process and its OS sandbox keep in is
 * shown by test/sandbox, test/confinement and test/crash, and by every test that starts the command.
 */
export const openInThread = (options: OpenOptions): Promise<Toolshed> =>
  openToolshed({ isolation: 'thread', trusted: true, ...options });

/** What a process of its own that opens such a host is started with, beside TZ=UTC in its environment. */
export const THREAD_HOST = ['--no-node-snapshot'] as const;
