// Run as a process of its own: node task-process.ts <folder with data.json and program.js> <domain>.
// Goes on with the program up to its next gate and kills itself there, or prints what the program returned.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { expectStatus } from '../expect-status.ts';
import { openInThread } from '../open-in-thread.ts';
import { DOMAINS, openDomain } from './domains.ts';

const [folder = '', domain] = process.argv.slice(2);
const file = join(folder, 'data.json');
const setting = { domain: z.enum(DOMAINS).parse(domain), data: JSON.parse(readFileSync(file, 'utf8')) };
const { tools } = openDomain(setting, (data) => {
  writeFileSync(`${file}.new`, JSON.stringify(data));
  renameSync(`${file}.new`, file);
});
await using shed = await openInThread({ tools, store: { sqlite: join(folder, 'shed.db') }, wakes: false });
const [waiting] = await shed.pending();
const program = readFileSync(join(folder, 'program.js'), 'utf8');
const result = waiting === undefined ? await shed.execute(program) : await shed.resume(waiting.elicitationId, true);
if (result.status === 'paused') process.kill(process.pid, 'SIGKILL');
process.stdout.write(JSON.stringify(expectStatus(result, 'completed').value));
