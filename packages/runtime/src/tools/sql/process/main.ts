// Runs the SQL of programs, apart from the host: SQLite cannot be interrupted from JavaScript, so a
// statement that never ends is stopped by ending this process.
//
// The files of this folder import each other with `.ts`: Node runs them as they are in a checkout, and the
// compiler writes `.js` for the published package.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SqlRequest } from '../sql-request.ts';
import { answerRequest } from './answer-request.ts';

const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;

const watchdog = new Worker(new URL(`./watchdog${extname(import.meta.url)}`, import.meta.url), {
  workerData: { maxResidentBytes: MAX_RESIDENT_BYTES, parent: process.ppid },
});
watchdog.unref();

process.on('message', (request: SqlRequest) => process.send?.(answerRequest(request)));
process.on('disconnect', () => process.exit());
