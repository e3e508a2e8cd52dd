// Run as a process of its own: node job-process.ts <store file> <when to begin> <what> <arguments…>.
// It says what came of it, and what its handlers did, as one line of JSON.

import { openJobShed } from './jobs.ts';

const [sqlite = '', beginAt = '0', what, first = '', second = ''] = process.argv.slice(2);
await using host = await openJobShed({ store: { sqlite }, wakes: false });
// A handler that is held keeps no process alive.
const alive = setInterval(() => undefined, 1_000);
const { shed, jobs } = host;
await new Promise((resolve) => setTimeout(resolve, Number(beginAt) - Date.now()));
const result =
  what === 'execute'
    ? await shed.execute(first, { idempotencyKey: second })
    : await shed.resume(first, { approved: true });
clearInterval(alive);
process.stdout.write(JSON.stringify({ result, done: jobs.done, aborted: jobs.aborted }));
