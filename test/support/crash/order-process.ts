// Run as a process of its own: node order-process.ts <folder> <where to die, 0 for nowhere> <warm pauses>.
// It says what it acknowledged and how it ended, one line of JSON each.

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@toolshed/runtime';
import { openEffects } from './effects-file.ts';
import { createKillPoints, withKillPoints } from './kill-points.ts';
import { openByDepth } from '../open-by-depth.ts';
import { completeOrder, ORDER_POLICY, orderTools } from './order.ts';

const [folder = '', dieAt = '0', maxWarm = '64'] = process.argv.slice(2);
const say = (line: object): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};

const points = createKillPoints(/^\d+$/.test(dieAt) ? Number(dieAt) : dieAt);
const effects = openEffects(join(folder, 'effects'));
await using store = openSqliteStore({ file: join(folder, 'shed.db') });
await using shed = await openByDepth({
  tools: orderTools(effects, points.pass),
  store: withKillPoints(store, points),
  policy: ORDER_POLICY,
  maxWarm: Number(maxWarm),
});
const result = await completeOrder(shed, effects, (acknowledged) => say({ acknowledged }));
say({ result, points: points.passed });
