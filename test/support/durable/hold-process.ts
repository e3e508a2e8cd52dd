// node hold-process.ts <file> <execution>: answers it, and is held in the handler that follows until another process takes
// it over.

import { openJobShed } from './jobs.ts';

const [file = '', id = ''] = process.argv.slice(2);
const host = await openJobShed({ store: { sqlite: file }, wakes: false });
host.jobs.held.then(() => process.stdout.write('held\n'));
// A handler that is held keeps no process alive.
setInterval(() => undefined, 1_000);
const found = await host.shed.get(id);
const isText = found.status === 'paused' && found.paused.type === 'text';
await host.shed.resume(id, { approved: true, ...(isText ? { data: 'yes' } : {}) });
process.exit(0);
