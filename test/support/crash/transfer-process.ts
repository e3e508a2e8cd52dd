// Run as a process of its own: node transfer-process.ts <folder> <where to die, 0 for nowhere>.
// It says what it acknowledged and which boundaries it passed, one line of JSON each.

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@toolshed/runtime';
import { openEffects } from './effects-file.ts';
import { askAgain } from './errand.ts';
import { createKillPoints, withKillPoints } from './kill-points.ts';
import { openByDepth } from '../open-by-depth.ts';
import { completeTransfer, TRANSFER_POLICY, transferTools } from './transfer.ts';

const [folder = '', dieAt = '0'] = process.argv.slice(2);
const say = (line: object): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};

const points = createKillPoints(Number(dieAt));
const effects = openEffects(join(folder, 'effects'));
await using store = openSqliteStore({ file: join(folder, 'shed.db') });
await using shed = await openByDepth({
  tools: transferTools(effects, points.pass),
  store: withKillPoints(store, points),
  policy: TRANSFER_POLICY,
  middleware: [askAgain],
  maxWarm: Number(dieAt) % 2 === 0 ? 0 : 64,
});
await completeTransfer(shed, effects, (acknowledged) => say({ acknowledged }));
say({ points: points.passed });
