// node hold-process.ts <file> <execution>: answers it, and is held for ever in the handler that follows.

import { openJobShed } from './jobs.ts';

const [file = '', id = ''] = process.argv.slice(2);
const host = await openJobShed({ store: { sqlite: file }, wakes: false });
host.jobs.held.then(() => process.stdout.write('held\n'));
await host.shed.resume(id, { approved: true, data: 'yes' });
