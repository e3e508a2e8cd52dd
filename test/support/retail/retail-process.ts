// Run as a process of its own: node retail-process.ts <folder with shop.json and program.js>.
// Goes on with the program up to its next gate and kills itself there, or prints what the program returned.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectStatus } from '../expect-status.ts';
import { openInThread } from '../open-in-thread.ts';
import { ShopData } from './shop-data.ts';
import { shopTools } from './shop-tools.ts';

const [folder = ''] = process.argv.slice(2);
const file = join(folder, 'shop.json');
const data = ShopData.parse(JSON.parse(readFileSync(file, 'utf8')));
const tools = shopTools({
  read: (look) => look(data),
  change: (work) => {
    const result = work(data);
    writeFileSync(`${file}.new`, JSON.stringify(data));
    renameSync(`${file}.new`, file);
    return result;
  },
});
await using shed = await openInThread({ tools, store: { sqlite: join(folder, 'shed.db') }, wakes: false });
const [waiting] = await shed.pending();
const program = readFileSync(join(folder, 'program.js'), 'utf8');
const result = waiting === undefined ? await shed.execute(program) : await shed.resume(waiting.elicitationId, true);
if (result.status === 'paused') process.kill(process.pid, 'SIGKILL');
process.stdout.write(JSON.stringify(expectStatus(result, 'completed').value));
