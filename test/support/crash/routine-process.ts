// Run as a process of its own: node routine-process.ts <folder> <where to die, 0 for nowhere>.
// It says which boundaries it passed, as one line of JSON.

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@toolshed/runtime';
import { openByDepth } from '../open-by-depth.ts';
import { openEffects } from './effects-file.ts';
import { createKillPoints, withKillPoints } from './kill-points.ts';
import { completeRoutine, routineTools } from './routine.ts';

const [folder = '', dieAt = '0'] = process.argv.slice(2);
const points = createKillPoints(Number(dieAt));
const effects = openEffects(join(folder, 'effects'));
await using store = openSqliteStore({ file: join(folder, 'shed.db') });
await using shed = await openByDepth({
  tools: routineTools(effects, points.pass),
  store: withKillPoints(store, points),
  maxWarm: 0,
});
await completeRoutine(shed, effects);
writeSync(1, `${JSON.stringify({ points: points.passed })}\n`);
