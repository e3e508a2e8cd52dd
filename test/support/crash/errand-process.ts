// Run as a process of its own: node errand-process.ts <store file> <where to die, 0 for nowhere>.
// It says what it acknowledged and which boundaries it passed, one line of JSON each.

import { writeSync } from 'node:fs';
import { openSqliteStore } from '@toolshed/runtime';
import { travelTools } from '../channels/travel-shed.ts';
import { askAgain, completeErrand } from './errand.ts';
import { createKillPoints, withKillPoints } from './kill-points.ts';
import { openByDepth } from '../open-by-depth.ts';

const [file = '', dieAt = '0'] = process.argv.slice(2);
const say = (line: object): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};

const points = createKillPoints(Number(dieAt));
await using store = openSqliteStore({ file });
await using shed = await openByDepth({
  tools: travelTools(),
  store: withKillPoints(store, points),
  middleware: [askAgain],
});
await completeErrand(shed, (acknowledged) => say({ acknowledged }));
say({ points: points.passed });
