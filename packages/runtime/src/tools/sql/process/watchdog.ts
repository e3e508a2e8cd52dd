// A second thread beside the one that runs SQL, which SQLite keeps busy for as long as a statement takes.
// It ends the process when it grows too large or when its host has ended.

import { workerData } from 'node:worker_threads';

const { maxResidentBytes, parent }: { maxResidentBytes: number; parent: number } = workerData;

setInterval(() => {
  const isOrphan = process.ppid !== parent;
  if (isOrphan || process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, 'SIGKILL');
}, 25);
